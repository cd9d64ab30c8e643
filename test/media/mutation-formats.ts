import { readFileSync, writeFileSync } from "node:fs";
import type { MediaRef } from "../../src/core/data/sample.ts";
import type { Range } from "./damage-bytes.ts";
import { encodeVideo } from "./encode-video.ts";
import { packetPlaces } from "./packet-places.ts";
import { testPictures } from "./test-pictures.ts";
import { type TestCase, testVideos } from "./test-videos.ts";

/** A format whose files are damaged. */
export interface MutationFormat {
  readonly name: string;
  readonly kind: MediaRef["kind"];
  /**
   * Writes the whole file and answers which parts of it hold no pictures, for damage that aims at
   * them.
   */
  write(path: string): Promise<readonly Range[]>;
}

/** Every codec and container of the generator, and every picture format. */
export const mutationFormats: readonly MutationFormat[] = [
  video("h264 mp4", "h264 mp4, B-frames, GOP 12"),
  video("h264 fragmented mp4", "h264 fragmented mp4"),
  video("h264 mkv", "h264 mkv, B-frames"),
  video("h264 mpegts", "h264 mpegts, B-frames"),
  video("hevc mp4", "hevc mp4, B-frames"),
  video("hevc mkv", "hevc mkv, open GOP, starts at 1.5 s"),
  video("vp9 webm", "vp9 webm"),
  video("vp9 mp4", "vp9 mp4, starts at 1.5 s"),
  video("vp8 webm", "vp8 webm, hidden frames"),
  video("av1 mp4", "av1 mp4"),
  video("av1 mkv", "av1 mkv, variable rate"),
  video("mpeg4 mp4", "mpeg4 mp4, B-frames"),
  video("mpeg4 avi", "mpeg4 avi, B-frames"),
  video("mpeg2 mpegts", "mpeg2 mpegts, B-frames"),
  video("mjpeg mov", "mjpeg mov"),
  video("mjpeg avi", "mjpeg avi, odd size"),
  video("gif", "gif"),
  ...Object.entries(testPictures).map(([name, make]) => picture(name, make)),
];

/** With detail: in plain pictures nearly all bytes would be headers. */
function video(name: string, like: keyof typeof testVideos): MutationFormat {
  const whole = testVideos[like]!;
  const clip: TestCase = {
    ...whole,
    detail: true,
    encoderOptions: repeatable(whole.encoderOptions),
    // Without it Matroska files carry a random number, and no damage could be made a second time.
    muxerOptions: { ...whole.muxerOptions, fflags: "+bitexact" },
  };
  return {
    name,
    kind: "video",
    async write(path) {
      encodeVideo(path, clip);
      return headersOf(path);
    },
  };
}

/** x264 gives other bytes now and then for the same pictures unless its macroblock tree is off. */
function repeatable(options: TestCase["encoderOptions"] = {}): Record<string, string> {
  const x264 = options["x264-params"];
  return x264 ? { ...options, "x264-params": `${x264}:mbtree=0` } : { ...options };
}

function picture(name: string, make: () => Promise<Uint8Array>): MutationFormat {
  return {
    name,
    kind: "image",
    async write(path) {
      const bytes = await make();
      writeFileSync(path, bytes);
      return [{ from: 0, to: Math.min(64, bytes.length) }];
    },
  };
}

/**
 * What lies outside all packets; the beginning, where the demuxer does not tell places or packets
 * overlap.
 */
function headersOf(path: string): readonly Range[] {
  const { length } = readFileSync(path);
  const ranges: Range[] = [];
  let from = 0;
  for (const { at, size } of packetPlaces(path).toSorted((a, b) => a.at - b.at)) {
    if (at > from) ranges.push({ from, to: at });
    from = Math.max(from, at + size);
  }
  if (from < length) ranges.push({ from, to: length });
  // Long ones first and as often as short ones: an index is worth as many edits as the gaps between
  // packets.
  const long = ranges.filter((range) => range.to - range.from >= 32);
  return long.length > 0 ? long : [{ from: 0, to: Math.min(256, length) }];
}
