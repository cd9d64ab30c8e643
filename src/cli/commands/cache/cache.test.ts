import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { fakeAlbum, fakeKey, findAlbum, keepAlbum } from "../../../../test/fakes/fake-album.ts";
import { canonicalJson } from "../../../core/json.ts";
import { contentDigest } from "../../../files/content-digest.ts";
import { fileDigest } from "../../../media/cache/digest-cache.ts";
import { openFrameCache } from "../../../media/cache/frame-cache.ts";
import { blobPath, entryPath } from "../../../media/cache/frame-files.ts";
import type { Flags } from "../command.ts";
import { run } from "./cache.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-cache-command-"));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const empty = ["tables", "media", "remote", "hub", "downloads", "archives"].map((id) => ({
  id,
  count: 0,
  bytes: 0,
}));

async function output(argument: string | undefined, flags: Flags): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    expect(await run(argument, flags)).toBe(0);
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

/** A cache with two frames of a known video, used three hours ago. */
async function filled() {
  const directory = join(mkdtempSync(join(root, "c-")), "cache");
  const video = join(root, "kitchen.mp4");
  const longAgo = new Date(Date.now() - 3 * 3_600_000 - 1000);
  writeFileSync(video, "a file");
  utimesSync(video, longAgo, longAgo);
  expect(await fileDigest(video, directory)).toBe(contentDigest("a file"));
  const album = fakeAlbum(randomBytes(20_000), randomBytes(20_000));
  await keepAlbum(openFrameCache({ directory, maxBytes: 1e9 }), "middle", album);
  const files = [
    entryPath(directory, contentDigest(canonicalJson(fakeKey("middle")))),
    ...[...album.blobs.keys()].map((key) => blobPath(directory, key)),
  ];
  const age = (hours: number) => {
    const then = new Date(Date.now() - hours * 3_600_000 - 1000);
    for (const path of files) utimesSync(path, then, then);
  };
  age(3);
  return { directory, video, age };
}

it("lists how much there is of each kind, and no entries", async () => {
  const { directory, video } = await filled();
  const text = await output(undefined, { directory });
  expect(text).toMatch(/^kind +number +size +what\n/);
  expect(text).toMatch(/frames +2 +40\.\d kB/);
  expect(text).toMatch(/digests +1 +\d+ B/);
  expect(text).not.toContain(video);
  expect(text).toMatch(/kB in .*\nentries of a kind: vidimus cache list --kind frames\n$/);
});

it("lists the entries of a kind after the totals, with the path of the source where it is known", async () => {
  const { directory, video } = await filled();
  const text = await output("list", { directory, kind: ["frames"] });
  expect(text).toMatch(/^kind +number.*frames, used last first\nentry +size +used +frames\n/s);
  expect(text).toContain(video);
  expect(text).toMatch(/ 40\.\d kB {2}3 h ago {2}2: \{"name":"middle"/);
  expect(await output("list", { directory, kind: ["replies"] })).toContain(
    "replies: entries are not listed",
  );
});

it("lists the twenty that were used last, or all", async () => {
  const { directory } = await filled();
  const cache = openFrameCache({ directory, maxBytes: 1e9 });
  for (let at = 0; at < 21; at++) {
    await keepAlbum(cache, `number ${at}`, fakeAlbum(randomBytes(10)));
  }
  const some = await output("list", { directory, kind: ["frames"] });
  expect(some).toContain("frames, the 20 of 22 used last (--all lists all)");
  expect(some.match(/"name":/g)).toHaveLength(20);
  expect(some).not.toContain('"middle"');
  expect(
    (await output("list", { directory, kind: ["frames"], all: true })).match(/"name":/g),
  ).toHaveLength(22);
  expect((await output("list", { directory, all: true })).match(/"name":/g)).toHaveLength(22);
});

it("lists as JSON", async () => {
  const { directory, video } = await filled();
  const document = JSON.parse(await output("list", { directory, json: true }));
  expect(document).toMatchObject({
    schema: "vidimus-cache/1",
    directory,
    kinds: [
      { id: "frames", count: 2 },
      { id: "replies", count: 0 },
      { id: "embeddings", count: 0 },
      { id: "digests", count: 1 },
      ...empty,
    ],
  });
  expect(document).not.toHaveProperty("entries");
  expect(
    JSON.parse(await output("list", { directory, kind: ["frames"], json: true })).entries,
  ).toMatchObject([
    { kind: "frames", path: video, frames: 2, request: canonicalJson(fakeKey("middle")) },
  ]);
});

it("prunes to a size", async () => {
  const { directory } = await filled();
  expect(await output("prune", { directory })).toMatch(/frames +0 +0 B +2 +40\.\d kB/);
  expect(JSON.parse(await output("prune", { directory, max: "50kB", json: true }))).toMatchObject({
    maxBytes: 50_000,
    kinds: [
      { id: "frames", removed: 0, left: 2 },
      { id: "replies" },
      { id: "embeddings", removed: 0, left: 0 },
      { id: "digests", removed: 0, left: 1 },
      { id: "tables", removed: 0, left: 0 },
    ],
  });
  expect(await output("prune", { directory, max: "39 kB" })).toMatch(
    /frames +2 +40\.\d kB +0 +0 B/,
  );
});

it("prunes by age", async () => {
  const { directory, age } = await filled();
  expect(await output("prune", { directory, unused: 1 })).toMatch(/frames +0 /);
  age(25);
  expect(await output("prune", { directory, unused: 2 })).toMatch(/frames +0 /);
  expect(await output("prune", { directory, unused: 1 })).toMatch(/frames +2 /);
});

it("says why it could not prune", async () => {
  const { directory } = await filled();
  await findAlbum(openFrameCache({ directory, maxBytes: 1e9 }), "middle");
  expect(await output("prune", { directory, max: "0" })).toContain("used too recently");
});

it("clears, digests too", async () => {
  const { directory } = await filled();
  expect(JSON.parse(await output("clear", { directory, json: true }))).toMatchObject({
    kinds: [
      { id: "frames", removed: 2, left: 0 },
      { id: "replies", removed: 0 },
      { id: "embeddings", removed: 0, left: 0 },
      { id: "digests", removed: 1, left: 0 },
      { id: "tables", removed: 0, left: 0 },
    ],
  });
  expect(await output("list", { directory })).toMatch(/0 B in .*\n$/);
});

describe("what was fetched", () => {
  const sha256 = "ab".repeat(32);
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);

  /** One thing of each kind, used ten days ago, and files beside them that are nobody's. */
  function fetched() {
    const directory = mkdtempSync(join(root, "f-"));
    const write = (path: string, used: Date) => {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), "0123456789");
      utimesSync(join(directory, path), used, used);
    };
    for (const path of [
      `blobs/ab/${sha256}.mp4`,
      `remote/objects/${sha256}-10.mp4`,
      `hub/blobs/${"cd".repeat(20)}`,
      `downloads/${sha256}`,
      `archives/${sha256}/a/b.mp4`,
    ])
      write(path, days(10));
    utimesSync(join(directory, `archives/${sha256}`), days(10), days(10));
    for (const path of [
      "downloads/holiday.jpg",
      "hub/blobs/notes",
      "remote/objects/mine.mp4",
      "archives/letters/a.txt",
      "blobs/ab/mine",
    ])
      write(path, days(100));
    return { directory, write, there: (path: string) => existsSync(join(directory, path)) };
  }

  it("is listed, and stays unless it is named", async () => {
    const { directory, there } = fetched();
    expect(
      JSON.parse(await output("list", { directory, json: true })).kinds.slice(5),
    ).toMatchObject(
      ["media", "remote", "hub", "downloads", "archives"].map((id) => ({
        id,
        count: 1,
        bytes: 10,
      })),
    );
    expect(await output("list", { directory, kind: ["downloads"] })).toMatch(
      new RegExp(
        `downloads, used last first\\nentry +size +used\\n.*\\ndownloads/${sha256} +10 B +10 days ago\\n$`,
      ),
    );
    const kept =
      "kept what was fetched, unless named with --kind: media 10 B, remote 10 B, hub 10 B, downloads 10 B, archives 10 B";
    expect(await output("clear", { directory })).toContain(kept);
    expect(await output("prune", { directory, max: "0", unused: 1 })).toContain(kept);
    expect(there(`downloads/${sha256}`)).toBe(true);
  });

  it("is kept apart from tables that were derived, which can be derived again", async () => {
    const { directory, write, there } = fetched();
    write(`tables/${sha256}/windows.csv`, days(10));
    utimesSync(join(directory, `tables/${sha256}`), days(10), days(10));
    write("tables/mine/windows.csv", days(10));
    expect(await output("list", { directory, kind: ["tables"] })).toContain(`tables/${sha256}`);
    await output("prune", { directory, max: "0" });
    expect([there(`tables/${sha256}`), there("tables/mine"), there(`downloads/${sha256}`)]).toEqual(
      [false, true, true],
    );
  });

  it("is cleared by kind, and nothing that bears another name", async () => {
    const { directory, there } = fetched();
    expect(
      JSON.parse(await output("clear", { directory, kind: ["archives"], json: true })).kinds,
    ).toEqual([{ id: "archives", removed: 1, freedBytes: 10, left: 0, leftBytes: 0 }]);
    expect([there(`archives/${sha256}`), there(`downloads/${sha256}`)]).toEqual([false, true]);
    await output("clear", { directory, kind: ["all"] });
    expect(
      JSON.parse(await output("list", { directory, json: true })).kinds.map(
        ({ bytes }: { bytes: number }) => bytes,
      ),
    ).toEqual(Array(10).fill(0));
    for (const path of [
      "downloads/holiday.jpg",
      "hub/blobs/notes",
      "remote/objects/mine.mp4",
      "archives/letters/a.txt",
      "blobs/ab/mine",
    ])
      expect(there(path), path).toBe(true);
  });

  it("is pruned by age and by size, the oldest first, and not while it may be in use", async () => {
    const { directory, write, there } = fetched();
    const [older, today] = ["01", "02"].map((byte) => `downloads/${byte.repeat(32)}`) as [
      string,
      string,
    ];
    write(older, days(20));
    write(today, days(0));
    const kind = ["downloads"];
    expect(await output("prune", { directory, kind, max: "20B" })).toMatch(
      /downloads +1 +10\.?0* B +2 /,
    );
    expect([there(older), there(`downloads/${sha256}`), there(today)]).toEqual([false, true, true]);
    expect(await output("prune", { directory, kind, unused: 11 })).toMatch(/downloads +0 /);
    expect(await output("prune", { directory, kind, unused: 9 })).toMatch(/downloads +1 /);
    expect(await output("prune", { directory, kind, max: "0" })).toContain("used too recently");
    expect(there(today)).toBe(true);
  });
});

it("takes the directory from the environment", async () => {
  const { directory } = await filled();
  vi.stubEnv("VIDIMUS_CACHE", directory);
  expect(await output("list", {})).toContain(directory);
  vi.unstubAllEnvs();
});

it("refuses what it does not know", async () => {
  await expect(run("purge", { directory: root })).rejects.toThrow(/unknown action "purge"/);
  await expect(run("prune", { directory: root, max: "lots" })).rejects.toThrow(
    /"lots" is not a size/,
  );
  await expect(run("clear", { directory: root, max: "1GB" })).rejects.toThrow(
    /--max does nothing for cache clear/,
  );
  await expect(run("list", { directory: root, unused: 3 })).rejects.toThrow(
    /--unused does nothing for cache list/,
  );
  await expect(run("prune", { directory: root, all: true })).rejects.toThrow(
    /--all does nothing for cache prune/,
  );
  await expect(run("clear", { directory: root, kind: ["hup"] })).rejects.toThrow(
    /unknown kind of cached files "hup"/,
  );
});
