import { rowDifferences } from "../../scoring/comparison/matrix-differences.ts";
import { differenceKey, type MatrixRowResult } from "../../scoring/comparison/summarise-matrix.ts";
import type { PlannedEvidence } from "../../scoring/evidence/planned-set.ts";
import type { Scoring } from "../../scoring/scoring.ts";
import type { Place } from "../cell/evaluate-cell.ts";

type Differences = MatrixRowResult["differences"];

interface Scored {
  readonly scored: PlannedEvidence;
  readonly scoring: Scoring;
}

/**
 * What rows are compared by. The first row's evidence is kept; that of others is compared as soon
 * as it is there and then let go, so that memory does not grow with the rows.
 */
export class MatrixEvidence {
  readonly #first: string;
  readonly #reference = new Map<string, Scored>();
  readonly #waiting = new Map<string, Map<string, Scored>>();
  readonly #differences = new Map<string, Map<string, ReturnType<typeof rowDifferences>>>();

  constructor(first: string) {
    this.#first = first;
  }

  /** Whether anything of this row was taken. */
  has(row: string): boolean {
    return row === this.#first
      ? this.#reference.size > 0
      : this.#differences.has(row) || this.#waiting.has(row);
  }

  add(row: string, { task, system }: Place, scored: Scored): void {
    const key = differenceKey(task, system);
    if (row === this.#first) this.#reference.set(key, scored);
    else if (this.#reference.size > 0) this.#compare(row, key, scored);
    else
      this.#waiting.set(
        row,
        (this.#waiting.get(row) ?? new Map<string, Scored>()).set(key, scored),
      );
  }

  /** Compares what came before the first row. */
  settle(): void {
    for (const [row, all] of this.#waiting)
      for (const [key, scored] of all) this.#compare(row, key, scored);
    this.#waiting.clear();
  }

  differences(row: string): Differences {
    return this.#differences.get(row) ?? new Map();
  }

  #compare(row: string, key: string, { scored, scoring: { unanswered, seed } }: Scored): void {
    const own = this.#differences.get(row) ?? new Map<string, ReturnType<typeof rowDifferences>>();
    this.#differences.set(row, own);
    const reference = this.#reference.get(key);
    if (reference) own.set(key, rowDifferences(scored, reference.scored, { unanswered, seed }));
  }
}
