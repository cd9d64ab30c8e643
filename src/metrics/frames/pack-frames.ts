import { growing } from "../../math/growing-array.ts";
import type { FrameTrack, HasFrameScores } from "./has-frame-scores.ts";

/** Frames of one type, by falling score; frames of one video, score and stretch are one element. */
interface TypeFrames {
  readonly type: string;
  readonly video: Uint32Array;
  readonly positive: Float64Array;
  readonly negative: Float64Array;
  /** 1 where the next element has a lower score. */
  readonly isLast: Uint8Array;
}

export interface PackedFrames {
  readonly videoCount: number;
  /** In the order of their names. */
  readonly types: readonly TypeFrames[];
}

const missingScore = Number.NEGATIVE_INFINITY;

/**
 * Sorts the frames of each type once; scores stay in runs, so that 16 frames of one score cost one
 * element.
 */
export function packFrames(evidence: Iterable<HasFrameScores>): PackedFrames {
  const videos = [...evidence];
  const names = [...new Set(videos.flatMap(({ tracks }) => tracks.map(({ type }) => type)))].sort();
  return { videoCount: videos.length, types: names.map((type) => packType(type, videos)) };
}

function packType(type: string, videos: readonly HasFrameScores[]): TypeFrames {
  const columns = {
    score: growing.numbers(),
    video: growing.words(),
    positive: growing.numbers(),
    negative: growing.numbers(),
  };
  for (const [video, { frameCount, framesPerScore, tracks }] of videos.entries()) {
    if (!(Number.isInteger(framesPerScore) && framesPerScore > 0))
      throw new RangeError(`framesPerScore must be above 0, got ${framesPerScore}`);
    const own = tracks.filter((track) => track.type === type);
    if (own.length > 1)
      throw new RangeError(`video ${video} has ${own.length} tracks of type ${type}`);
    const { scores, truths } = own[0] ?? { scores: [], truths: [] };
    const isTrue = positiveFrames(truths, frameCount);
    for (let first = 0, at = 0; first < frameCount; at++) {
      const end =
        at + 1 < scores.length ? Math.min(frameCount, first + framesPerScore) : frameCount;
      const score = scores[at] ?? missingScore;
      if (Number.isNaN(score))
        throw new RangeError(`a score of type ${type} in video ${video} is no number`);
      let positive = 0;
      for (let frame = first; frame < end; frame++) positive += isTrue[frame]!;
      columns.score.push(score);
      columns.video.push(video);
      columns.positive.push(positive);
      columns.negative.push(end - first - positive);
      first = end;
    }
  }
  return { type, ...sorted(columns) };
}

function positiveFrames(truths: FrameTrack["truths"], frameCount: number): Uint8Array {
  const isTrue = new Uint8Array(frameCount);
  for (const { firstFrame, lastFrame } of truths)
    isTrue.fill(1, Math.max(0, firstFrame - 1), Math.max(0, Math.min(frameCount, lastFrame)));
  return isTrue;
}

type GrowingFrames = Readonly<
  Record<"score" | "positive" | "negative", ReturnType<typeof growing.numbers>> &
    Record<"video", ReturnType<typeof growing.words>>
>;

function sorted({ score, video, positive, negative }: GrowingFrames): Omit<TypeFrames, "type"> {
  const scores = score.view();
  const order = Uint32Array.from(scores.keys()).sort((a, b) =>
    scores[a]! > scores[b]! ? -1 : scores[a]! < scores[b]! ? 1 : a - b,
  );
  return {
    video: order.map((at) => video.at(at)),
    positive: Float64Array.from(order, (at) => positive.at(at)),
    negative: Float64Array.from(order, (at) => negative.at(at)),
    isLast: Uint8Array.from(order, (at, rank) =>
      rank + 1 < order.length && scores[at] === scores[order[rank + 1]!] ? 0 : 1,
    ),
  };
}
