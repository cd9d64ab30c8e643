import { Frame, Packet } from "node-av/lib";
import { keyBefore, planStretches, type Stretch } from "./decode-plan.ts";
import { type Damage, decodeStretch, type Verdict, type Workbench } from "./decode-stretch.ts";
import { type DecodedFrame, pictureMaker, type WantedSize } from "./decoded-frame.ts";
import { openDecoder } from "./decoder.ts";
import type { Demuxer } from "./demuxer.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import { MediaError } from "./media-error.ts";
import { readOrientation } from "./orientation.ts";
import type { PacketIndex } from "./packet-index.ts";
import { openPacketReader } from "./packet-reader.ts";

export interface DecodeSettings {
  readonly path: string;
  readonly threads: number;
  readonly signal: AbortSignal | undefined;
  readonly onPacket: () => void;
  readonly onPicture: (frame: Frame) => void;
  readonly onWarning: (warning: string) => void;
  readonly wantedSize?: WantedSize | undefined;
  /** Whether the codec is one whose decoder may be too strict. */
  readonly isStrict?: boolean;
  readonly isLenient?: boolean;
  /**
   * Gives away, once, a demuxer of the file that is still open: opening one takes as long as
   * decoding a dozen frames.
   */
  readonly takeDemuxer?: () => Demuxer | undefined;
}

/**
 * Key frames to go back by before a frame is given up: what is missing after a seek may refer to
 * pictures from before it.
 */
const RETRIES = { missing: [1, 8], damaged: [1] } as const;

/**
 * The frames at these presentation indices, ascending, of a file whose packets are timed; each
 * stretch is sought, not read through.
 */
export async function* decodeFrames(
  settings: DecodeSettings,
  index: PacketIndex,
  wanted: readonly number[],
): AsyncGenerator<DecodedFrame> {
  const damage: Damage[] = [];
  for await (const verdict of judgeFrames(settings, index, planStretches(index, wanted), damage)) {
    yield "frame" in verdict ? verdict.frame : await retry(settings, index, verdict);
  }
  if (damage.length > 0)
    settings.onWarning(
      `${damage.length} decode errors outside the frames that were taken: ${damage[0]!.reason}`,
    );
}

/** Decodes stretches and says of every frame wanted from them whether it can be trusted. */
export async function* judgeFrames(
  settings: DecodeSettings,
  index: PacketIndex,
  stretches: readonly Stretch[],
  damage: Damage[],
): AsyncGenerator<Verdict> {
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  using reader = await openPacketReader(settings.path, index, settings.takeDemuxer?.());
  using decoder = openDecoder(settings.path, reader.demuxer.stream, settings);
  using maker = pictureMaker(
    settings.path,
    readOrientation(reader.demuxer.stream.codecpar),
    settings.wantedSize,
  );
  const bench: Workbench = {
    ...settings,
    index,
    reader,
    decoder,
    maker,
    packet,
    frame,
    pause: eventLoopPause(settings.signal),
  };
  for (const stretch of stretches) {
    settings.signal?.throwIfAborted();
    yield* decodeStretch(bench, stretch, damage);
  }
}

async function retry(
  settings: DecodeSettings,
  index: PacketIndex,
  failed: Exclude<Verdict, { frame: DecodedFrame }>,
): Promise<DecodedFrame> {
  let tried = keyBefore(index, failed.index);
  for (const back of RETRIES[failed.problem]) {
    const from = keyBefore(index, failed.index, back);
    if (from === tried) break;
    tried = from;
    const again = { from, to: index.shown[failed.index]!, wanted: [failed.index] };
    for await (const verdict of judgeFrames(settings, index, [again], []))
      if ("frame" in verdict) return verdict.frame;
  }
  const seconds = index.pts[index.shown[failed.index]!]! * index.tickSeconds;
  const lenient = settings.isStrict ? await leniently(settings, index, failed.index) : undefined;
  if (lenient) {
    settings.onWarning(
      `the code of the frame at ${seconds.toFixed(3)} s, or of one that it refers to, does not end as its standard demands: it is probably damaged`,
    );
    return lenient;
  }
  throw new MediaError(
    settings.path,
    `the frame at ${seconds.toFixed(3)} s is ${failed.problem}: ${failed.reason}`,
  );
}

async function leniently(
  settings: DecodeSettings,
  index: PacketIndex,
  frame: number,
): Promise<DecodedFrame | undefined> {
  const stretch = { from: keyBefore(index, frame), to: index.shown[frame]!, wanted: [frame] };
  for await (const verdict of judgeFrames({ ...settings, isLenient: true }, index, [stretch], []))
    return "frame" in verdict ? verdict.frame : undefined;
  return undefined;
}
