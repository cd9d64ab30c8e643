import { isVisiblyLegal, type Mutation } from "./mutation-verdict.ts";

/** Which share of damaged files is expected to be legal code for a picture that visibly differs; see `MutationVerdict`. */
interface Bound {
  readonly legal: number;
  /** What in the format leaves no trace. */
  readonly because: string;
}

const legal = "most damage to what is entropy-coded is legal code for another picture";
const ending = "only the end of the arithmetic code is checked";
/** Of a kind that 10,000 files have hardly shown, if at all, but that no check rules out. */
const unseen = 0.005;

/**
 * PNG, which has checksums, has no tolerance. What else is left are limits of the formats: everything that the decoders, their logs and the
 * containers tell is a warning or a `media-error`. The shares are about what five series of 2,000 files have shown. Nothing excuses a file that
 * is unexplained, a crash or a decoder that does not come back.
 */
export const mutationBounds: Readonly<Record<string, Bound>> = {
  "h264 mp4": { legal: 0.035, because: legal },
  "h264 fragmented mp4": { legal: 0.035, because: legal },
  "h264 mkv": { legal: 0.03, because: legal },
  "h264 mpegts": { legal: 0.045, because: legal },
  "hevc mp4": { legal: 0.14, because: legal },
  "hevc mkv": { legal: 0.19, because: legal },
  "vp9 webm": { legal: unseen, because: ending },
  "vp9 mp4": { legal: unseen, because: ending },
  "vp8 webm": { legal: 0.12, because: "every code is legal, and only that of key frames is checked for its end" },
  "av1 mp4": { legal: unseen, because: ending },
  "av1 mkv": { legal: unseen, because: ending },
  "mpeg4 mp4": { legal: unseen, because: legal },
  "mpeg4 avi": { legal: unseen, because: legal },
  "mpeg2 mpegts": { legal: 0.01, because: legal },
  "mjpeg mov": { legal: unseen, because: "Huffman codes come back into step" },
  "mjpeg avi": { legal: unseen, because: "Huffman codes come back into step" },
  gif: { legal: 0.045, because: "every code is legal as long as the number of pixels is right, and colours are plain" },
  png: { legal: 0, because: "" },
  jpeg: { legal: 0.04, because: "Huffman codes come back into step, and most are legal" },
  webp: { legal: 0.01, because: "every code is legal, and some damaged code ends where it should" },
  bmp: { legal: 0.15, because: "plain pixels" },
  tiff: { legal: 0.02, because: "LZW codes are mostly legal" },
};

/** What must not be: a file that is unexplained, crashed or took too long; and more legal code than is expected, and three standard deviations of chance. */
export function mutationBreaches(found: readonly Mutation[]): readonly string[] {
  const fatal = found
    .filter(({ verdict }) => verdict === "unexplained" || verdict === "crashed" || verdict === "timed out")
    .map(({ number, format, how, verdict, detail }) => `${number} ${format}, ${how}: ${verdict}: ${detail}`);
  const excess = Object.entries(mutationBounds).flatMap(([name, { legal }]) => {
    const files = found.filter(({ format }) => format === name);
    const count = files.filter(isVisiblyLegal).length;
    const most = legal === 0 ? 0 : Math.max(1, Math.floor(legal * files.length + 3 * Math.sqrt(files.length * legal * (1 - legal))));
    return count > most ? [`${name}: ${count} of ${files.length} are legal code for visibly other pictures, at most ${most} expected`] : [];
  });
  return [...fatal, ...excess];
}
