import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { DataFile, ReadOptions, Row } from "../../src/core/data/data-file.ts";
import { isRecord } from "../../src/core/json.ts";
import { blobFile } from "../../src/datasets/blobs/blob.ts";
import { blobFolder } from "../../src/datasets/blobs/blob-folder.ts";
import { binaryInfo } from "../../src/datasets/file-kinds.ts";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const files = fileURLToPath(new URL("./files", import.meta.url));
/** What `make-fixtures.py` wrote into every table; bytes as `{ hex }`. */
const truth = JSON.parse(readFileSync(join(files, "rows.json"), "utf8")) as Record<
  string,
  unknown
>[];

async function rowsOf(file: DataFile, options?: ReadOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of file.rows(options)) rows.push(...batch);
  return rows;
}

/** Bytes by their digest, in place of where they are kept. */
function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected);
  if (!isRecord(value)) return value;
  if (typeof value.hex === "string")
    return { path: sha256(Buffer.from(value.hex, "hex")), name: null };
  if (isRecord(value.bytes))
    return { path: sha256(Buffer.from(String(value.bytes.hex), "hex")), name: value.path };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expected(member)]));
}

function found(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(found);
  if (!isRecord(value)) return value;
  if (typeof value.path === "string")
    return { ...value, path: value.path.replace(/^sha256:|\.\w+$/g, "") };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, found(member)]));
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("Parquet, as pyarrow writes it", () => {
  it.each([
    "snappy",
    "zstd-v2",
    "gzip-small-pages",
    "plain-groups",
    "snappy-pages",
    "lz4",
    "brotli",
    "delta",
  ])("%s", async (name) => {
    const rows = await rowsOf(openDataFile(join(files, `${name}.parquet`)));
    expect(rows.map(({ line }) => line)).toEqual(truth.map((_, i) => i + 1));
    expect(rows.map(({ value }) => found(value))).toEqual(truth.map(expected));
  });

  it.each(["snappy", "snappy-pages", "zstd-v2"])(
    "reads only the bytes of wanted rows: %s",
    async (name) => {
      const blobs = join(folder.path, `wanted-${name}`);
      const wants = (value: unknown) =>
        isRecord(value) && isRecord(value.about) && value.about.camera === "c2";
      const rows = await rowsOf(
        openDataFile(join(files, `${name}.parquet`), { blobs: blobFolder(blobs) }),
        { wants },
      );
      const right = truth.filter(wants);
      expect(rows.map(({ value }) => found(value))).toEqual(right.map(expected));
      const paths = rows.flatMap(({ value }) =>
        [...JSON.stringify(value).matchAll(/"path":"([^"]+)"/g)].map((match) => match[1]!),
      );
      for (const path of paths) {
        const bytes = readFileSync(join(blobs, blobFile(path)!));
        expect(path).toContain(sha256(bytes));
      }
      const kept = readdirSync(blobs, { recursive: true, encoding: "utf8" }).filter((entry) =>
        /[0-9a-f]{64}/.test(entry),
      );
      expect(kept).toHaveLength(new Set(paths).size);
    },
  );

  it("touches few bytes before somebody has asked for more", async () => {
    const blobs = join(folder.path, "few");
    for await (const _ of openDataFile(join(files, "snappy.parquet"), {
      blobs: blobFolder(blobs),
    }).rows())
      break;
    const kept = readdirSync(blobs, { recursive: true, encoding: "utf8" }).filter((entry) =>
      /[0-9a-f]{64}/.test(entry),
    );
    expect(kept.length).toBeLessThanOrEqual(2);
  });

  it("names the file that is cut off", async () => {
    const whole = readFileSync(join(files, "snappy.parquet"));
    const path = folder.file("cut.parquet", whole.subarray(0, 3_000));
    await expect(rowsOf(openDataFile(path))).rejects.toThrow(`${path}: cannot be read as Parquet`);
  });

  it("names the file and row group that is damaged", async () => {
    const bytes = Buffer.from(readFileSync(join(files, "gzip-small-pages.parquet")));
    bytes.fill(0x55, 200, 260);
    const path = folder.file("damaged.parquet", bytes);
    await expect(rowsOf(openDataFile(path))).rejects.toThrow(
      `${path}: row group 1: cannot be read as Parquet`,
    );
  });
});

describe("Arrow", () => {
  it.each(["stream.arrow", "file.arrow", "lz4.feather", "zstd.feather"])("%s", async (name) => {
    const rows = await rowsOf(openDataFile(join(files, name)));
    const right = truth.map(({ price, ...rest }) => expected(rest));
    expect(rows.map(({ value }) => found(value))).toEqual(right);
    expect((await rowsOf(openDataFile(join(files, name)), { wants: () => false })).length).toBe(0);
  });

  it("names the file that is damaged", async () => {
    const path = folder.file("bad.arrow", Buffer.from("nothing of the kind"));
    await expect(rowsOf(openDataFile(path))).rejects.toThrow(`${path}: cannot be read as Arrow`);
  });
});

describe("NumPy", () => {
  it("gives the elements of an array along its first dimension, in either order of storage", async () => {
    expect(
      (await rowsOf(openDataFile(join(files, "matrix.npy")))).map(({ value }) => value),
    ).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
      [9, 10, 11],
    ]);
    expect(await openDataFile(join(files, "columns.npy")).document()).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  it.each(["arrays", "packed"])("gives the arrays of an archive side by side: %s", async (name) => {
    const rows = await rowsOf(openDataFile(join(files, `${name}.npz`)));
    expect(rows).toHaveLength(5);
    const points = [
      [6, 7],
      [8, 9],
      [10, 11],
    ];
    expect(rows[1]).toEqual({
      line: 2,
      value: {
        score: 0.25,
        half: -2,
        name: "bß",
        code: "yz",
        flag: false,
        big: String(2n ** 60n),
        points,
      },
    });
    expect(rows[3]?.value).toMatchObject({ half: expect.closeTo(1.19e-7, 9), score: 0.75, big: 0 });
  });

  it("refuses rows of arrays that differ in length, which are a document, and Python objects", async () => {
    const uneven = openDataFile(join(files, "uneven.npz"));
    await expect(rowsOf(uneven)).rejects.toThrow(
      'the arrays "a" (3) and "b" (4) differ in their first dimension',
    );
    expect(await uneven.document()).toEqual({ a: [0, 1, 2], b: [0, 1, 2, 3], c: 2.5 });
    await expect(rowsOf(openDataFile(join(files, "objects.npy")))).rejects.toThrow(
      "it holds Python objects",
    );
  });
});

it("tells rows and columns without reading values", async () => {
  const path = (name: string) => join(files, name);
  expect(await binaryInfo(path("snappy.parquet"))).toMatchObject({
    rows: 60,
    columns: Object.keys(truth[0]!),
  });
  expect(await binaryInfo(path("stream.arrow"))).toMatchObject({
    rows: 60,
    sizeBytes: readFileSync(path("stream.arrow")).length,
  });
  expect(await binaryInfo(path("arrays.npz"))).toMatchObject({
    rows: 5,
    shapes: { points: [5, 3, 2], score: [5] },
  });
  expect(await binaryInfo(path("uneven.npz"))).toMatchObject({
    rows: undefined,
    shapes: { c: [] },
  });
  writeFileSync(join(folder.path, "a.mp4"), "x");
  expect(
    existsSync(join(folder.path, "a.mp4")) && (await binaryInfo(join(folder.path, "a.mp4"))),
  ).toEqual({ sizeBytes: 1 });
});
