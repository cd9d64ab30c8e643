import type { Asked } from "../core/asking/asked.ts";

/** Upper ends of the classes that requests are counted in, in seconds. */
export const timeClasses = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120] as const;

/** Who was asked. */
interface AskedSystem {
  readonly system: string;
  /** Where it has several. */
  readonly server?: string | undefined;
}

/** How long requests to one system, or to one of its servers, took that were answered. */
export interface SystemTimes extends AskedSystem {
  /** How many took no longer than each of `timeClasses`, and how many longer than all. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sumSeconds: number;
  /** Requests to a server that failed. */
  readonly failures?: number;
}

interface Sums {
  readonly counts: number[];
  count: number;
  sumSeconds: number;
  failures: number;
}

/** Counts requests by how long they took, while they are made. */
export class AskTimes {
  readonly #systems = new Map<string, AskedSystem & Sums>();

  /** `totalMs` counts where the system says nothing itself; what failed took no time of its own. */
  add(who: AskedSystem, asked: Asked<unknown>, totalMs: number): void {
    if (asked.kind === "failed" && who.server === undefined) return;
    const key = who.server === undefined ? who.system : `${who.system} ${who.server}`;
    const known = this.#systems.get(key);
    const own = known ?? {
      ...who,
      counts: new Array<number>(timeClasses.length + 1).fill(0),
      count: 0,
      sumSeconds: 0,
      failures: 0,
    };
    if (!known) this.#systems.set(key, own);
    if (asked.kind === "failed") {
      own.failures++;
      return;
    }
    const seconds = (asked.facts?.totalMs ?? totalMs) / 1_000;
    const at = timeClasses.findIndex((end) => seconds <= end);
    own.counts[at < 0 ? timeClasses.length : at]!++;
    own.count++;
    own.sumSeconds += seconds;
  }

  list(): readonly SystemTimes[] {
    return [...this.#systems.values()].map(({ counts, failures, ...rest }) => ({
      ...rest,
      counts: [...counts],
      ...(rest.server === undefined ? {} : { failures }),
    }));
  }
}
