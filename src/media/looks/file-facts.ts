import type { PacketIndex } from "../video/packet-index.ts";

/** What is known of a picture or video without looking at its pictures. */
export interface FileFacts {
  /** When its frames are shown, in seconds from its start, ascending. */
  readonly times: Float64Array;
  /** End of the last frame; `null` where nobody knows. */
  readonly seconds: number | null;
  readonly framesPerSecond: number | null;
  /** Of the file as a whole. */
  readonly warnings: readonly string[];
  /** `packets` where the tables of the file proved wrong, or nobody asked for them. */
  readonly index: PacketIndex["source"];
}
