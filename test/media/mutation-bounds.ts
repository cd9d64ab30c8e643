import type { Mutation, MutationVerdict } from "./mutation-lab.ts";

/** Which shares of damaged files are expected to be shown without a word; see `MutationVerdict` for the words. */
interface Bound {
  /** `wrong` and `blemished`. */
  readonly altered: number;
  readonly fewer: number;
  /** What in the format leaves no trace. */
  readonly because: string;
}

const indexed = "tables of frames and times have no checksum";
const clusters = "FFmpeg skips broken clusters and says so only in its log, which is silenced";
const stream = "nothing states how long the stream should be";

/**
 * PNG, which has checksums, has no tolerance. Not all of the others are limits of the format: what is silenced or not compared could be told.
 * The shares are what 2,000 files have shown, rounded up; most damage to residuals is legal
 * code for another picture. Nothing excuses a crash or a decoder that does not come back.
 */
export const mutationBounds: Readonly<Record<string, Bound>> = {
  "h264 mp4": { altered: 0.08, fewer: 0.02, because: `damaged residuals are mostly legal; ${indexed}` },
  "h264 fragmented mp4": { altered: 0.06, fewer: 0.04, because: `damaged residuals are mostly legal; ${indexed}` },
  "h264 mkv": { altered: 0.06, fewer: 0.23, because: `damaged residuals are mostly legal; ${clusters}` },
  "h264 mpegts": { altered: 0.07, fewer: 0.17, because: `damaged residuals are mostly legal; ${stream}` },
  "hevc mp4": { altered: 0.2, fewer: 0.02, because: `FFmpeg's decoder takes nearly anything; ${indexed}` },
  "hevc mkv": { altered: 0.25, fewer: 0.12, because: `FFmpeg's decoder takes nearly anything; ${clusters}` },
  "vp9 webm": { altered: 0.02, fewer: 0.13, because: `only the end of the arithmetic code is checked; ${clusters}` },
  "vp9 mp4": { altered: 0.02, fewer: 0.01, because: `only the end of the arithmetic code is checked; ${indexed}` },
  "vp8 webm": { altered: 0.3, fewer: 0.14, because: `every code is legal; ${clusters}` },
  "av1 mp4": { altered: 0.06, fewer: 0.01, because: `only the end of the arithmetic code is checked; ${indexed}` },
  "av1 mkv": { altered: 0.02, fewer: 0.08, because: `only the end of the arithmetic code is checked; ${clusters}` },
  "mpeg4 mp4": { altered: 0.01, fewer: 0.04, because: indexed },
  "mpeg4 avi": {
    altered: 0.04,
    fewer: 0.01,
    because: "times are counted, so a lost frame moves the later ones; the header's number of frames is not compared",
  },
  "mpeg2 mpegts": { altered: 0.01, fewer: 0.18, because: stream },
  "mjpeg mov": { altered: 0.02, fewer: 0.01, because: indexed },
  "mjpeg avi": {
    altered: 0.1,
    fewer: 0.1,
    because: "times are counted, so a lost frame moves the later ones; the header's number of frames is not compared",
  },
  gif: { altered: 0.08, fewer: 0.02, because: "every code is legal as long as the number of pixels is right" },
  png: { altered: 0, fewer: 0, because: "" },
  jpeg: { altered: 0.1, fewer: 0, because: "Huffman codes come back into step, and most are legal" },
  webp: { altered: 0.55, fewer: 0, because: "every code of VP8 is legal" },
  bmp: { altered: 0.2, fewer: 0, because: "plain pixels" },
  tiff: { altered: 0.05, fewer: 0, because: "LZW codes are mostly legal, and tags have no checksum" },
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
