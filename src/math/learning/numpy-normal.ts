import { ziggurat } from "./ziggurat-tables.ts";

/**
 * Normal numbers bit for bit as `numpy.random.default_rng(seed).normal(0, scale, count)` draws them:
 * PCG64 (XSL-RR 128/64) seeded by `SeedSequence`, and the ziggurat. Numbers of the tail (one in
 * 3,900) may differ in the last bit where a C library rounds its logarithm otherwise.
 *
 * @param seed a whole number from 0 to 2^53 − 1.
 */
export function numpyNormal(seed: number, scale: number, count: number): Float64Array {
  const generator = pcg64(seed);
  // NumPy adds the mean, 0, which turns −0 into 0.
  return Float64Array.from({ length: count }, () => 0 + scale * standardNormal(generator));
}

/** 64 random bits as two halves, advanced by `next`. */
interface Generator {
  high: number;
  low: number;
  next(): void;
}

function standardNormal(generator: Generator): number {
  for (;;) {
    generator.next();
    const { high, low } = generator;
    const layer = low & 0xff;
    const bits = (high & 0x1fffffff) * 0x800000 + (low >>> 9);
    const size = bits * ziggurat.width[layer]!;
    const x = (low & 0x100) === 0 ? size : -size;
    if (bits < ziggurat.sure[layer]!) return x;
    if (layer === 0) return (low & 0x20000) === 0 ? tail(generator) : -tail(generator);
    const [above, below] = [ziggurat.height[layer - 1]!, ziggurat.height[layer]!];
    if ((above - below) * uniform(generator) + below < Math.exp(-0.5 * x * x)) return x;
  }
}

function tail(generator: Generator): number {
  for (;;) {
    const x = -ziggurat.inverseEdge * Math.log1p(-uniform(generator));
    const y = -Math.log1p(-uniform(generator));
    if (y + y > x * x) return ziggurat.edge + x;
  }
}

/** In [0, 1), with 53 random bits. */
function uniform(generator: Generator): number {
  generator.next();
  return (generator.high * 0x200000 + (generator.low >>> 11)) / 2 ** 53;
}

/** 128-bit words in eight limbs of 16 bits, the lowest first. */
type Limbs = Uint16Array;

const multiplier = limbs(0x2360ed051fc65da44385df649fccf645n);

function pcg64(seed: number): Generator {
  const [high, low, streamHigh, streamLow] = seedWords(seed);
  const increment = limbs((((streamHigh! << 64n) | streamLow!) << 1n) | 1n);
  const state = limbs(0n);
  step(state, increment);
  addLimbs(state, limbs((high! << 64n) | low!));
  step(state, increment);
  const generator: Generator = {
    high: 0,
    low: 0,
    next() {
      step(state, increment);
      const a = (word(state, 6) ^ word(state, 2)) >>> 0;
      const b = (word(state, 4) ^ word(state, 0)) >>> 0;
      const turn = state[7]! >>> 10;
      const [top, bottom] = turn < 32 ? [a, b] : [b, a];
      const by = turn & 31;
      generator.high = by === 0 ? top : ((top >>> by) | (bottom << (32 - by))) >>> 0;
      generator.low = by === 0 ? bottom : ((bottom >>> by) | (top << (32 - by))) >>> 0;
    },
  };
  return generator;
}

function word(state: Limbs, at: number): number {
  return (state[at]! | (state[at + 1]! << 16)) >>> 0;
}

const sums = new Float64Array(8);

/** `state · multiplier + increment`, modulo 2^128; sums of products stay below 2^36. */
function step(state: Limbs, increment: Limbs): void {
  for (let i = 0; i < 8; i++) sums[i] = increment[i]!;
  for (let i = 0; i < 8; i++) {
    const factor = state[i]!;
    for (let j = 0; i + j < 8; j++) sums[i + j]! += factor * multiplier[j]!;
  }
  carry(state);
}

function addLimbs(state: Limbs, other: Limbs): void {
  for (let i = 0; i < 8; i++) sums[i] = state[i]! + other[i]!;
  carry(state);
}

function carry(state: Limbs): void {
  let over = 0;
  for (let i = 0; i < 8; i++) {
    const sum = sums[i]! + over;
    over = Math.floor(sum / 0x10000);
    state[i] = sum - over * 0x10000;
  }
}

function limbs(value: bigint): Limbs {
  return Uint16Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(16 * i)) & 0xffffn));
}

/** The first four words of 64 bits that NumPy's `SeedSequence` makes of a seed. */
function seedWords(seed: number): readonly bigint[] {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`a seed must be a whole number from 0 to 2^53 - 1, got ${seed}`);
  const pool = mixedPool([seed >>> 0, Math.floor(seed / 2 ** 32)]);
  const hash = hasher(0x8b51f9dd, 0x58f38ded);
  const halves = Array.from({ length: 8 }, (_, i) => BigInt(hash(pool[i % 4]!)));
  return [0, 2, 4, 6].map((i) => (halves[i + 1]! << 32n) | halves[i]!);
}

/** A word of entropy that is zero hashes as if it were not there. */
function mixedPool(entropy: readonly number[]): Uint32Array {
  const hash = hasher(0x43b0d7e5, 0x931e8875);
  const pool = Uint32Array.from({ length: 4 }, (_, i) => hash(entropy[i] ?? 0));
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++)
      if (from !== to) {
        const mixed = Math.imul(0xca01f9dd, pool[to]!) - Math.imul(0x4973f715, hash(pool[from]!));
        pool[to] = mixed ^ (mixed >>> 16);
      }
  return pool;
}

function hasher(start: number, multiplier: number): (value: number) => number {
  let constant = start;
  return (value) => {
    const mixed = value ^ constant;
    constant = Math.imul(constant, multiplier);
    const product = Math.imul(mixed, constant);
    return (product ^ (product >>> 16)) >>> 0;
  };
}
