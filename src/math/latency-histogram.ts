/** Buckets of one power of two: neighbouring values differ by less than a thousandth. */
const perOctave = 1024;
const linearUpTo = 2 * perOctave;

/**
 * A histogram of durations with a high dynamic range: whole microseconds up to two milliseconds,
 * beyond that with a precision of one in a thousand, up to any length. Counts can be added up, so
 * that percentiles of any union of histograms cost nothing but their buckets.
 */
export class LatencyHistogram {
  #counts = new Float64Array(linearUpTo);
  #total = 0;
  #maximum = 0;
  #sum = 0;

  get total(): number {
    return this.#total;
  }

  /** In milliseconds, exact; 0 where there is none. */
  get maximumMs(): number {
    return this.#maximum;
  }

  get meanMs(): number | null {
    return this.#total === 0 ? null : this.#sum / this.#total;
  }

  record(milliseconds: number): void {
    const bucket = bucketOf(milliseconds);
    if (bucket >= this.#counts.length) this.#grow(bucket);
    this.#counts[bucket]!++;
    this.#total++;
    this.#sum += milliseconds;
    this.#maximum = Math.max(this.#maximum, milliseconds);
  }

  /** Adds another one, as often as `times` says. */
  add(other: LatencyHistogram, times = 1): void {
    if (times === 0) return;
    const counts = other.#counts;
    if (counts.length > this.#counts.length) this.#grow(counts.length - 1);
    for (let at = 0; at < counts.length; at++) this.#counts[at]! += times * counts[at]!;
    this.#total += times * other.#total;
    this.#sum += times * other.#sum;
    this.#maximum = Math.max(this.#maximum, other.#maximum);
  }

  /**
   * The duration, in milliseconds, that this fraction of all stays at or below; `null` where there
   * is none. `beyond` counts durations that are longer than any that was recorded, such as those of
   * requests without an answer: `null` where the percentile is one of them.
   */
  percentile(fraction: number, beyond = 0): number | null {
    const rank = Math.max(1, Math.ceil(fraction * (this.#total + beyond) - 1e-9));
    if (rank > this.#total) return null;
    let seen = 0;
    for (let at = 0; at < this.#counts.length; at++) {
      seen += this.#counts[at]!;
      if (seen >= rank) return Math.min(middleOf(at), this.#maximum);
    }
    return this.#maximum;
  }

  /** Buckets with their counts, shortest durations first: what a chart of the distribution needs. */
  *buckets(): Iterable<readonly [milliseconds: number, count: number]> {
    for (const [at, count] of this.#counts.entries()) if (count > 0) yield [middleOf(at), count];
  }

  #grow(bucket: number): void {
    const counts = new Float64Array(Math.max(bucket + 1, 2 * this.#counts.length));
    counts.set(this.#counts);
    this.#counts = counts;
  }
}

function bucketOf(milliseconds: number): number {
  const micros = Math.max(0, Math.round(milliseconds * 1_000));
  if (micros < linearUpTo) return micros;
  const octave = Math.floor(Math.log2(micros / perOctave));
  const width = 2 ** octave;
  return (octave + 1) * perOctave + Math.floor(micros / width) - perOctave;
}

function middleOf(bucket: number): number {
  if (bucket < linearUpTo) return bucket / 1_000;
  const octave = Math.floor(bucket / perOctave) - 1;
  const width = 2 ** octave;
  return (((bucket % perOctave) + perOctave + 0.5) * width) / 1_000;
}
