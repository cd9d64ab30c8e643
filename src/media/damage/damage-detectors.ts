import { readLayout } from "../video/mp4/read-moov.ts";
import type { PacketIndex } from "../video/packet-index.ts";
import type { StreamFacts } from "../video/stream-facts.ts";
import { aviWarnings } from "./avi-rates.ts";
import { containerWarnings } from "./container-warnings.ts";
import { gifWarnings } from "./gif-layout.ts";
import { matroskaWarnings } from "./matroska-layout.ts";
import { fragmentWarnings } from "./mp4/fragment-warnings.ts";
import { layoutWarnings } from "./mp4/layout-warnings.ts";
import { timeWarnings } from "./mp4/time-warnings.ts";
import { bmpWarnings, webpWarnings } from "./trailing-bytes.ts";
import { transportWarnings } from "./transport-sync.ts";
import { h264Units, hevcUnits, mpeg4Units, type UnitFormat, zeroHole } from "./zero-holes.ts";

/** A video file that has been read from beginning to end. */
export interface ReadVideo {
  readonly path: string;
  /** FFmpeg's name of the container. */
  readonly container: string;
  readonly streams: number;
  /** Where the last packet ends in the file. */
  readonly endByte: number;
}

/**
 * Looks at packets of one stream before their frames are used; answers why a packet is damaged for
 * certain, or `null`.
 */
export type PacketCheck = (data: Uint8Array, isSkipping: boolean) => string | null;

/**
 * A cheap check for damage that decoders accept without an error. Detectors look at source files
 * only, never at frames from our cache, and read no entropy-coded data: what only its decoding
 * would show is not found (docs/media.md).
 */
export interface DamageDetector {
  /** What it finds, as docs/media.md has it. */
  readonly finds: string;
  /** Warnings about a picture of this format. */
  readonly picture?: readonly [format: string, warnings: (bytes: Uint8Array) => readonly string[]];
  /** Warnings about the parts of a file in this container. */
  readonly layout?: readonly [
    container: string,
    warnings: (video: ReadVideo) => Promise<readonly string[]>,
  ];
  /** Warnings about what the headers state and the packets do not confirm. */
  readonly timeline?: (facts: StreamFacts, index: PacketIndex) => readonly string[];
  /**
   * A check for the packets of a stream, by codec and its header; `null` where it does not apply.
   */
  readonly packets?: (codec: string, header: Uint8Array | null) => PacketCheck | null;
}

/** All checks for damage, beside what the decoders refuse, conceal or log, and known digests. */
export const damageDetectors: readonly DamageDetector[] = [
  { finds: "bytes after the end of a WebP", picture: ["webp", webpWarnings] },
  { finds: "bytes after the end of a BMP", picture: ["bmp", bmpWarnings] },
  { finds: "boxes of an MP4 that do not follow each other", layout: ["mov", mp4Layout] },
  {
    finds: "an MP4 whose table of times makes no sense",
    layout: ["mov", ({ path }) => timeWarnings(path)],
  },
  {
    finds: "elements of Matroska that do not follow each other",
    layout: ["matroska", ({ path }) => matroskaWarnings(path)],
  },
  {
    finds: "gaps between the blocks of a GIF",
    layout: ["gif", ({ path }) => gifWarnings(path)],
  },
  {
    finds: "packets of a transport stream that do not follow each other",
    layout: ["mpegts", ({ path }) => transportWarnings(path)],
  },
  { finds: "two rates in one header of an AVI", layout: ["avi", ({ path }) => aviWarnings(path)] },
  { finds: "missing frames", timeline: containerWarnings },
  { finds: "holes of zeros", packets: holeCheck },
  { finds: "a GIF picture that is cut off", packets: (codec) => (codec === "gif" ? cutGif : null) },
];

export function pictureWarnings(format: string, bytes: Uint8Array): readonly string[] {
  return damageDetectors.flatMap(({ picture }) =>
    picture?.[0] === format ? picture[1](bytes) : [],
  );
}

export async function videoLayoutWarnings(video: ReadVideo): Promise<readonly string[]> {
  const name = video.container.split(",")[0];
  const found = await Promise.all(
    damageDetectors.map(({ layout }) => (layout && layout[0] === name ? layout[1](video) : [])),
  );
  return found.flat();
}

export function timelineWarnings(facts: StreamFacts, index: PacketIndex): readonly string[] {
  return damageDetectors.flatMap(({ timeline }) => timeline?.(facts, index) ?? []);
}

/** All checks of packets that apply to a stream, as one; `null` where there is none. */
export function packetCheck(codec: string, header: Uint8Array | null): PacketCheck | null {
  const checks = damageDetectors
    .map(({ packets }) => packets?.(codec, header) ?? null)
    .filter((check) => check !== null);
  if (checks.length === 0) return null;
  return (data, isSkipping) =>
    checks.reduce<string | null>((damage, check) => damage ?? check(data, isSkipping), null);
}

async function mp4Layout({ path, ...read }: ReadVideo): Promise<readonly string[]> {
  const layout = await readLayout(path);
  return [...layoutWarnings(layout, read), ...(await fragmentWarnings(path, layout))];
}

/**
 * Codecs whose packets never begin with zeros; those with a format allow none within a picture
 * either.
 */
const holeFormats: Readonly<Record<string, (header: Uint8Array | null) => UnitFormat | null>> = {
  h264: h264Units,
  hevc: hevcUnits,
  mpeg4: () => mpeg4Units,
  mjpeg: () => null,
  vp8: () => null,
  vp9: () => null,
  av1: () => null,
  gif: () => null,
};

function holeCheck(codec: string, header: Uint8Array | null): PacketCheck | null {
  const make = holeFormats[codec];
  if (!make) return null;
  const format = make(header);
  return (data, isSkipping) => zeroHole(data, format, isSkipping);
}

const trailer = 0x3b;

/** A picture ends with an empty block, and the last one of a file with the trailer. */
function cutGif(data: Uint8Array): string | null {
  const last = data.at(-1);
  return last === 0 || last === trailer ? null : "its picture is cut off";
}
