import type { RetrievalOptions } from "./schema.ts";

export type ChunkScale = RetrievalOptions["scales"][number];
type FixedScale = Exclude<ChunkScale, "shot">;

export interface Chunk {
  readonly scale: ChunkScale;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

interface ChunkPreset {
  /** How much more than usual neighbouring frames must differ to lie in two shots. */
  readonly shotThreshold: number;
  /** Shortest and longest chunk, in seconds. */
  readonly lengths: Readonly<Record<FixedScale, readonly [shortest: number, longest: number]>>;
  /** How many frames stand for a chunk. */
  readonly keyframes: Readonly<Record<ChunkScale, number>>;
}

const keyframes = { shot: 1, micro: 3, meso: 5, macro: 7 } as const;

/** How videos of a kind are cut, as VIGIL-RAG has it. */
export const chunkPresets: Readonly<Record<RetrievalOptions["preset"], ChunkPreset>> = {
  generic: {
    shotThreshold: 3,
    lengths: { micro: [2, 4], meso: [8, 16], macro: [32, 64] },
    keyframes,
  },
  factory: {
    shotThreshold: 2.5,
    lengths: { micro: [2, 3], meso: [8, 12], macro: [30, 60] },
    keyframes: { ...keyframes, micro: 4 },
  },
  surveillance: {
    shotThreshold: 4,
    lengths: { micro: [3, 5], meso: [10, 20], macro: [40, 80] },
    keyframes: { ...keyframes, micro: 2 },
  },
  sports: {
    shotThreshold: 2,
    lengths: { micro: [2, 4], meso: [8, 15], macro: [30, 60] },
    keyframes: { ...keyframes, micro: 5, meso: 7 },
  },
};

/**
 * A video cut into chunks of one scale, each half-way between the shortest and the longest. A rest
 * that would be too short belongs to the chunk before it, which may then be longer than the
 * longest; a video shorter than one chunk is one.
 */
export function fixedChunks(
  durationSeconds: number,
  scale: FixedScale,
  preset: RetrievalOptions["preset"],
): readonly Chunk[] {
  if (!(durationSeconds > 0)) return [];
  const [shortest, longest] = chunkPresets[preset].lengths[scale];
  const target = (shortest + longest) / 2;
  const whole = Math.floor(durationSeconds / target);
  const count = Math.max(1, durationSeconds - whole * target >= shortest ? whole + 1 : whole);
  return Array.from({ length: count }, (_, at) => ({
    scale,
    startSeconds: at * target,
    endSeconds: at + 1 === count ? durationSeconds : (at + 1) * target,
  }));
}

/** A video cut where its picture changes. */
export function shotChunks(durationSeconds: number, cuts: readonly number[]): readonly Chunk[] {
  const inside = [...new Set(cuts)]
    .filter((at) => at > 0 && at < durationSeconds)
    .sort((a, b) => a - b);
  const edges = [0, ...inside, durationSeconds];
  if (!(durationSeconds > 0)) return [];
  return inside.map((_, at): Chunk => shot(edges, at)).concat(shot(edges, inside.length));
}

function shot(edges: readonly number[], at: number): Chunk {
  return { scale: "shot", startSeconds: edges[at]!, endSeconds: edges[at + 1]! };
}

/** When the frames that stand for a chunk are taken: spread evenly inside it, one in the middle. */
export function keyframeTimes(
  { scale, startSeconds, endSeconds }: Chunk,
  preset: RetrievalOptions["preset"],
): readonly number[] {
  const count = chunkPresets[preset].keyframes[scale];
  const step = (endSeconds - startSeconds) / (count + 1);
  return Array.from({ length: count }, (_, at) => startSeconds + step * (at + 1));
}
