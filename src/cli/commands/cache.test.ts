import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { contentDigest } from "../../files/content-digest.ts";
import { fileDigest } from "../../media/cache/digest-cache.ts";
import { fakeAnswer } from "../../media/cache/fake-answer.ts";
import { openFrameCache } from "../../media/cache/frame-cache.ts";
import { blobPath, entryPath } from "../../media/cache/frame-files.ts";
import type { Flags } from "../command.ts";
import { run } from "./cache.ts";

const root = mkdtempSync(join(tmpdir(), "vidimus-cache-command-"));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

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
  const { media, blobs } = fakeAnswer(randomBytes(20_000), randomBytes(20_000));
  await openFrameCache({ directory, maxBytes: 1e9 }).put('{"sampler":"middle"}', media, blobs);
  for (const path of [
    entryPath(directory, contentDigest('{"sampler":"middle"}')),
    ...[...blobs.keys()].map((digest) => blobPath(directory, digest)),
  ])
    utimesSync(path, longAgo, longAgo);
  return { directory, video };
}

it("lists by default, with the path of the source where it is known", async () => {
  const { directory, video } = await filled();
  const text = await output(undefined, { directory });
  expect(text).toMatch(/source +frames +size +used +request/);
  expect(text).toContain(video);
  expect(text).toMatch(/ 2 {2}40\.\d kB {2}3 h ago {2}\{"sampler":"middle"\}/);
  expect(text).toContain(`1 entry, 2 frames, 40.`);
});

it("lists as JSON", async () => {
  const { directory, video } = await filled();
  const document = JSON.parse(await output("list", { directory, json: true }));
  expect(document).toMatchObject({
    schema: "vidimus-cache/1",
    directory,
    blobs: 2,
    entries: [{ path: video, frames: 2, request: '{"sampler":"middle"}' }],
  });
});

it("prunes to a size", async () => {
  const { directory } = await filled();
  expect(await output("prune", { directory })).toMatch(
    /^removed 0 entries, 0 B; 1 entry, 40\.\d kB left\nremoved 0 replies, 0 B; 0 left\n$/,
  );
  expect(JSON.parse(await output("prune", { directory, max: "50kB", json: true }))).toMatchObject({ maxBytes: 50_000, removedEntries: 0 });
  expect(await output("prune", { directory, max: "39 kB" })).toMatch(
    /^removed 1 entry, 40\.\d kB; 0 entries, 0 B left\nremoved 0 replies, 0 B; 0 left\n$/,
  );
});

it("says why it could not prune", async () => {
  const { directory } = await filled();
  await openFrameCache({ directory, maxBytes: 1e9 }).get('{"sampler":"middle"}');
  expect(await output("prune", { directory, max: "0" })).toContain("used within the last minutes");
});

it("clears, digests too", async () => {
  const { directory } = await filled();
  expect(JSON.parse(await output("clear", { directory, json: true }))).toMatchObject({
    removedEntries: 1,
    removedBlobs: 2,
    removedDigests: 1,
  });
  expect(await output("list", { directory })).toBe(`0 entries, 0 frames, 0 B in ${directory}\n0 replies, 0 B\n`);
});

it("takes the directory from the environment", async () => {
  const { directory } = await filled();
  vi.stubEnv("VIDIMUS_CACHE", directory);
  expect(await output("list", {})).toContain(directory);
  vi.unstubAllEnvs();
});

it("refuses what it does not know", async () => {
  await expect(run("purge", { directory: root })).rejects.toThrow(/unknown action "purge"/);
  await expect(run("prune", { directory: root, max: "lots" })).rejects.toThrow(/"lots" is not a size/);
  await expect(run("clear", { directory: root, max: "1GB" })).rejects.toThrow(/--max does nothing for cache clear/);
});
