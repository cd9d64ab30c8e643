import { hexWord } from "../../math/hex-word.ts";
import type { ScoredEvidence } from "../comparison/common-rows.ts";

/**
 * Which samples were planned, whatever became of them: equal sets in any order have equal figures.
 */
export interface PlannedSet {
  readonly count: number;
  /** Sums of the first words of all digests, each modulo 2³². */
  readonly sums: readonly [number, number];
}

/** Gathers a planned set sample by sample. */
export class PlannedCounter {
  #count = 0;
  #high = 0;
  #low = 0;

  /** At least 16 hexadecimal digits. */
  add(digest: string): void {
    this.#count++;
    this.#high = (this.#high + hexWord(digest, 0)) >>> 0;
    this.#low = (this.#low + hexWord(digest, 8)) >>> 0;
  }

  set(): PlannedSet {
    return { count: this.#count, sums: [this.#high, this.#low] };
  }
}

/** What a system's scores are computed from, and all samples that were to be scored. */
export interface PlannedEvidence extends ScoredEvidence {
  readonly planned: PlannedSet;
  /** What is to be known of the answers, such as those that belong to no sample. */
  readonly remarks?: readonly string[];
}

export function isSameSet(one: PlannedSet, other: PlannedSet): boolean {
  return (
    one.count === other.count && one.sums[0] === other.sums[0] && one.sums[1] === other.sums[1]
  );
}
