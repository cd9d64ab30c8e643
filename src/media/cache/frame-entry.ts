import type { MediaFrames } from "../../core/data/media.ts";
import { isRecord } from "../../core/json.ts";
import { sealJson, unsealJson } from "./sealed-json.ts";

const version = 2;

/** What one request gave. */
export interface FrameEntry {
  /** The request in plain text, so that a hit or a miss can be explained. */
  readonly request: string;
  /** Of its different blobs together. */
  readonly blobBytes: number;
  readonly media: MediaFrames;
}

export function writeEntry(entry: FrameEntry): string {
  return sealJson({ version, ...entry });
}

/**
 * The entry, unless the text is damaged or of another version. What the seal vouches for was
 * written above, so its shape is known.
 */
export function readEntry(text: string): FrameEntry | undefined {
  const content = unsealJson(text);
  return isRecord(content) && content.version === version
    ? (content as unknown as FrameEntry)
    : undefined;
}

/** The blobs of an entry, each once. */
export function blobsOf({ frames }: MediaFrames): ReadonlySet<string> {
  return new Set(frames.map((frame) => frame.digest));
}
