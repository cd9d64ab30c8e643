import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import type { Summary } from "../../summary/summary.ts";
import { asItStands, rescoreRun } from "../run/rescore-run.ts";
import { dataState } from "./data-state.ts";
import { logState } from "./open-logs.ts";

interface Kept {
  readonly state: string;
  readonly summary: Promise<Summary>;
  /** When they were made, and how long that took; unknown while they are being made. */
  made?: { readonly at: number; readonly ms: number };
}

const mostKept = 8;

/** Figures of runs that are not done, from what their logs hold. Nothing is kept on disk. */
export class FiguresSoFar {
  readonly #kept = new Map<string, Kept>();

  /**
   * The figures of the log as it is; while it is being written, some that are a little older will
   * do. @throws {UserError} where the data is not at hand.
   */
  async find(directory: string): Promise<Summary> {
    const state = `${await logState(directory)} ${await dataState(runStores.files(directory))}`;
    const known = this.#kept.get(directory);
    if (known && (known.state === state || (await isFreshEnough(directory, known))))
      return known.summary;
    const started = performance.now();
    const kept: Kept = { state, summary: soFar(directory) };
    this.#kept.delete(directory);
    this.#kept.set(directory, kept);
    for (const oldest of this.#kept.keys())
      if (this.#kept.size > mostKept) this.#kept.delete(oldest);
    kept.summary.then(
      () => {
        kept.made = { at: Date.now(), ms: performance.now() - started };
      },
      () => this.#kept.delete(directory),
    );
    return kept.summary;
  }
}

async function soFar(directory: string): Promise<Summary> {
  await using store = await runStores.read(directory);
  const rescored = await rescoreRun(asItStands(store));
  if (!rescored) throw new UserError("scoring ended before all was read");
  return rescored.evaluated.summary;
}

/** Making them anew should take a small part of the time while the run goes on. */
async function isFreshEnough(directory: string, { made }: Kept): Promise<boolean> {
  if (!(await runStores.isBeingWritten(directory))) return false;
  return made === undefined || Date.now() - made.at < Math.max(5_000, 20 * made.ms);
}
