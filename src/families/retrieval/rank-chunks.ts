import { temporalIou } from "../../math/temporal-iou.ts";
import type { Chunk, ChunkScale } from "./chunking.ts";
import type { RetrievalOptions } from "./schema.ts";

export interface ScoredChunk extends Chunk {
  readonly score: number;
}

/** From coarse to fine, with how many of each are looked into. */
const depths: readonly (readonly [scale: ChunkScale, kept: number])[] = [
  ["macro", 5],
  ["meso", 10],
  ["micro", 20],
  ["shot", 30],
];
/** Part of its length by which a coarse hit is looked beyond on each side. */
const padding = 0.1;
const coherenceBoost = 1.1;
const adjacentSeconds = 0.5;
/** What being like something better costs. */
const diversity = 0.3;

/**
 * What similarity to the picture and to what is said come to: the larger one, speech weighed;
 * pictures alone where nothing is said.
 */
export function fused(visual: number, spoken: number | undefined, weight: number): number {
  return spoken === undefined ? visual : Math.max(visual, weight * spoken);
}

export type RankingRules = Pick<RetrievalOptions, "search" | "rerank" | "duplicateIou" | "topK">;

/** The best chunks, best first, near doubles left out. */
export function rankChunks(
  chunks: readonly ScoredChunk[],
  { search, rerank, duplicateIou, topK }: RankingRules,
): readonly ScoredChunk[] {
  const found = byScore(search === "flat" ? chunks : coarseToFine(chunks));
  const distinct = withoutDoubles(
    rerank ? byScore(coherent(found.slice(0, 5 * topK))) : found,
    duplicateIou,
    rerank ? 3 * topK : topK,
  );
  return rerank ? diverse(distinct, topK) : distinct;
}

function byScore(chunks: readonly ScoredChunk[]): readonly ScoredChunk[] {
  return chunks.toSorted((a, b) => b.score - a.score || a.startSeconds - b.startSeconds);
}

/**
 * Each scale is searched only where the best of the coarser one lie, padded; all of it where there
 * is no coarser one.
 */
export function coarseToFine(chunks: readonly ScoredChunk[]): readonly ScoredChunk[] {
  const found: ScoredChunk[] = [];
  let windows: readonly Chunk[] = [];
  for (const [scale, kept] of depths) {
    const inside = chunks.filter(
      (chunk) =>
        chunk.scale === scale &&
        (windows.length === 0 || windows.some((one) => touches(one, chunk))),
    );
    const best = byScore(inside).slice(0, kept);
    if (best.length === 0) continue;
    found.push(...best);
    windows = best.map((chunk) => padded(chunk));
  }
  return found;
}

function padded(chunk: Chunk): Chunk {
  const more = padding * (chunk.endSeconds - chunk.startSeconds);
  return { ...chunk, startSeconds: chunk.startSeconds - more, endSeconds: chunk.endSeconds + more };
}

function touches(a: Chunk, b: Chunk): boolean {
  return a.startSeconds < b.endSeconds && b.startSeconds < a.endSeconds;
}

/** Chunks that follow on another one that was found are worth more; only scores above 0 are. */
export function coherent(chunks: readonly ScoredChunk[]): readonly ScoredChunk[] {
  const follows = (a: Chunk, b: Chunk) =>
    Math.abs(a.startSeconds - b.endSeconds) <= adjacentSeconds;
  return chunks.map((chunk) => {
    const isCoherent = chunks.some(
      (other) =>
        other !== chunk &&
        other.scale === chunk.scale &&
        (follows(chunk, other) || follows(other, chunk)),
    );
    return isCoherent && chunk.score > 0
      ? { ...chunk, score: chunk.score * coherenceBoost }
      : chunk;
  });
}

/** The first `most` chunks of which none overlaps a better one by the tIoU. */
export function withoutDoubles(
  sorted: readonly ScoredChunk[],
  minIou: number,
  most: number,
): readonly ScoredChunk[] {
  const kept: ScoredChunk[] = [];
  for (const chunk of sorted) {
    if (kept.length === most) break;
    if (!kept.some((other) => overlap(other, chunk) >= minIou)) kept.push(chunk);
  }
  return kept;
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998), likeness being tIoU: one after
 * the other the chunk that is relevant and new.
 */
export function diverse(chunks: readonly ScoredChunk[], most: number): readonly ScoredChunk[] {
  const left = new Set(chunks);
  const taken: ScoredChunk[] = [];
  const worth = (chunk: ScoredChunk) =>
    (1 - diversity) * chunk.score -
    diversity * Math.max(0, ...taken.map((one) => overlap(one, chunk)));
  while (taken.length < most && left.size > 0) {
    const best = [...left].reduce((top, one) => (worth(one) > worth(top) ? one : top));
    taken.push(best);
    left.delete(best);
  }
  return taken;
}

function overlap(a: Chunk, b: Chunk): number {
  return temporalIou(a.startSeconds, a.endSeconds, b.startSeconds, b.endSeconds);
}
