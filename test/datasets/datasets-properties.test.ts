import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import fc from "fast-check";
import { pack } from "tar-stream";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { UserError } from "../../src/core/user-error.ts";
import { unpackArchive } from "../../src/datasets/archive/unpack-archive.ts";
import { digestOnly } from "../../src/datasets/blobs/blob-folder.ts";
import { binaryInfo } from "../../src/datasets/file-kinds.ts";
import { filesBelow } from "../../src/datasets/folder/files-below.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import "../support/property-seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const fixture = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)));

async function zip(entries: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries)) archive.addBuffer(content, name);
  archive.end();
  return buffer(archive.outputStream);
}

async function tar(entries: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(entries)) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive);
}

async function rowsOf(path: string): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const rows of openDataFile(path, { blobs: digestOnly }).rows())
    values.push(...rows.map(({ value }) => value));
  return values;
}

/** Whatever a file holds: it is read, or refused with its name. */
async function isReadOrRefused(path: string, read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof UserError))
      throw new Error(`${(error as Error).name}: ${(error as Error).message}`, { cause: error });
    expect(error.message).toContain(path);
  }
}

async function readEveryWay(path: string): Promise<void> {
  await isReadOrRefused(path, () => rowsOf(path));
  await isReadOrRefused(path, () => openDataFile(path).document());
  await isReadOrRefused(path, () => openDataFile(path).head());
  await isReadOrRefused(path, () => binaryInfo(path));
}

interface Change {
  readonly kind: "set" | "cut" | "end";
  /** Where, as a share of the file. */
  readonly at: number;
  readonly value: number;
}

const damage: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("set", "set", "set", "cut", "end"),
    // Doubles of their own would nearly all lie at the start.
    at: fc.nat(999_999).map((at) => at / 1_000_000),
    value: fc.nat(255),
  }),
  { minLength: 1, maxLength: 6 },
);

/** A good file with some of its bytes changed, cut out or cut off. */
function damaged(whole: Buffer, changes: readonly Change[]): Buffer {
  return changes.reduce((bytes, { kind, at, value }) => {
    const place = Math.floor(at * bytes.length);
    if (kind === "end") return bytes.subarray(0, place);
    if (kind === "cut")
      return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + value)]);
    const changed = Buffer.from(bytes);
    if (place < changed.length) changed[place] = value;
    return changed;
  }, whole);
}

/** So many cases, unless somebody asks for another number of them. */
function few(numRuns: number): { readonly numRuns?: number } {
  return process.env.VIDIMUS_PROPERTY_RUNS === undefined ? { numRuns } : {};
}

const endings = [
  ".json",
  ".jsonl",
  ".csv",
  ".tsv",
  ".parquet",
  ".arrow",
  ".npy",
  ".npz",
  ".eval",
  ".txt",
  ".jsonl.gz",
  ".json.gz",
];

describe("a file of any bytes is read, or refused by name", () => {
  it.each(endings)("%s", async (ending) => {
    const path = join(folder.path, `any${ending}`);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        writeFileSync(path, bytes);
        await readEveryWay(path);
      }),
      few(40),
    );
  });

  it.each([
    "datasets/files/snappy.parquet",
    "datasets/files/zstd-v2.parquet",
    "datasets/files/gzip-small-pages.parquet",
    "datasets/files/delta.parquet",
    "datasets/files/stream.arrow",
    "datasets/files/file.arrow",
    "datasets/files/lz4.feather",
    "datasets/files/zstd.feather",
    "datasets/files/matrix.npy",
    "datasets/files/arrays.npz",
    "datasets/files/packed.npz",
    "formats/colours.eval",
    "formats/promptfoo.json",
    "formats/table.csv",
  ])(
    "damaged: %s",
    async (name) => {
      const path = join(folder.path, name.replaceAll("/", "-"));
      await fc.assert(
        fc.asyncProperty(damage, async (changes) => {
          writeFileSync(path, damaged(fixture(name), changes));
          await readEveryWay(path);
        }),
        few(20),
      );
    },
    60_000,
  );

  it.each([
    ["x.zip", zip],
    ["x.tar", tar],
    ["x.tar.gz", async (entries: Readonly<Record<string, Buffer>>) => gzipSync(await tar(entries))],
  ])(
    "an archive: %s",
    async (name, packed) => {
      const whole = await packed({
        "a/b.txt": Buffer.from("hello hello hello"),
        "c.bin": Buffer.alloc(3000, 7),
      });
      const path = join(folder.path, name);
      await fc.assert(
        fc.asyncProperty(
          damage,
          fc.uint8Array({ maxLength: 700 }),
          fc.boolean(),
          async (changes, any, isDamaged) => {
            writeFileSync(path, isDamaged ? damaged(whole, changes) : any);
            const into = mkdtempSync(join(folder.path, "unpacked-"));
            await isReadOrRefused(name, () =>
              unpackArchive(
                { paths: [path], name, bounds: { maxBytes: 1e6, maxEntries: 100 } },
                into,
              ),
            );
            rmSync(into, { recursive: true });
          },
        ),
        few(60),
      );
    },
    60_000,
  );
});

it.skipIf(!existsSync("/proc/self/fd"))(
  "files that were refused are closed (seen on Linux alone)",
  async () => {
    const open = () =>
      readdirSync("/proc/self/fd").flatMap((number) => {
        try {
          return [readlinkSync(join("/proc/self/fd", number))];
        } catch {
          return [];
        }
      });
    await expect.poll(() => open().filter((path) => path.startsWith(folder.path))).toEqual([]);
  },
);

it.each([
  ["elements of nothing", [1e9, 0], "it has 1000000000 elements of nothing"],
  ["more than there is memory", [2, 1e12], "would have to be held at once"],
  ["no number of elements", [-1], "its shape is (-1)"],
])("a NumPy file that promises %s is refused", async (_, shape, reason) => {
  const path = folder.file("promises.npy", npy([], shape, true));
  await expect(rowsOf(path)).rejects.toThrow(reason);
});

const plainName = fc.stringMatching(/^[a-z0-9_]{1,8}$/);

describe("what a writer wrote is read again", () => {
  const text = fc.string({ unit: "grapheme" }).map((value) => value.toWellFormed());

  it("JSON lines and JSON lists, with any line ends and blank lines between", async () => {
    const path = join(folder.path, "written.jsonl");
    const list = join(folder.path, "written.json");
    const value = fc.dictionary(
      plainName,
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(value),
        fc.constantFrom("\n", "\r\n", "\n\n \n"),
        fc.boolean(),
        async (values, end, hasMark) => {
          const mark = hasMark ? "\uFEFF" : "";
          writeFileSync(path, mark + values.map((one) => JSON.stringify(one) + end).join(""));
          expect(await rowsOf(path)).toEqual(values);
          writeFileSync(list, `${mark}${JSON.stringify(values, null, 1).replaceAll("\n", end)}`);
          expect(await rowsOf(list)).toEqual(values);
        },
      ),
    );
  });

  it("tables of texts", async () => {
    const path = join(folder.path, "written.csv");
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
    const table = fc
      .uniqueArray(plainName, { minLength: 1, maxLength: 4 })
      .chain((names) =>
        fc.tuple(
          fc.constant(names),
          fc.array(fc.tuple(...names.map(() => text)), { maxLength: 6 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom("\n", "\r\n"), async ([names, rows], end) => {
        writeFileSync(
          path,
          [names, ...rows].map((row) => row.map(quoted).join(",") + end).join(""),
        );
        expect(await rowsOf(path)).toEqual(
          rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))),
        );
      }),
    );
  });

  it("Arrow, of both kinds", async () => {
    const path = join(folder.path, "written.arrow");
    const row = fc.record({
      id: text,
      count: fc.integer(),
      ratio: fc.double({ noNaN: true }),
      right: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.constantFrom("file" as const, "stream" as const),
        async (rows, kind) => {
          const table = tableFromArrays({
            id: rows.map(({ id }) => id),
            count: Int32Array.from(rows, ({ count }) => count),
            ratio: Float64Array.from(rows, ({ ratio }) => ratio),
            right: rows.map(({ right }) => right),
          });
          writeFileSync(path, tableToIPC(table, kind));
          expect(await rowsOf(path)).toEqual(rows);
        },
      ),
    );
  });

  it("NumPy arrays, alone and packed", async () => {
    const shaped = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }))
      .chain(([length, width]) =>
        fc.tuple(
          fc.constant({ length, width }),
          fc.array(fc.double({ noNaN: true }), {
            minLength: length * Math.max(1, width),
            maxLength: length * Math.max(1, width),
          }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(shaped, fc.boolean(), async ([{ length, width }, values], isLittle) => {
        const bytes = npy(values, width === 0 ? [length] : [length, width], isLittle);
        const rows = Array.from({ length }, (_, i) =>
          width === 0 ? values[i] : values.slice(i * width, (i + 1) * width),
        );
        const path = join(folder.path, "written.npy");
        writeFileSync(path, bytes);
        expect(await rowsOf(path)).toEqual(rows);
        writeFileSync(
          join(folder.path, "written.npz"),
          await zip({ "a.npy": bytes, "b.npy": bytes }),
        );
        expect(await rowsOf(join(folder.path, "written.npz"))).toEqual(
          rows.map((value) => ({ a: value, b: value })),
        );
      }),
    );
  });

  it.each([
    ["w.zip", zip],
    ["w.tar", tar],
    ["w.tgz", async (entries: Readonly<Record<string, Buffer>>) => gzipSync(await tar(entries))],
  ])("archives: %s", async (name, packed) => {
    const entries = fc.dictionary(
      fc.array(plainName, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join("/")}.x`),
      fc.uint8Array(),
      {
        maxKeys: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(entries, async (given) => {
        const files = Object.fromEntries(
          Object.entries(given).map(([path, bytes]) => [path, Buffer.from(bytes)]),
        );
        const path = join(folder.path, name);
        writeFileSync(path, await packed(files));
        const into = mkdtempSync(join(folder.path, "written-"));
        await unpackArchive({ paths: [path], name }, into);
        const found = Object.fromEntries(
          (await filesBelow(into)).map((file) => [file, readFileSync(join(into, file))]),
        );
        expect(found).toEqual(files);
        rmSync(into, { recursive: true });
      }),
      few(40),
    );
  });
});

/** An array of doubles as NumPy stores it. */
function npy(values: readonly number[], shape: readonly number[], isLittle: boolean): Buffer {
  const header = `{'descr': '${isLittle ? "<" : ">"}f8', 'fortran_order': False, 'shape': (${shape.join(", ")},), }`;
  const padded = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11)}\n`;
  const start = Buffer.from("\x93NUMPY\x01\x00\0\0", "latin1");
  start.writeUInt16LE(padded.length, 8);
  const data = Buffer.alloc(values.length * 8);
  values.forEach(
    (value, i) =>
      void (isLittle ? data.writeDoubleLE(value, i * 8) : data.writeDoubleBE(value, i * 8)),
  );
  return Buffer.concat([start, Buffer.from(padded, "latin1"), data]);
}
