import type { OutcomeEvent } from "../../core/run/run-event.ts";
import type { ChunkProgress, SharedRunStore } from "../../core/run/shared-run-store.ts";
import type { LiveWorker } from "../../summary/browse/live-progress.ts";
import type { OnEvent } from "../evaluation-event.ts";

/** Reports how far workers have come with a run. */
export class SharedProgress {
  readonly #store: SharedRunStore;
  readonly #onEvent: OnEvent;
  /** By system, and then by how samples ended. */
  readonly #outcomes = new Map<string, Record<string, number>>();

  readonly #repeats: ReadonlyMap<string, number>;

  /** @param repeats How often each system is asked about a sample, by its id. */
  constructor(store: SharedRunStore, repeats: ReadonlyMap<string, number>, onEvent: OnEvent) {
    this.#store = store;
    this.#repeats = repeats;
    this.#onEvent = onEvent;
  }

  add(outcomes: readonly OutcomeEvent[]): void {
    for (const { system, outcome } of outcomes) {
      const counts = this.#outcomes.get(system) ?? {};
      counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
      this.#outcomes.set(system, counts);
    }
  }

  /** @returns Whether all is done, and what is not. */
  async report(
    workers: readonly LiveWorker[] = [],
  ): Promise<{ readonly isDone: boolean; readonly left: readonly ChunkProgress[] }> {
    const all = await this.#store.progress();
    const systems = Map.groupBy(all, ({ system }) => system);
    this.#onEvent({
      type: "progress",
      noun: "samples",
      systems: [...systems].map(([system, parts]) => {
        const outcomes = { ...this.#outcomes.get(system) };
        const samples = parts.reduce((sum, { open, held, done }) => sum + open + held + done, 0);
        const expected = samples * (this.#repeats.get(system) ?? 1);
        const ended = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
        const settled = Math.min(expected, ended);
        return { system, expected, isGrowing: false, settled, settledNow: settled, outcomes };
      }),
      workers: workers.map(({ name, status, settled }) => ({ name, status, settled })),
    });
    const left = all.filter(({ open, held }) => open + held > 0);
    return { isDone: left.length === 0, left };
  }
}
