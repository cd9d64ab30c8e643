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
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { fakeAlbum, fakeKey, findAlbum, keepAlbum } from "../../../test/fakes/fake-album.ts";
import { canonicalJson } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { removeIf } from "./draft-file.ts";
import { type FrameCache, openFrameCache } from "./frame-cache.ts";
import { blobPath, entryPath } from "./frame-files.ts";
import { LostFrame } from "./lost-frame.ts";
import { sealJson } from "./sealed-json.ts";

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
  const album = fakeAlbum(
    ...frames.map((frame) => (typeof frame === "number" ? randomBytes(frame) : frame)),
  );
  await keepAlbum(cache, request, album);
  return [...album.frames.values()].map((frame) => frame.digest);
}

const entryOf = (directory: string, request: string) =>
  entryPath(directory, contentDigest(canonicalJson(fakeKey(request))));

/** How many frames are found. */
async function found(cache: FrameCache, request: string): Promise<number> {
  return (await findAlbum(cache, request)).size;
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
    entryOf(directory, request),
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
    const answers = fc.record({
      pictures: fc.array(picture, { minLength: 1, maxLength: 6 }),
      request: text,
      warnings: fc.array(text),
      places: fc.uniqueArray(fc.nat(99), { minLength: 6, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(answers, async ({ pictures, request, warnings, places }) => {
        const { frames, blobs } = fakeAlbum(...pictures);
        const given = new Map([...frames].map(([i, one]) => [places[i]!, { ...one, warnings }]));
        await keepAlbum(open(directory), request, { frames: given, blobs });
        const kept = await findAlbum(open(directory), request);
        for (const [place, frame] of given) expect(kept.get(place)).toEqual(frame);
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
    expect(JSON.parse(readFileSync(entryOf(directory, "a"), "utf8")).content.request).toBe(
      canonicalJson(fakeKey("a")),
    );
  });

  it("is not found by another request", async () => {
    const cache = open(fresh());
    expect(await found(cache, "a")).toBe(0);
    await keep(cache, "a", 10);
    expect(await found(cache, "a ")).toBe(0);
  });

  it("adds to what was kept before, and replaces frames of the same place", async () => {
    const cache = open(fresh());
    const [first, second] = [
      fakeAlbum(randomBytes(10), randomBytes(20)),
      fakeAlbum(randomBytes(9)),
    ];
    await keepAlbum(cache, "a", first);
    await keepAlbum(cache, "a", {
      ...second,
      frames: new Map([[7, { ...second.frames.get(0)!, warnings: ["odd"] }]]),
    });
    expect([...(await findAlbum(cache, "a")).keys()]).toEqual([0, 1, 7]);
    expect(await cache.frames(fakeKey("a"), [1, 5, 7])).toEqual(
      new Map([
        [1, first.frames.get(1)!],
        [7, { ...second.frames.get(0)!, warnings: ["odd"] }],
      ]),
    );
    await keepAlbum(cache, "a", second);
    expect((await findAlbum(cache, "a")).get(0)).toEqual(second.frames.get(0));
  });

  it("is facts of a file too, with every bit of its times", async () => {
    const directory = fresh();
    const facts = {
      times: Float64Array.from({ length: 5_000 }, (_, at) => at * (1 / 29.97)),
      seconds: 5_000 / 29.97,
      framesPerSecond: null,
      warnings: ["odd"],
      index: "table",
    } as const;
    expect(await open(directory).facts(fakeKey("a"))).toBeUndefined();
    await open(directory).keepFacts(fakeKey("a"), facts);
    expect(await open(directory).facts(fakeKey("a"))).toEqual(facts);
    expect(await found(open(directory), "a")).toBe(0);
    const blob = filesBelow(directory).find((name) => name.startsWith("blobs"))!;
    writeFileSync(join(directory, blob), "damaged");
    expect(await open(directory).facts(fakeKey("a"))).toBeUndefined();
    await open(directory).keepFacts(fakeKey("a"), facts);
    expect(await open(directory).facts(fakeKey("a"))).toEqual(facts);
  });

  it("of an older version is not read, and goes when it is old", async () => {
    const directory = fresh();
    const path = entryOf(directory, "a");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, sealJson({ version: 1, request: canonicalJson(fakeKey("a")), media: {} }));
    expect(await found(open(directory), "a")).toBe(0);
    expect(await open(directory).list()).toEqual([]);
    const then = new Date(Date.now() - 20 * 60_000);
    utimesSync(path, then, then);
    await open(directory).prune(1e9);
    expect(existsSync(path)).toBe(false);
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

  it.each(Object.entries(damages))(
    "of a blob (%s) is a miss of its frame, and heals",
    async (_, damage) => {
      const directory = fresh();
      const cache = open(directory);
      const album = fakeAlbum(randomBytes(1000), randomBytes(1000));
      await keepAlbum(cache, "a", album);
      const path = blobPath(directory, album.frames.get(1)!.digest);
      damage(path);
      expect([...(await findAlbum(cache, "a")).keys()]).toEqual([0]);
      expect(existsSync(path)).toBe(false);
      await keepAlbum(cache, "a", album);
      expect(await findAlbum(cache, "a")).toEqual(album.frames);
    },
  );

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

  it("is not confused with a blob that a pruning process has moved aside to judge it", async () => {
    const directory = fresh();
    const cache = open(directory);
    const bytes = randomBytes(1000);
    const [digest] = await keep(cache, "a", bytes);
    const path = blobPath(directory, digest!);
    let reading: Promise<Uint8Array> | undefined;
    const judged = removeIf(path, async () => {
      reading = cache.bytes(digest!);
      await setTimeout(10);
      return false;
    });
    expect(await judged).toBe(false);
    expect(await reading).toEqual(new Uint8Array(bytes));
  });

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
      expect(await found(cache, "a")).toBe(1);
    },
  );

  it.each([
    ...Object.entries(damages),
    ["garbage", (path: string) => writeFileSync(path, "{]")] as const,
    ["other JSON", (path: string) => writeFileSync(path, '{"sha256":"","content":null}')] as const,
    [
      "of another request",
      (path: string) => writeFileSync(path, readFileSync(entryOf(dirname(dirname(path)), "b"))),
    ] as const,
    [
      "another number",
      (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("640", "641")),
    ] as const,
  ])("of an entry (%s) is a miss, and heals", async (_, damage) => {
    const directory = fresh();
    const cache = open(directory);
    await keep(cache, "b", 1000);
    const album = fakeAlbum(randomBytes(1000));
    await keepAlbum(cache, "a", album);
    damage(entryOf(directory, "a"));
    expect(await found(cache, "a")).toBe(0);
    await cache.list();
    await cache.prune(1e9);
    await keepAlbum(cache, "a", album);
    expect(await findAlbum(cache, "a")).toEqual(album.frames);
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
    expect((await cache.list()).map((entry) => JSON.parse(entry.request).name)).toEqual([
      "new",
      "old",
    ]);
    expect(report).toMatchObject({ removedEntries: 2, removedBlobs: 2, remainingEntries: 2 });
    const { bytes } = await cache.stats();
    expect(bytes).toBe(report.remainingBytes);
    expect(bytes).toBeLessThanOrEqual(25_000);
    expect(await found(cache, "oldest")).toBe(0);
    expect(await found(cache, "old")).toBeGreaterThan(0);
  });

  it("counts getting as a use", async () => {
    const directory = fresh();
    const cache = open(directory);
    const first = await keep(cache, "first", 10_000);
    age(directory, "first", first, 40);
    age(directory, "second", await keep(cache, "second", 10_000), 20);
    await findAlbum(cache, "first");
    await cache.prune(0);
    expect((await cache.list()).map((entry) => JSON.parse(entry.request).name)).toEqual(["first"]);
    expect(await cache.bytes(first[0]!)).toHaveLength(10_000);
  });

  it("notes a use at most once a minute", async () => {
    const directory = fresh();
    const cache = open(directory);
    const digests = await keep(cache, "a", 10);
    const used = () =>
      [entryOf(directory, "a"), blobPath(directory, digests[0]!)].map(
        (path) => statSync(path).mtimeMs,
      );
    age(directory, "a", digests, 0.5);
    const before = used();
    await findAlbum(cache, "a");
    await cache.bytes(digests[0]!);
    expect(used()).toEqual(before);
    age(directory, "a", digests, 1.5);
    await findAlbum(cache, "a");
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
    expect(await found(cache, "kept")).toBeGreaterThan(0);
    expect(await cache.bytes(old[1]!)).toEqual(new Uint8Array(asked));
    await expect(cache.bytes(old[2]!)).rejects.toThrow(LostFrame);
  });

  it("removes old blobs without an entry, old garbage, and drafts after an hour", async () => {
    const directory = fresh();
    const cache = open(directory);
    const [orphan] = await keep(cache, "a", 100);
    age(directory, "a", [orphan!], 20);
    rmSync(entryOf(directory, "a"));
    const [young] = await keep(cache, "b", 100);
    rmSync(entryOf(directory, "b"));
    const garbage = entryOf(directory, "garbage");
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
      album: fakeAlbum(randomBytes(50), randomBytes(50), randomBytes(50)),
    }));
    const expected = new Set<string>();
    let hits = 0;
    let removed = 0;
    for (let round = 0; round < 8; round++) {
      for (const { request, album } of answers) {
        await keepAlbum(cache, request, album);
        age(directory, request, [...album.blobs.keys()], 20);
      }
      const pruning = cache.prune(0);
      for (const [i, { request, album }] of answers.toReversed().entries()) {
        if (i % 3 === 0) await keepAlbum(cache, request, album);
        const { frames } = i % 3 === 0 ? album : { frames: await findAlbum(cache, request) };
        hits += Math.min(1, frames.size);
        for (const { digest } of frames.values()) expected.add(digest);
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
    expect(await found(cache, "request 59")).toBeGreaterThan(0);
    expect(await found(cache, "request 0")).toBe(0);
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
      key: contentDigest(canonicalJson(fakeKey("a"))),
      request: canonicalJson(fakeKey("a")),
      source: contentDigest("a file"),
      frames: 3,
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
