import type { FrameSpan, HasFrameScores } from "../../metrics/frames/has-frame-scores.ts";
import { eventTypesOf } from "./event-types.ts";
import type { EventPrediction, EventSample, FrameScores, TruthEvent } from "./schema.ts";

/** What frames are counted by where a prediction does not say. */
const usualRate = 30;
const noScores: FrameScores = { framesPerScore: 1, framesPerSecond: usualRate, tracks: [] };

/**
 * Scores and truths by frame: of each type, or of anything happening. A frame belongs to an event
 * from the nearest frame of its start up to, but not with, that of its end; ambiguous events are no
 * truths. The frames are those of the video's length or, where that is not known, those that have
 * scores or truths. Without a track for anything, the surest of all types stands for it.
 */
export function frameTracks(
  sample: EventSample,
  { frameScores = noScores }: EventPrediction,
  ofAny: boolean,
): HasFrameScores {
  const { framesPerScore, framesPerSecond, tracks } = frameScores;
  const truths = sample.events.filter(({ ambiguous }) => !ambiguous);
  const spans = (own: readonly TruthEvent[]) => own.map((event) => spanOf(event, framesPerSecond));
  const scoresOf = (type: string) => tracks.find((track) => track.type === type)?.scores ?? [];
  const types = [
    ...new Set([...eventTypesOf(truths), ...tracks.flatMap(({ type }) => type ?? [])]),
  ].sort();
  const known =
    sample.durationSeconds === null
      ? undefined
      : Math.round(sample.durationSeconds * framesPerSecond);
  const last = Math.max(
    0,
    ...spans(truths).map(({ lastFrame }) => lastFrame),
    ...tracks.map(({ scores }) => scores.length * framesPerScore),
  );
  return {
    frameCount: known ?? last,
    framesPerScore,
    tracks: ofAny
      ? [{ type: "any", scores: anything(tracks), truths: spans(truths) }]
      : types.map((type) => ({
          type,
          scores: scoresOf(type),
          truths: spans(truths.filter((truth) => truth.type === type)),
        })),
  };
}

function spanOf({ startSeconds, endSeconds }: TruthEvent, framesPerSecond: number): FrameSpan {
  return {
    firstFrame: Math.round(startSeconds * framesPerSecond) + 1,
    lastFrame: Math.round(endSeconds * framesPerSecond),
  };
}

function anything(tracks: FrameScores["tracks"]): readonly number[] {
  const own = tracks.find(({ type }) => type === undefined)?.scores;
  if (own) return own;
  const length = Math.max(0, ...tracks.map(({ scores }) => scores.length));
  return Array.from({ length }, (_, at) =>
    Math.max(...tracks.flatMap(({ scores }) => scores[at] ?? [])),
  );
}
