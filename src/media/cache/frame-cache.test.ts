import { randomBytes, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { fakeAnswer } from "../../../test/fakes/fake-answer.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { type FrameCache, openFrameCache } from "./frame-cache.ts";
import { blobPath, entryPath } from "./frame-files.ts";
import { LostFrame } from "./lost-frame.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-frames-"));
afterAll(() => rmSync(root, { recursive: true }));
const fresh = () => join(mkdtempSync(join(root, "c-")), "cache");
const open = (directory: string, maxBytes = 1e9) => openFrameCache({ directory, maxBytes });

/** Puts frames of the given sizes, random or as given, and returns their digests. */
async function keep(
  cache: FrameCache,
  request: string,
  ...frames: readonly (number | Uint8Array)[]
): Promise<readonly string[]> {
  const { media, blobs } = fakeAnswer(
    ...frames.map((frame) => (typeof frame === "number" ? randomBytes(frame) : frame)),
  );
  await cache.put(request, media, blobs);
  return media.frames.map((frame) => frame.digest);
}

/** Makes an entry and its blobs look as if they were used last this long ago. */
function age(
  directory: string,
  request: string,
  digests: readonly string[],
  minutes: number,
): void {
  const then = new Date(Date.now() - minutes * 60_000);
  for (const path of [
    entryPath(directory, contentDigest(request)),
    ...digests.map((digest) => blobPath(directory, digest)),
  ])
    utimesSync(path, then, then);
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(directory, name)).isFile(),
  );
}

describe("what is put", () => {
  it("comes back, whatever it is, also to another process", async () => {
    const directory = fresh();
    const picture = fc.uint8Array({ maxLength: 2_000 });
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const answers = fc.record({
      pictures: fc.array(picture, { maxLength: 6 }),
      request: text,
      warnings: fc.array(text),
      atSeconds: number,
    });
    await fc.assert(
      fc.asyncProperty(answers, async ({ pictures, request, warnings, atSeconds }) => {
        const { media, blobs } = fakeAnswer(...pictures, ...pictures.slice(0, 1));
        const given = {
          ...media,
          warnings,
          frames: media.frames.map((frame) => ({ ...frame, atSeconds })),
        };
        await open(directory).put(request, given, blobs);
        expect(await open(directory).get(request)).toEqual(given);
        for (const [digest, bytes] of blobs)
          expect(await open(directory).bytes(digest)).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
    expect(filesBelow(directory).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("is kept under its digest, and once", async () => {
    const directory = fresh();
    const cache = open(directory);
    const shared = randomBytes(500);
    const [digest] = await keep(cache, "a", shared, shared, 100);
    await keep(cache, "b", shared);
    expect(readFileSync(join(directory, "blobs", digest!.slice(0, 2), digest!.slice(2)))).toEqual(
      shared,
    );
    expect(await cache.stats()).toMatchObject({ entries: 2, blobs: 2 });
    expect(
      JSON.parse(readFileSync(entryPath(directory, contentDigest("a")), "utf8")).content.request,
    ).toBe("a");
  });

  it("is not found by another request", async () => {
    const cache = open(fresh());
    expect(await cache.get("a")).toBeUndefined();
    await keep(cache, "a", 10);
    expect(await cache.get("a ")).toBeUndefined();
  });

  it("replaces what the same request gave before", async () => {
    const cache = open(fresh());
    await keep(cache, "a", 10);
    const digests = await keep(cache, "a", 20, 30);
    expect((await cache.get("a"))?.frames.map((frame) => frame.digest)).toEqual(digests);
  });

  it("must be complete and true", async () => {
    const cache = open(fresh());
    const { media } = fakeAnswer(randomBytes(10));
    const digest = media.frames[0]!.digest;
    await expect(cache.put("a", media, new Map())).rejects.toThrow(
      `no bytes were given for frame ${digest}`,
    );
    await expect(cache.put("a", media, new Map([[digest, randomBytes(10)]]))).rejects.toThrow(
      /have the digest/,
    );
    await expect(
      cache.put("a", { ...media, frames: [], distinct: Number.NaN }, new Map()),
    ).rejects.toThrow(RangeError);
    expect(await cache.stats()).toEqual({ entries: 0, blobs: 0, bytes: 0 });
  });

  it("is refused with a hint where nothing can be written", async () => {
    const file = join(mkdtempSync(join(root, "f-")), "file");
    writeFileSync(file, "");
    await expect(keep(open(join(file, "cache")), "a", 10)).rejects.toMatchObject({
      name: "UserError",
      hint: expect.stringMatching(/VIDIMUS_CACHE/),
    });
    expect(() => open(fresh(), Number.NaN)).toThrow(RangeError);
  });
});

describe("damage", () => {
  const damages: Readonly<Record<string, (path: string) => void>> = {
    truncated: (path) => writeFileSync(path, readFileSync(path).subarray(0, -1)),
    emptied: (path) => writeFileSync(path, ""),
    longer: (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.of(0)])),
    removed: (path) => rmSync(path),
    "a flipped bit": (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(path, bytes);
    },
  };

  it.each(Object.entries(damages))("of a blob (%s) is a miss, and heals", async (_, damage) => {
    const directory = fresh();
    const cache = open(directory);
    const { media, blobs } = fakeAnswer(randomBytes(1000), randomBytes(1000));
    await cache.put("a", media, blobs);
    const path = blobPath(directory, media.frames[1]!.digest);
    damage(path);
    expect(await cache.get("a")).toBeUndefined();
    expect(existsSync(path)).toBe(false);
    await cache.put("a", media, blobs);
    expect(await cache.get("a")).toEqual(media);
  });

  it.each(Object.entries(damages))(
    "of a blob (%s) is told by its name when its bytes are asked for",
    async (name, damage) => {
      const directory = fresh();
      const cache = open(directory);
      const [digest] = await keep(cache, "a", 1000);
      damage(blobPath(directory, digest!));
      const error = await cache.bytes(digest!).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LostFrame);
      expect(error).toMatchObject({ digest, reason: name === "removed" ? "missing" : "damaged" });
      expect((error as Error).message).toContain(digest);
      expect(existsSync(blobPath(directory, digest!))).toBe(false);
    },
  );

  it.each(Object.entries(damages))(
    "of a blob (%s) is mended by whoever has its bytes",
    async (_, damage) => {
      const directory = fresh();
      const cache = open(directory);
      const bytes = randomBytes(1000);
      const [digest] = await keep(cache, "a", bytes);
      damage(blobPath(directory, digest!));
      await keep(cache, "b", bytes);
      expect(await cache.bytes(digest!)).toEqual(new Uint8Array(bytes));
      expect(await cache.get("a")).toBeDefined();
    },
  );

  it.each([
    ...Object.entries(damages),
    ["garbage", (path: string) => writeFileSync(path, "{]")] as const,
    ["other JSON", (path: string) => writeFileSync(path, '{"sha256":"","content":null}')] as const,
    [
      "of another request",
      (path: string) =>
        writeFileSync(path, readFileSync(entryPath(dirname(dirname(path)), contentDigest("b")))),
    ] as const,
    [
      "another number",
      (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("640", "641")),
    ] as const,
  ])("of an entry (%s) is a miss, and heals", async (_, damage) => {
    const directory = fresh();
    const cache = open(directory);
    await keep(cache, "b", 1000);
    const { media, blobs } = fakeAnswer(randomBytes(1000));
    await cache.put("a", media, blobs);
    damage(entryPath(directory, contentDigest("a")));
    expect(await cache.get("a")).toBeUndefined();
    await cache.list();
    await cache.prune(1e9);
    await cache.put("a", media, blobs);
    expect(await cache.get("a")).toEqual(media);
  });

  it("cannot lead out of the directory", async () => {
    const cache = open(fresh());
    for (const digest of ["", "../../etc/passwd", "A".repeat(64), `${"a".repeat(64)}/..`])
      await expect(cache.bytes(digest)).rejects.toThrow(TypeError);
  });
});

describe("prune", () => {
  it("removes what was used longest ago, and no more than needed", async () => {
    const directory = fresh();
    const cache = open(directory);
    for (const [request, minutes] of [
      ["new", 10],
      ["oldest", 40],
      ["old", 30],
      ["older", 35],
    ] as const)
      age(directory, request, await keep(cache, request, 10_000), minutes);
    const report = await cache.prune(25_000);
    expect((await cache.list()).map((entry) => entry.request)).toEqual(["new", "old"]);
    expect(report).toMatchObject({ removedEntries: 2, removedBlobs: 2, remainingEntries: 2 });
    const { bytes } = await cache.stats();
    expect(bytes).toBe(report.remainingBytes);
    expect(bytes).toBeLessThanOrEqual(25_000);
    expect(await cache.get("oldest")).toBeUndefined();
    expect(await cache.get("old")).toBeDefined();
  });

  it("counts getting as a use", async () => {
    const directory = fresh();
    const cache = open(directory);
    const first = await keep(cache, "first", 10_000);
    age(directory, "first", first, 40);
    age(directory, "second", await keep(cache, "second", 10_000), 20);
    await cache.get("first");
    await cache.prune(0);
    expect((await cache.list()).map((entry) => entry.request)).toEqual(["first"]);
    expect(await cache.bytes(first[0]!)).toHaveLength(10_000);
  });

  it("notes a use at most once a minute", async () => {
    const directory = fresh();
    const cache = open(directory);
    const digests = await keep(cache, "a", 10);
    const used = () =>
      [entryPath(directory, contentDigest("a")), blobPath(directory, digests[0]!)].map(
        (path) => statSync(path).mtimeMs,
      );
    age(directory, "a", digests, 0.5);
    const before = used();
    await cache.get("a");
    await cache.bytes(digests[0]!);
    expect(used()).toEqual(before);
    age(directory, "a", digests, 1.5);
    await cache.get("a");
    for (const ms of used()) expect(Date.now() - ms).toBeLessThan(30_000);
  });

  it("keeps what was used in the last minutes, whatever the bound", async () => {
    const directory = fresh();
    const cache = open(directory);
    age(directory, "a", await keep(cache, "a", 1000), 4);
    expect(await cache.prune(0)).toMatchObject({ removedEntries: 0, removedBlobs: 0 });
    const eager = openFrameCache({ directory, maxBytes: 1e9, protectMs: 60_000 });
    expect(await eager.prune(0)).toMatchObject({
      removedEntries: 1,
      removedBlobs: 1,
      remainingBytes: 0,
    });
  });

  it("keeps blobs that a remaining entry uses, or whose bytes were asked for", async () => {
    const directory = fresh();
    const cache = open(directory);
    const shared = randomBytes(10_000);
    const asked = randomBytes(10_000);
    const old = await keep(cache, "old", shared, asked, 10_000);
    age(directory, "old", old, 60);
    const kept = await keep(cache, "kept", shared);
    age(directory, "kept", kept, 30);
    await cache.bytes(old[1]!);
    expect(await cache.prune(21_500)).toMatchObject({ removedEntries: 1, removedBlobs: 1 });
    expect(await cache.get("kept")).toBeDefined();
    expect(await cache.bytes(old[1]!)).toEqual(new Uint8Array(asked));
    await expect(cache.bytes(old[2]!)).rejects.toThrow(LostFrame);
  });

  it("removes old blobs without an entry, old garbage, and drafts after an hour", async () => {
    const directory = fresh();
    const cache = open(directory);
    const [orphan] = await keep(cache, "a", 100);
    age(directory, "a", [orphan!], 20);
    rmSync(entryPath(directory, contentDigest("a")));
    const [young] = await keep(cache, "b", 100);
    rmSync(entryPath(directory, contentDigest("b")));
    const garbage = entryPath(directory, contentDigest("garbage"));
    const abandoned = `${blobPath(directory, young!)}.${randomUUID()}.part`;
    const underWay = `${entryPath(directory, young!)}.${randomUUID()}.part`;
    for (const [path, minutes] of [
      [garbage, 20],
      [abandoned, 61],
      [underWay, 59],
    ] as const) {
      writeFileSync(path, "half");
      const then = new Date(Date.now() - minutes * 60_000);
      utimesSync(path, then, then);
    }
    await cache.prune(1e9);
    expect(
      [blobPath(directory, orphan!), blobPath(directory, young!), garbage, abandoned, underWay].map(
        existsSync,
      ),
    ).toEqual([false, true, false, false, true]);
  });

  it("leaves what is got or put while it is at work", async () => {
    const directory = fresh();
    const cache = open(directory);
    const answers = Array.from({ length: 40 }, (_, i) => ({
      request: `request ${i}`,
      ...fakeAnswer(randomBytes(50), randomBytes(50), randomBytes(50)),
    }));
    const expected = new Set<string>();
    let hits = 0;
    let removed = 0;
    for (let round = 0; round < 8; round++) {
      for (const { request, media, blobs } of answers) {
        await cache.put(request, media, blobs);
        age(directory, request, [...blobs.keys()], 20);
      }
      const pruning = cache.prune(0);
      for (const [i, { request, media, blobs }] of answers.toReversed().entries()) {
        if (i % 3 === 0) await cache.put(request, media, blobs);
        else if (!(await cache.get(request))) continue;
        hits++;
        blobs.forEach((_, digest) => void expected.add(digest));
      }
      removed += (await pruning).removedBlobs;
      for (const digest of expected) expect(await cache.bytes(digest)).toHaveLength(50);
      expected.clear();
    }
    expect(Math.min(hits, removed)).toBeGreaterThan(8);
  });

  it("passes over what it may not remove", async () => {
    const directory = fresh();
    const cache = open(directory);
    age(directory, "a", await keep(cache, "a", 100), 20);
    const entries = join(directory, "entries");
    chmodSync(entries, 0o500);
    try {
      // The superuser may remove it all the same.
      const { removedEntries } = await cache.prune(0);
      expect(removedEntries).toBe(process.getuid?.() === 0 ? 1 : 0);
    } finally {
      chmodSync(entries, 0o700);
    }
  });
});

describe("the bound", () => {
  it("is kept within a tenth while frames are put, and the newest stay", async () => {
    const directory = fresh();
    const cache = openFrameCache({ directory, maxBytes: 200_000, protectMs: -1 });
    let most = 0;
    for (let i = 0; i < 60; i++) {
      await keep(cache, `request ${i}`, 5_000, 5_000);
      most = Math.max(most, (await cache.stats()).bytes);
    }
    expect(most).toBeLessThan(220_000 + 11_000);
    expect(most).toBeGreaterThan(190_000);
    expect(await cache.get("request 59")).toBeDefined();
    expect(await cache.get("request 0")).toBeUndefined();
  });

  it("lets recent frames exceed it, and does not try again at once", async () => {
    const directory = fresh();
    const cache = openFrameCache({ directory, maxBytes: 10_000 });
    for (let i = 0; i < 5; i++) await keep(cache, `request ${i}`, 5_000);
    expect(await cache.stats()).toMatchObject({ entries: 5, blobs: 5 });
    const mark = join(directory, "last-prune");
    const { mtimeMs } = statSync(mark);
    await keep(cache, "one more", 5_000);
    expect(statSync(mark).mtimeMs).toBe(mtimeMs);
  });
});

describe("list, stats and clear", () => {
  it("know nothing of a directory that does not exist", async () => {
    const directory = fresh();
    const cache = open(directory);
    expect(await cache.list()).toEqual([]);
    expect(await cache.stats()).toEqual({ entries: 0, blobs: 0, bytes: 0 });
    expect(await cache.prune(0)).toMatchObject({ removedEntries: 0, remainingBytes: 0 });
    expect(await cache.clear()).toEqual({ entries: 0, blobs: 0, bytes: 0 });
    expect(existsSync(directory)).toBe(false);
  });

  it("list what is kept", async () => {
    const directory = fresh();
    const cache = open(directory);
    const bytes = randomBytes(1_000);
    await keep(cache, "a", bytes, bytes, 500);
    const [entry] = await cache.list();
    expect(entry).toMatchObject({
      key: contentDigest("a"),
      request: "a",
      source: contentDigest("a file"),
      frames: 3,
      distinct: 2,
    });
    expect(entry!.sizeBytes).toBe((await cache.stats()).bytes);
    expect(Math.abs(Date.now() - entry!.usedMs)).toBeLessThan(30_000);
  });

  it("clear the cache and nothing else", async () => {
    const directory = fresh();
    const cache = open(directory);
    await keep(cache, "a", 100, 200);
    const others = ["notes.txt", "blobs/mine.txt", "blobs/ab/photo.jpg", "entries/list.json"].map(
      (name) => join(directory, name),
    );
    for (const path of others) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "mine");
    }
    expect(await cache.clear()).toMatchObject({ entries: 1, blobs: 2 });
    expect(await cache.stats()).toEqual({ entries: 0, blobs: 0, bytes: 0 });
    expect(others.map((path) => readFileSync(path, "utf8"))).toEqual(others.map(() => "mine"));
  });
});
