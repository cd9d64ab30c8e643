import { nextBits, type RandomState } from "../seeded-random.ts";
import { drawBinomial } from "./draw-binomial.ts";

/**
 * Small enough for the fastest cache; and three indices of ten bits come out of one random word.
 */
const blockSize = 1024;

/** `draws` plain draws among the `size` counts from `start` on. */
interface Block {
  readonly start: number;
  readonly size: number;
  readonly draws: number;
}

/**
 * Draws as many times as there are counts, each time one of them with equal chance, and overwrites
 * `counts` with how often each was drawn: the multinomial counts of a bootstrap resample. A million
 * plain draws would miss the cache a million times; instead the draws are first shared out over
 * blocks by conditional binomial draws, which is the same distribution, and then made inside each
 * block.
 */
export function drawCounts(counts: Uint32Array, state: RandomState): void {
  counts.fill(0);
  let left = counts.length;
  for (let start = 0; start < counts.length; start += blockSize) {
    const rest = counts.length - start;
    const size = Math.min(blockSize, rest);
    const draws = size === rest ? left : drawBinomial(left, size / rest, state);
    const threefold = size === blockSize ? draws - (draws % 3) : 0;
    drawThreefold(counts, { start, size, draws: threefold }, state);
    drawSingly(counts, { start, size, draws: draws - threefold }, state);
    left -= draws;
  }
}

/**
 * Draws in a whole block. `nextBits` is written out, since this is the loop that a bootstrap spends
 * its time in.
 */
function drawThreefold(counts: Uint32Array, { start, draws }: Block, state: RandomState): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let counter = state[3]!;
  for (let drawn = 0; drawn < draws; drawn += 3) {
    const bits = (a + b + counter) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + bits) | 0;
    counter = (counter + 1) | 0;
    const first = start + (bits & 1023);
    const second = start + ((bits >>> 10) & 1023);
    const third = start + ((bits >>> 20) & 1023);
    counts[first] = counts[first]! + 1;
    counts[second] = counts[second]! + 1;
    counts[third] = counts[third]! + 1;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
}

/** Draws one index per random word, and again where it falls past the end. */
function drawSingly(counts: Uint32Array, { start, size, draws }: Block, state: RandomState): void {
  const surplusBits = Math.clz32(size - 1);
  let left = draws;
  while (left > 0) {
    const index = size === 1 ? 0 : nextBits(state) >>> surplusBits;
    if (index >= size) continue;
    counts[start + index] = counts[start + index]! + 1;
    left -= 1;
  }
}
