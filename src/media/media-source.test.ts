import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import type { FrameRequest } from "../core/media.ts";
import { mediaSource } from "./media-source.ts";

const root = temporaryFolder();
const request: FrameRequest = { sampler: { strategy: "middle", count: 2 }, encoding: { format: "jpeg", quality: 90, longestSide: 768 } };

function source(sampler = request.sampler) {
  const folder = join(root.path, "media");
  mkdirSync(folder, { recursive: true });
  return mediaSource({
    root: folder,
    request: { ...request, sampler },
    cache: { directory: join(root.path, "cache"), maxBytes: 1e6 },
    timeLimitMs: 1000,
    decoder: "none",
  });
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
    expect(await media.file({ kind: "video", path: "clip.bin" })).toMatchObject({ value: { mediaType: "image/gif", sizeBytes: 27 } });
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
    if (path === "link.mp4") symlinkSync(join(root.path, "outside.mp4"), join(root.path, "media", path));
    if (path === "folder") mkdirSync(join(root.path, "media", path));
    if (path === "empty.mp4") writeFileSync(join(root.path, "media", path), "");
    expect(await media.file({ kind: "video", path })).toEqual({ kind: "media-error", reason: expect.stringContaining(reason) });
  });
});

it("refuses a sampler that cannot be, and knows one sampler written in two ways", async () => {
  expect(() => source({ strategy: "uniform", count: 0 })).toThrow("count");
  await using short = source({ strategy: "middle", count: 2 });
  await using long = source({ strategy: "middle", count: 2, strict: false });
  expect(short.identity).toEqual(long.identity);
});
