import type { Mutation, MutationVerdict } from "./mutation-lab.ts";

/** Which shares of damaged files are expected to be shown without a word; see `MutationVerdict` for the words. */
interface Bound {
  /** `wrong` and `blemished`. */
  readonly altered: number;
  readonly fewer: number;
  /** What in the format leaves no trace. */
  readonly because: string;
}

const indexed = "times in tables have no checksum";
const stream = "nothing states how long the stream should be";
const legal = "most damage to what is entropy-coded is legal code for another picture";
/** Of a kind that 10,000 files have hardly shown, if at all, but that no check rules out. */
const unseen = 0.005;

/**
 * PNG, which has checksums, has no tolerance. What else is left are limits of the formats: everything that the decoders, their logs and the
 * containers tell is a warning or a `media-error`. The shares are about what five series of 2,000 files have shown. Nothing excuses a
 * crash or a decoder that does not come back.
 */
export const mutationBounds: Readonly<Record<string, Bound>> = {
  "h264 mp4": { altered: 0.04, fewer: unseen, because: `${legal}; ${indexed}` },
  "h264 fragmented mp4": { altered: 0.04, fewer: 0.01, because: `${legal}; ${indexed}` },
  "h264 mkv": { altered: 0.03, fewer: 0.02, because: `${legal}; nothing states where the video starts` },
  "h264 mpegts": { altered: 0.045, fewer: unseen, because: `${legal}; ${stream}` },
  "hevc mp4": { altered: 0.15, fewer: 0.01, because: `${legal}; ${indexed}` },
  "hevc mkv": { altered: 0.19, fewer: unseen, because: legal },
  "vp9 webm": { altered: unseen, fewer: unseen, because: "only the end of the arithmetic code is checked" },
  "vp9 mp4": { altered: unseen, fewer: unseen, because: `only the end of the arithmetic code is checked; ${indexed}` },
  "vp8 webm": { altered: 0.12, fewer: unseen, because: "every code is legal, and only that of key frames is checked for its end" },
  "av1 mp4": { altered: 0.02, fewer: unseen, because: `only the end of the arithmetic code is checked; ${indexed}` },
  "av1 mkv": { altered: 0.02, fewer: unseen, because: "only the end of the arithmetic code is checked" },
  "mpeg4 mp4": { altered: unseen, fewer: unseen, because: indexed },
  "mpeg4 avi": { altered: unseen, fewer: unseen, because: "times are counted, so a change of order is none of the container" },
  "mpeg2 mpegts": { altered: 0.01, fewer: unseen, because: `${legal}; ${stream}` },
  "mjpeg mov": { altered: unseen, fewer: unseen, because: indexed },
  "mjpeg avi": { altered: unseen, fewer: unseen, because: "times are counted, so a change of order is none of the container" },
  gif: { altered: 0.055, fewer: unseen, because: "every code is legal as long as the number of pixels is right" },
  png: { altered: 0, fewer: 0, because: "" },
  jpeg: { altered: 0.09, fewer: 0, because: "Huffman codes come back into step, and most are legal" },
  webp: { altered: 0.025, fewer: 0, because: "every code is legal, and some damaged code ends where it should" },
  bmp: { altered: 0.15, fewer: 0, because: "plain pixels" },
  tiff: { altered: 0.02, fewer: 0, because: "LZW codes are mostly legal, and tags have no checksum" },
};

/** What went beyond the bounds: more than is expected of so many files, and three standard deviations of chance. */
export function mutationBreaches(found: readonly Mutation[]): readonly string[] {
  const fatal = found
    .filter(({ verdict }) => verdict === "crashed" || verdict === "timed out")
    .map(({ number, format, verdict, detail }) => `${number} ${format} ${verdict}: ${detail}`);
  const excess = Object.entries(mutationBounds).flatMap(([name, { altered, fewer }]) => {
    const files = found.filter(({ format }) => format === name);
    const over = (share: number, words: readonly MutationVerdict[]) => {
      const count = files.filter(({ verdict }) => words.includes(verdict)).length;
      const most = Math.floor(share * files.length + 3 * Math.sqrt(files.length * share * (1 - share)));
      return count > most ? [`${name}: ${count} of ${files.length} ${words.join(" or ")} without a word, at most ${most} expected`] : [];
    };
    return [...over(altered, ["wrong", "blemished"]), ...over(fewer, ["fewer"])];
  });
  return [...fatal, ...excess];
}
