import { canonicalJson } from "../../core/json.ts";
import { contentDigest } from "../../files/content-digest.ts";
import type { KeptFrame } from "../cache/frame-entry.ts";
import type { FileFacts } from "../looks/file-facts.ts";
import type { PixelFile } from "../looks/plan-looks.ts";
import type { NamedFrame, PixelTaker } from "./pixel-taker.ts";

/** Of frames whose pixels are handed over without any encoding. */
const mediaType = "image/x-rgb";

interface Naming extends Pick<NamedFrame, "queue"> {
  /** Places of frames in the file. */
  readonly needed: Iterable<number>;
  readonly taker: PixelTaker;
}

/**
 * Frames by address instead of content: which file, by its digest, decoded by what, shown when, in
 * which shape. Two looks at the same frame give the same address, and nothing is decoded for it.
 */
export function namePixels(
  file: PixelFile,
  { times, index: counted, warnings }: FileFacts,
  { needed, taker, queue }: Naming,
): ReadonlyMap<number, KeptFrame> {
  const { source, kind, decoder, shape } = file;
  const { width, height } = shape;
  const fileId = canonicalJson({ source, kind, decoder, counted, shape: { ...shape } });
  return new Map(
    Array.from(needed, (index) => {
      const atSeconds = times[index]!;
      const digest = contentDigest(`${fileId} ${index} ${atSeconds}`);
      taker.name(digest, { file, atSeconds, queue });
      return [index, { digest, mediaType, width, height, sizeBytes: 0, warnings }];
    }),
  );
}
