import { hash } from "node:crypto";
import type { MediaFrames } from "../../src/core/data/media.ts";

/** An answer as a decoder would give it, with these bytes as its frames; for tests. */
export function fakeAnswer(...pictures: readonly Uint8Array[]): {
  readonly media: MediaFrames;
  readonly blobs: ReadonlyMap<string, Uint8Array>;
} {
  const digests = pictures.map((bytes) => hash("sha256", bytes, "hex"));
  const frames = digests.map((digest, i) => ({
    atSeconds: i / 3,
    digest,
    mediaType: "image/jpeg",
    width: 640,
    height: 360,
  }));
  return {
    media: {
      frames,
      distinct: new Set(digests).size,
      source: hash("sha256", "a file", "hex"),
      decoder: "fake 1",
      warnings: [],
      seconds: null,
      framesPerSecond: null,
    },
    blobs: new Map(digests.map((digest, i) => [digest, pictures[i]!])),
  };
}
