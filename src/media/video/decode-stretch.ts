import {
  AV_CODEC_ID_H264,
  AV_NOPTS_VALUE,
  AV_PICTURE_TYPE_I,
  AV_PKT_FLAG_CORRUPT,
} from "node-av/constants";
import type { Frame, Packet } from "node-av/lib";
import type { Stretch } from "./decode-plan.ts";
import { keyBefore, packetAt } from "./decode-plan.ts";
import type { DecodedFrame, PictureMaker } from "./decoded-frame.ts";
import { type Decoder, frameDamage } from "./decoder.ts";
import type { PacketIndex } from "./packet-index.ts";
import type { PacketReader } from "./packet-reader.ts";

/** Everything that decoding a stretch needs, opened once per call. */
export interface Workbench {
  readonly index: PacketIndex;
  readonly reader: PacketReader;
  readonly decoder: Decoder;
  readonly maker: PictureMaker;
  readonly packet: Packet;
  readonly frame: Frame;
  readonly threads: number;
  readonly pause: () => Promise<void> | undefined;
  /** Called with every picture that is taken. */
  readonly onPicture: (frame: Frame) => void;
  /** Called for every packet sent to the decoder. */
  readonly onPacket: () => void;
  readonly onWarning: (warning: string) => void;
}

/** A wanted frame, or why there is none to trust. */
export type Verdict =
  | { readonly frame: DecodedFrame }
  | { readonly index: number; readonly problem: "missing" | "damaged"; readonly reason: string };

/** Damage to packets, by decode index, both ends included. */
export interface Damage {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/**
 * Frames that come out after a wanted one before it counts as missing: more than any codec
 * reorders.
 */
const PATIENCE = 64;

/**
 * Decodes a stretch and gives a verdict on every wanted frame, in order. A frame is trusted when
 * nothing between its key frame and itself, in the order of decoding, was refused, concealed or
 * flagged: what refers to a damaged picture is damaged, whether its own flags say so or not. As a
 * picture can be decoded before, but shown after, one that refers to it, a frame waits until all
 * that were decoded before it have come out.
 */
export async function* decodeStretch(
  bench: Workbench,
  stretch: Stretch,
  damage: Damage[],
): AsyncGenerator<Verdict> {
  const run = startRun(bench, stretch, damage);
  bench.decoder.reset();
  await bench.reader.start(stretch.from, bench.packet);
  let at: number | null = stretch.from;
  while (at !== null) {
    run.send(at);
    yield* run.settled(false);
    if (at >= stretch.to) break;
    await bench.pause();
    at = bench.reader.next(bench.packet);
  }
  run.drain();
  yield* run.settled(true);
}

function startRun(bench: Workbench, stretch: Stretch, damage: Damage[]) {
  const { index, decoder, packet, frame } = bench;
  const wantedAt = new Map(stretch.wanted.map((place) => [index.shown[place]!, place]));
  const pictures = new Map<number, DecodedFrame>();
  const waitsFor = new Map<number, number>();
  let latestSent = Number.NEGATIVE_INFINITY;
  let latestOut = Number.NEGATIVE_INFINITY;
  let isCleanStart = startsClean(bench, stretch.from);
  let late = 0;
  let next = 0;

  function send(at: number): void {
    const place = wantedAt.get(at);
    if (at >= 0) latestSent = Math.max(latestSent, index.pts[at]!);
    if (place !== undefined) waitsFor.set(place, latestSent);
    decoder.skipUnreferenced(place === undefined);
    bench.onPacket();
    if ((packet.flags & AV_PKT_FLAG_CORRUPT) !== 0)
      damage.push({ from: at, to: at, reason: "its packet is marked as corrupt" });
    const refused = decoder.send(packet);
    // With threads an error belongs to one of the packets that are still being worked on.
    if (refused) damage.push({ from: at - bench.threads + 1, to: at, reason: refused });
    receive(at);
  }

  function receive(sent: number): void {
    for (;;) {
      const outcome = decoder.receive(frame);
      if (outcome === "none") return;
      if (outcome === "frame") take();
      else damage.push({ from: sent - bench.threads + 1, to: sent, reason: outcome.failed });
      frame.unref();
      if (outcome !== "frame") return;
    }
  }

  function take(): void {
    const ticks = frame.pts === AV_NOPTS_VALUE ? frame.bestEffortTimestamp : frame.pts;
    const pts = Number(ticks);
    const at = packetAt(index, pts);
    if (pts < latestOut)
      bench.onWarning(
        "decoding gives frames in another order than that of their times: times may be wrong",
      );
    latestOut = Math.max(latestOut, pts);
    late++;
    if (at === stretch.from && frame.pictType === AV_PICTURE_TYPE_I) isCleanStart = true;
    const flagged = frameDamage(frame);
    if (flagged) damage.push({ from: at, to: at, reason: flagged });
    const place = wantedAt.get(at);
    if (place === undefined || pictures.has(place)) return;
    bench.onPicture(frame);
    pictures.set(place, {
      index: place,
      atSeconds: pts * index.tickSeconds,
      ...bench.maker.picture(frame),
    });
  }

  function drain(): void {
    decoder.send(null);
    receive(stretch.to);
  }

  function* settled(all: boolean): Generator<Verdict> {
    for (; next < stretch.wanted.length; next++) {
      const place = stretch.wanted[next]!;
      const isOut = latestOut >= (waitsFor.get(place) ?? Number.POSITIVE_INFINITY);
      const picture = pictures.get(place);
      if (!all && !(isOut && (picture || late > PATIENCE))) return;
      late = 0;
      pictures.delete(place);
      yield verdict(place, picture);
    }
  }

  function verdict(place: number, picture: DecodedFrame | undefined): Verdict {
    const to = index.shown[place]!;
    const from = keyBefore(index, place);
    const hit = damage.find((one) => one.to >= from && one.from <= to);
    if (hit) return { index: place, problem: "damaged", reason: hit.reason };
    if (!isCleanStart && from === stretch.from)
      return {
        index: place,
        problem: "missing",
        reason: "its group starts without a whole picture",
      };
    return picture
      ? { frame: picture }
      : { index: place, problem: "missing", reason: "the decoder gives no picture for it" };
  }

  return { send, drain, settled };
}

/**
 * H.264 with gradual refresh marks places to start at that hold no whole picture: what follows them
 * is built up over a group, and FFmpeg counts it as whole a little early. Only the first group of
 * such a start is doubted.
 */
function startsClean({ index, reader }: Workbench, from: number): boolean {
  return (
    from === 0 ||
    index.isHidden[from] === 1 ||
    reader.demuxer.stream.codecpar.codecId !== AV_CODEC_ID_H264
  );
}
