import { AV_NOPTS_VALUE, AV_PKT_FLAG_CORRUPT } from "node-av/constants";
import { Frame, Packet } from "node-av/lib";
import type { DecodeSettings } from "./decode-frames.ts";
import { type DecodedFrame, pictureMaker } from "./decoded-frame.ts";
import { type Decoder, frameDamage, openDecoder } from "./decoder.ts";
import { type Demuxer, openDemuxer } from "./demuxer.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import { MediaError } from "./media-error.ts";
import { readOrientation } from "./orientation.ts";

/** A frame in the hands of the decoder, gone at the next one. */
interface Passing {
  readonly index: number;
  readonly seconds: number;
  readonly frame: Frame;
  /** What has gone wrong since the last key frame. */
  readonly damage: string | null;
}

/**
 * The times of all frames of a file whose packets do not tell, such as an AVI with B-frames: the
 * whole of it is decoded. Such containers count frames, so the n-th frame shown has the n-th
 * decoding time. The decoder's own guesses are late by its delay, and are used only where packets
 * and frames are not one to one.
 */
export async function decodeTimes(settings: DecodeSettings): Promise<Float64Array> {
  const guesses: number[] = [];
  const dts: number[] = [];
  using demuxer = await openDemuxer(settings.path);
  const { num, den } = demuxer.stream.timeBase;
  const onDts = (ticks: bigint) =>
    dts.push(ticks === AV_NOPTS_VALUE ? Number.NaN : (Number(ticks) * num) / den);
  for await (const { seconds } of decodeAll(settings, demuxer, onDts)) guesses.push(seconds);
  if (dts.length !== guesses.length)
    settings.onWarning(
      `${dts.length} packets give ${guesses.length} frames: when each is shown is a guess`,
    );
  const isOneToOne =
    dts.length === guesses.length &&
    dts.every((time, at) => Number.isFinite(time) && (at === 0 || time > dts[at - 1]!));
  return Float64Array.from(isOneToOne ? dts : guesses);
}

/**
 * The frames at these places of such a file, counted as they come out of the decoder; from the
 * beginning, as there is nothing to seek by.
 */
export async function* decodeInOrder(
  settings: DecodeSettings,
  times: Float64Array,
  wanted: readonly number[],
): AsyncGenerator<DecodedFrame> {
  using demuxer = await openDemuxer(settings.path);
  using maker = pictureMaker(
    settings.path,
    readOrientation(demuxer.stream.codecpar),
    settings.wantedSize,
  );
  let next = 0;
  if (wanted.length === 0) return;
  for await (const { index, frame, damage } of decodeAll(settings, demuxer)) {
    if (index !== wanted[next]) continue;
    const seconds = times[index]!;
    if (damage)
      throw new MediaError(
        settings.path,
        `the frame at ${seconds.toFixed(3)} s is damaged: ${damage}`,
      );
    settings.onPicture(frame);
    yield { index, atSeconds: seconds, ...maker.picture(frame) };
    if (++next === wanted.length) return;
  }
  throw new MediaError(
    settings.path,
    `frame ${wanted[next]} is missing: the decoder gives no picture for it`,
  );
}

async function* decodeAll(
  settings: DecodeSettings,
  demuxer: Demuxer,
  onDts?: (ticks: bigint) => void,
): AsyncGenerator<Passing> {
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  using decoder = openDecoder(settings.path, demuxer.stream, { ...settings, isLenient: true });
  const pause = eventLoopPause(settings.signal);
  const clock = frameClock(demuxer);
  let index = 0;
  let damage: string | null = null;
  for (let isOpen = true; isOpen; ) {
    isOpen = demuxer.read(packet) === "packet";
    if (isOpen) settings.onPacket();
    // As in the index, a packet that is cut off counts as no frame.
    const isCut = isOpen && (packet.flags & AV_PKT_FLAG_CORRUPT) !== 0;
    if (isOpen && !isCut) onDts?.(packet.dts);
    damage = isCut ? "a packet is cut off" : (decoder.send(isOpen ? packet : null) ?? damage);
    for (
      let outcome = receive(decoder, frame);
      outcome !== "none";
      outcome = receive(decoder, frame)
    ) {
      if (outcome !== "frame") {
        damage = outcome.failed;
        break;
      }
      const flagged = frameDamage(frame);
      damage = flagged ?? (frame.keyFrame ? null : damage);
      yield { index: index++, seconds: clock(frame), frame, damage };
    }
    await pause();
  }
}

function receive(decoder: Decoder, frame: Frame): ReturnType<Decoder["receive"]> {
  frame.unref();
  return decoder.receive(frame);
}

/**
 * FFmpeg's best guess at the time of a frame; where it has none, or goes back, one frame after the
 * last.
 */
function frameClock({ stream }: Demuxer): (frame: Frame) => number {
  const { num, den } = stream.timeBase;
  const { num: rate, den: per } = stream.avgFrameRate;
  const step = rate > 0 && per > 0 ? per / rate : num / den;
  let last = Number.NEGATIVE_INFINITY;
  return (frame) => {
    const ticks = frame.bestEffortTimestamp;
    const guess = ticks === AV_NOPTS_VALUE ? Number.NaN : (Number(ticks) * num) / den;
    if (guess > last) last = guess;
    else last = Number.isFinite(last) ? last + step : 0;
    return last;
  };
}
