const size = 624;
const period = 397;

/**
 * MT19937 (Matsumoto and Nishimura, ACM TOMACS 8, 1998), seeded as `init_genrand`, with the 53-bit
 * doubles and the polar normal numbers of NumPy's `RandomState`: the same seed gives the same
 * numbers as there. For reproducing what was made with it; `seededRandom` is for everything else.
 */
export function mersenneTwister(seed: number): { double(): number; normal(): number } {
  const state = new Uint32Array(size);
  state[0] = seed >>> 0;
  for (let i = 1; i < size; i++) {
    const before = state[i - 1]! ^ (state[i - 1]! >>> 30);
    state[i] = Math.imul(before, 1_812_433_253) + i;
  }
  let at = size;
  let spare: number | undefined;

  function word(): number {
    if (at === size) {
      renew(state);
      at = 0;
    }
    let y = state[at++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  const double = () => ((word() >>> 5) * 67_108_864 + (word() >>> 6)) / 9_007_199_254_740_992;

  return {
    double,
    normal() {
      if (spare !== undefined) {
        const kept = spare;
        spare = undefined;
        return kept;
      }
      for (;;) {
        const x = 2 * double() - 1;
        const y = 2 * double() - 1;
        const square = x * x + y * y;
        if (square >= 1 || square === 0) continue;
        const factor = Math.sqrt((-2 * Math.log(square)) / square);
        spare = factor * x;
        return factor * y;
      }
    },
  };
}

function renew(state: Uint32Array): void {
  for (let i = 0; i < size; i++) {
    const y = (state[i]! & 0x80000000) | (state[(i + 1) % size]! & 0x7fffffff);
    state[i] = state[(i + period) % size]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}
