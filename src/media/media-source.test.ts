import { createHash } from "node:crypto";
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeVideo } from "../../test/media/encode-video.ts";
import { testVideos } from "../../test/media/test-videos.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { FrameRequest } from "../core/data/media.ts";
import { LostFrame } from "./cache/lost-frame.ts";
import { mediaSource } from "./media-source.ts";

const root = temporaryFolder();
const how = { signal: new AbortController().signal };
const request: FrameRequest = {
  sampler: { strategy: "middle", count: 2 },
  encoding: { format: "jpeg", quality: 90, longestSide: 768 },
};

function settings() {
  const cache = { directory: join(root.path, "cache"), maxBytes: 1e6 };
  return { root: join(root.path, "media"), request, cache, timeLimitMs: 1000, decoder: "none" };
}

function source(sampler = request.sampler) {
  const folder = join(root.path, "media");
  mkdirSync(folder, { recursive: true });
  return mediaSource({ ...settings(), request: { ...request, sampler } });
}

describe("a whole file", () => {
  const bytes = Buffer.from("\0\0\0\x18ftypisom and nothing more");

  it("is given with its digest, size and type", async () => {
    await using media = source();
    const path = join(root.path, "media", "clip.bin");
    writeFileSync(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(await media.file({ kind: "video", path: "clip.bin" })).toEqual({
      kind: "answered",
      value: { path, sha256, sizeBytes: bytes.length, mediaType: "video/mp4" },
    });
    writeFileSync(path, "GIF89a, another file by now");
    expect(await media.file({ kind: "video", path: "clip.bin" })).toMatchObject({
      value: { mediaType: "image/gif", sizeBytes: 27 },
    });
    expect(await media.digest({ kind: "video", path: "clip.bin" })).not.toBe(sha256);
  });

  it.each([
    ["nothing.mp4", "no such file"],
    ["../outside.mp4", "lies outside"],
    ["link.mp4", "leads outside"],
    ["folder", "is no file"],
    ["empty.mp4", "is empty"],
  ])("%s is a media-error: %s", async (path, reason) => {
    await using media = source();
    writeFileSync(join(root.path, "outside.mp4"), bytes);
    if (path === "link.mp4")
      symlinkSync(join(root.path, "outside.mp4"), join(root.path, "media", path));
    if (path === "folder") mkdirSync(join(root.path, "media", path));
    if (path === "empty.mp4") writeFileSync(join(root.path, "media", path), "");
    expect(await media.file({ kind: "video", path })).toEqual({
      kind: "media-error",
      reason: expect.stringContaining(reason),
    });
  });
});

it("refuses a sampler that cannot be, and knows one sampler written in two ways", async () => {
  expect(() => source({ strategy: "uniform", count: 0 })).toThrow("count");
  await using short = source({ strategy: "middle", count: 2 });
  await using long = source({ strategy: "middle", count: 2, strict: false });
  expect(short.identity).toEqual(long.identity);
});

it("shows spans of a video, and decodes a frame again that the cache has lost", async () => {
  const folder = join(root.path, "media");
  mkdirSync(folder, { recursive: true });
  encodeVideo(join(folder, "long.mp4"), testVideos["h264 mp4, GOP 30, 600 frames"]!);
  const cache = { directory: join(root.path, "lost"), maxBytes: 1e9 };
  await using media = mediaSource({ ...settings(), cache, timeLimitMs: 60_000 });
  const ref = { kind: "video", path: "long.mp4", from: 2 } as const;
  const wants = [{ span: [3, 5] }, { span: [90, 95] }, { factsOnly: true }] as const;
  const [shown, beyond, facts] = await media.look(ref, wants, { ...how, isUrgent: true });
  const frames = shown?.kind === "answered" ? shown.value.frames : [];
  expect(frames.map(({ atSeconds }) => atSeconds)).toEqual([4, 4.04]);
  for (const none of [beyond, facts])
    expect(none).toMatchObject({ value: { frames: [], distinct: 0, seconds: 22 } });
  const bytes = await media.bytes(frames[1]!);
  rmSync(join(cache.directory, "blobs"), { recursive: true });
  expect(await media.bytes(frames[1]!)).toEqual(bytes);
  const first = { atSeconds: 0, digest: "0".repeat(64), mediaType: "", width: 0, height: 0 };
  await expect(media.bytes(first)).rejects.toThrow(LostFrame);
});

it("refuses a span where the sampler names times itself", async () => {
  await using media = source({ strategy: "explicit", times: [1] });
  const ref = { kind: "video", path: "any.mp4" } as const;
  await expect(media.look(ref, [{}, { span: [0, 1] }], how)).rejects.toThrow(RangeError);
});

it("blames no file where the cache cannot be written", async () => {
  mkdirSync(join(root.path, "media"), { recursive: true });
  writeFileSync(join(root.path, "no-folder"), "");
  const old = new Date(Date.now() - 60_000);
  const path = join(root.path, "media", "kept.mp4");
  writeFileSync(path, "\0\0\0\x18ftypisom and nothing more");
  utimesSync(path, old, old);
  await using media = mediaSource({
    ...settings(),
    cache: { directory: join(root.path, "no-folder", "cache"), maxBytes: 1e6 },
  });
  const ref = { kind: "video", path: "kept.mp4" } as const;
  const outcome = {
    kind: "failed",
    reason: expect.stringMatching(/^kept\.mp4: cannot write to the cache: .*VIDIMUS_CACHE/),
  };
  expect(await media.file(ref)).toEqual(outcome);
  expect(await media.look(ref, [{}], how)).toEqual([outcome]);
});

describe("a file whose digest is known", () => {
  const content = "\0\0\0\x18ftypisom and nothing more";
  const digest = createHash("sha256").update(content).digest("hex");

  function listed(
    sha256: string | undefined,
    onUnlisted: (path: string) => void = () => undefined,
  ) {
    mkdirSync(join(root.path, "media"), { recursive: true });
    writeFileSync(join(root.path, "media", "listed.mp4"), content);
    const known = { list: "sums.sha256", digest: () => sha256 };
    return mediaSource({ ...settings(), known, onUnlisted });
  }

  it("is not shown where it is another one by now", async () => {
    await using media = listed("0".repeat(64));
    const reason = `listed.mp4: differs from the digest in sums.sha256 (SHA-256 ${digest.slice(0, 12)}…, expected 000000000000…)`;
    const ref = { kind: "video", path: "listed.mp4" } as const;
    expect(await media.file(ref)).toEqual({ kind: "media-error", reason });
    expect(await media.look(ref, [{}], how)).toEqual([{ kind: "media-error", reason }]);
  });

  it("may be known by its MD5", async () => {
    const md5 = createHash("md5").update(content).digest("hex");
    const ref = { kind: "video", path: "listed.mp4" } as const;
    await using same = listed(md5);
    expect((await same.file(ref)).kind).toBe("answered");
    await using other = listed("0".repeat(32));
    expect(await other.file(ref)).toEqual({
      kind: "media-error",
      reason: `listed.mp4: differs from the digest in sums.sha256 (MD5 ${md5.slice(0, 12)}…, expected 000000000000…)`,
    });
  });

  it("is given where it is the same, and one that is not listed is told once", async () => {
    const told: string[] = [];
    await using same = listed(digest, (path) => told.push(path));
    expect((await same.file({ kind: "video", path: "listed.mp4" })).kind).toBe("answered");
    expect(told).toEqual([]);
    await using unknown = listed(undefined, (path) => told.push(path));
    for (let i = 0; i < 2; i++)
      expect((await unknown.file({ kind: "video", path: "listed.mp4" })).kind).toBe("answered");
    expect(told).toEqual(["listed.mp4"]);
  });
});
