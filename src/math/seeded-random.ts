import type { Random } from "../core/random.ts";

/** The four words of an sfc32 generator; `nextBits` advances it in place. */
export type RandomState = Int32Array;

/**
 * Draws thrown away after seeding, so that seeds that differ in one bit have parted; twelve is the
 * author's own choice.
 */
const warmUpDraws = 12;

/**
 * Uniform numbers in [0, 1) with 53 random bits. The stream is determined by the seed and the
 * labels alone, so that every sample or resample can have its own and no result depends on threads
 * or order. A number and its digits as text are different labels.
 */
export function seededRandom(seed: number, ...stream: readonly (string | number)[]): Random {
  const state = seededState(seed, ...stream);
  return () => nextUniform(state);
}

/** Uniform in [0, 1) with 53 random bits; takes two words of the stream. */
export function nextUniform(state: RandomState): number {
  const high = nextBits(state) >>> 5;
  const low = nextBits(state) >>> 6;
  return (high * 0x4000000 + low) / 0x20000000000000;
}

/**
 * Thirty-two random bits as a whole number from 0 to 2^32 - 1: sfc32 of Chris Doty-Humphrey's
 * PractRand.
 */
export function nextBits(state: RandomState): number {
  const b = state[1]!;
  const c = state[2]!;
  const sum = (state[0]! + b + state[3]!) | 0;
  state[0] = b ^ (b >>> 9);
  state[1] = (c + (c << 3)) | 0;
  state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
  state[3] = (state[3]! + 1) | 0;
  return sum >>> 0;
}

/** The start of the stream that `seededRandom` reads, for loops that need the bare bits. */
export function seededState(seed: number, ...stream: readonly (string | number)[]): RandomState {
  const state = Int32Array.of(0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef);
  absorbNumber(state, seed);
  for (const label of stream) {
    if (typeof label === "number") absorbNumber(state, label);
    else absorbText(state, label);
  }
  // The last lane has seen all others; fed back twice, so has every lane.
  absorb(state, state[3]!);
  absorb(state, state[3]!);
  for (let draw = 0; draw < warmUpDraws; draw += 1) nextBits(state);
  return state;
}

function absorbNumber(state: RandomState, value: number): void {
  if (!Number.isFinite(value))
    throw new RangeError(`a seed or stream label must be finite, got ${value}`);
  absorb(state, 1);
  if (value === value >>> 0) {
    absorbWhole(state, value >>> 0);
    return;
  }
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  absorb(state, bytes.getInt32(0));
  absorb(state, bytes.getInt32(4));
}

/**
 * The two words of a whole number below 2^32 as a double, without a buffer: every resample of a
 * bootstrap is seeded by one.
 */
function absorbWhole(state: RandomState, value: number): void {
  const exponent = 31 - Math.clz32(value);
  const rest = value === 0 ? 0 : value - 2 ** exponent;
  const high = exponent <= 20 ? rest << (20 - exponent) : rest >>> (exponent - 20);
  absorb(state, value === 0 ? 0 : ((exponent + 1023) << 20) | high);
  absorb(state, exponent <= 20 ? 0 : rest << (52 - exponent));
}

/** The length goes first, so that ("ab", "c") and ("a", "bc") differ. */
function absorbText(state: RandomState, text: string): void {
  absorb(state, 2);
  absorb(state, text.length);
  for (let index = 0; index < text.length; index += 1) absorb(state, text.charCodeAt(index));
}

/**
 * One step of the hash: the word runs through the four lanes. Reversible, so that different words
 * always leave different states.
 */
function absorb(state: RandomState, word: number): void {
  for (let lane = 0; lane < 4; lane += 1) {
    word = avalanche(word ^ state[lane]!);
    state[lane] = word;
  }
}

/**
 * The finaliser of MurmurHash3: a bijection of 32-bit words in which every input bit flips every
 * output bit with probability near one half.
 */
function avalanche(word: number): number {
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}
