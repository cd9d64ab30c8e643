import type { Asked } from "../core/asking/asked.ts";

/** Upper ends of the classes that requests are counted in, in seconds. */
export const timeClasses = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120] as const;

/** How long requests to one system took that were answered. */
export interface SystemTimes {
  readonly system: string;
  /** How many took no longer than each of `timeClasses`, and how many longer than all. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sumSeconds: number;
}

/** Counts requests by how long they took, while they are made. */
export class AskTimes {
  readonly #systems = new Map<string, { counts: number[]; count: number; sumSeconds: number }>();

  /** `totalMs` counts where the system says nothing itself; what failed took no time of its own. */
  add(system: string, asked: Asked<unknown>, totalMs: number): void {
    if (asked.kind === "failed") return;
    const known = this.#systems.get(system);
    const own = known ?? {
      counts: new Array<number>(timeClasses.length + 1).fill(0),
      count: 0,
      sumSeconds: 0,
    };
    if (!known) this.#systems.set(system, own);
    const seconds = (asked.facts?.totalMs ?? totalMs) / 1_000;
    const at = timeClasses.findIndex((end) => seconds <= end);
    own.counts[at < 0 ? timeClasses.length : at]!++;
    own.count++;
    own.sumSeconds += seconds;
  }

  list(): readonly SystemTimes[] {
    return [...this.#systems].map(([system, { counts, ...rest }]) => ({
      system,
      counts: [...counts],
      ...rest,
    }));
  }
}
