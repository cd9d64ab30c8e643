import type { FrameCache } from "../cache/frame-cache.ts";
import { encodeFrame } from "../image/encode-frame.ts";
import { fitPixels } from "../image/fit-pixels.ts";
import { fittedSize } from "../image/fitted-size.ts";
import type { RgbImage } from "../image/rgb-image.ts";
import type { WantedSize } from "../video/decoded-frame.ts";
import type { FileFacts } from "./file-facts.ts";
import { albumKey } from "./kept-looks.ts";
import type { LookedFile, TakenFrame } from "./plan-looks.ts";

/** Where frames of a file go when they are decoded, and where some may be found already. */
export interface Album {
  /** The size that frames are to be decoded in; their own if left out. */
  readonly wantedSize?: WantedSize;
  known(facts: FileFacts, needed: ReadonlySet<number>): Promise<ReadonlyMap<number, TakenFrame>>;
  put(image: RgbImage): Promise<Omit<TakenFrame, "warnings">>;
  /** Makes what was put known to later looks. */
  note(facts: FileFacts, frames: ReadonlyMap<number, TakenFrame>): Promise<void>;
}

export function albumOf(file: LookedFile, cache: FrameCache): Album {
  return file.shape ? inHand(file.shape) : onDisk(file, cache);
}

/** Encoded, in the cache. */
function onDisk(file: LookedFile, cache: FrameCache): Album {
  const { encoding } = file.request;
  return {
    wantedSize: (shown) => fittedSize(shown, encoding.longestSide),
    known: (facts, needed) => cache.frames(albumKey(file, facts), needed),
    async put(image) {
      const { bytes, mediaType, width, height } = await encodeFrame(image, encoding);
      const digest = await cache.keepBytes(bytes);
      return { digest, mediaType, width, height, sizeBytes: bytes.length };
    },
    note: (facts, frames) => cache.addFrames(albumKey(file, facts), frames),
  };
}

/** As pixels in a shape, from their full size; nothing is kept on disk. */
function inHand(shape: NonNullable<LookedFile["shape"]>): Album {
  const { width, height } = shape;
  return {
    known: async () => new Map(),
    async put(image) {
      const rgb = fitPixels(image.rgb, image.width, image.height, shape);
      return { digest: "", mediaType: "", width, height, sizeBytes: rgb.length, rgb };
    },
    note: async () => undefined,
  };
}
