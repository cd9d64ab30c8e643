import type {
  RetrievalPrediction,
  RetrievalSample,
} from "../../../src/families/retrieval/schema.ts";
import { mersenneTwister } from "./mersenne-twister.ts";

const dimensions = 512;
const clipCount = 20;
const clipSeconds = 3;
const least = 1e-9;

export interface SyntheticOptions {
  readonly seed?: number;
  /** How much of a relevant clip's vector is the direction of the question. */
  readonly signalStrength?: number;
  /** What a transcript is worth beside the picture; `null`: pictures alone. */
  readonly alpha: number | null;
  readonly topK?: number;
}

interface SyntheticVideo {
  readonly visual: Float64Array[];
  readonly text: Float64Array[];
  /** Clips with a transcript: the others are not in the index of texts. */
  readonly spoken: Set<number>;
}

/**
 * The synthetic benchmark of VIGIL-RAG: clips `micro-00` to `micro-19` of three seconds with random
 * vectors, into which the questions about them are mixed, pictures for visual ones, transcripts for
 * audio ones. It shows whether a way of retrieving and fusing works at all, without any model; the
 * same seed gives the same lists as the original, as far as scores are above 0.
 */
export function syntheticRetrieval(
  questions: readonly RetrievalSample[],
  { seed = 42, signalStrength = 0.85, alpha, topK = 10 }: SyntheticOptions,
): ReadonlyMap<string, RetrievalPrediction> {
  const { normal } = mersenneTwister(seed);
  const unit = () => normalised(Float64Array.from({ length: dimensions }, normal));
  const found = new Map<string, RetrievalPrediction>();
  for (const [, own] of [...Map.groupBy(questions, ({ group }) => group)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const video: SyntheticVideo = {
      visual: Array.from({ length: clipCount }, unit),
      text: Array.from({ length: clipCount }, unit),
      spoken: new Set(),
    };
    const directions = own.map((question) => {
      const direction = unit();
      mix(video, question, { direction, signalStrength });
      return direction;
    });
    for (const [at, question] of own.entries())
      found.set(question.id, { clips: retrieved(video, directions[at]!, { alpha, topK }) });
  }
  return found;
}

/** Pulls the relevant clips towards the direction of the question. */
function mix(
  { visual, text, spoken }: SyntheticVideo,
  { clips, kind }: RetrievalSample,
  {
    direction,
    signalStrength,
  }: { readonly direction: Float64Array; readonly signalStrength: number },
): void {
  const pulled = (vector: Float64Array) =>
    normalised(
      vector.map((value, i) => (1 - signalStrength) * value + signalStrength * direction[i]!),
    );
  for (const { id } of clips) {
    const clip = Number(/^micro-(\d+)$/.exec(id)?.[1] ?? Number.NaN);
    if (!(clip < clipCount)) continue;
    if (kind !== "audio") visual[clip] = pulled(visual[clip]!);
    if (kind === "visual") continue;
    text[clip] = pulled(text[clip]!);
    spoken.add(clip);
  }
}

function retrieved(
  { visual, text, spoken }: SyntheticVideo,
  direction: Float64Array,
  { alpha, topK }: { readonly alpha: number | null; readonly topK: number },
): RetrievalPrediction["clips"] {
  const seen = best(visual, direction, topK);
  const heard = alpha === null ? new Map<number, number>() : best(text, direction, topK, spoken);
  const fused = new Map(seen);
  for (const [clip, similarity] of heard)
    fused.set(clip, Math.max(seen.get(clip) ?? 0, alpha! * similarity));
  return [...fused]
    .sort(([, a], [, b]) => b - a)
    .slice(0, topK)
    .map(([clip, score]) => ({
      endSeconds: clipSeconds * (clip + 1),
      id: `micro-${String(clip).padStart(2, "0")}`,
      score,
      startSeconds: clipSeconds * clip,
    }));
}

/** The clips most similar to the direction, with their similarity. */
function best(
  vectors: readonly Float64Array[],
  direction: Float64Array,
  count: number,
  among?: ReadonlySet<number>,
): Map<number, number> {
  const similar = vectors.map((vector, clip): [number, number] => [
    clip,
    vector.reduce((sum, value, i) => sum + value * direction[i]!, 0),
  ]);
  return new Map(
    similar
      .filter(([clip]) => among?.has(clip) ?? true)
      .sort(([, a], [, b]) => b - a)
      .slice(0, count),
  );
}

function normalised(vector: Float64Array): Float64Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) + least;
  return vector.map((value) => value / length);
}
