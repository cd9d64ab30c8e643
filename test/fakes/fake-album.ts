import { hash } from "node:crypto";
import type { FrameCache } from "../../src/media/cache/frame-cache.ts";
import type { CacheKey, KeptFrame } from "../../src/media/cache/frame-entry.ts";

/** Frames as a decoder would give them, with these bytes; for tests. */
export interface FakeAlbum {
  readonly frames: ReadonlyMap<number, KeptFrame>;
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

export function fakeAlbum(...pictures: readonly Uint8Array[]): FakeAlbum {
  const digests = pictures.map((bytes) => hash("sha256", bytes, "hex"));
  const frames = digests.map((digest, i): readonly [number, KeptFrame] => [
    i,
    {
      digest,
      mediaType: "image/jpeg",
      width: 640,
      height: 360,
      sizeBytes: pictures[i]!.length,
      warnings: [],
    },
  ]);
  return {
    frames: new Map(frames),
    blobs: new Map(digests.map((digest, i) => [digest, pictures[i]!])),
  };
}

export function fakeKey(name: string): CacheKey {
  return { source: hash("sha256", "a file", "hex"), name };
}

export async function keepAlbum(
  cache: FrameCache,
  name: string,
  { frames, blobs }: FakeAlbum,
): Promise<void> {
  for (const bytes of blobs.values()) await cache.keepBytes(bytes);
  await cache.addFrames(fakeKey(name), frames);
}

/** All frames that are known under a name, up to a hundred. */
export function findAlbum(
  cache: FrameCache,
  name: string,
): Promise<ReadonlyMap<number, KeptFrame>> {
  return cache.frames(fakeKey(name), Array(100).keys());
}
