import { allAborted } from "../../core/all-aborted.ts";
import type { LookOptions, MediaFrames } from "../../core/data/media.ts";
import { noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { DecodePool, PooledJob } from "../decode-pool.ts";
import type { FramesJob } from "../frames-job.ts";
import type { Look } from "./frames-wanted.ts";
import type { LookedFile } from "./plan-looks.ts";

type Outcomes = readonly Outcome<MediaFrames>[];

/** Looks that somebody waits for. */
interface Waiting extends LookOptions {
  readonly looks: readonly Look[];
  resolve(outcomes: Outcomes): void;
  /** Set after a job of several crashed: only alone they tell which looks are at fault. */
  isAlone?: boolean;
}

interface WaitingFile {
  readonly file: LookedFile;
  waiting: Waiting[];
  isRunning: boolean;
}

/**
 * Looks at files, one job per file at a time: what comes while one waits for a process joins it,
 * what comes while one is running is the next one, together.
 */
export class LookQueue {
  readonly #pool: DecodePool;
  readonly #cache: FramesJob["cache"];
  readonly #files = new Map<string, WaitingFile>();

  constructor(pool: DecodePool, cache: FramesJob["cache"]) {
    this.#pool = pool;
    this.#cache = cache;
  }

  look(file: LookedFile, looks: readonly Look[], how: LookOptions): Promise<Outcomes> {
    const id = JSON.stringify(file);
    const known = this.#files.get(id) ?? { file, waiting: [], isRunning: false };
    this.#files.set(id, known);
    return new Promise((resolve) => {
      const { signal, isUrgent = false } = how;
      known.waiting.push({ signal, isUrgent, looks, resolve });
      this.#offer(id, known, isUrgent);
    });
  }

  /** An offer more does no harm: the first takes all that wait, the others find nothing. */
  #offer(id: string, known: WaitingFile, isUrgent = false): void {
    if (known.isRunning) return;
    if (known.waiting.length === 0) this.#files.delete(id);
    else this.#pool.offer(() => this.#take(id, known), { isUrgent });
  }

  #take(id: string, known: WaitingFile): PooledJob | undefined {
    if (known.isRunning) return undefined;
    const taken = takeTogether(known);
    if (taken.length === 0) return undefined;
    known.isRunning = true;
    const looks = new Map(taken.flatMap((one) => one.looks.map((look) => [idOf(look), look])));
    const places = new Map([...looks.keys()].map((look, at) => [look, at]));
    const leaving = allAborted(taken.map(({ signal }) => signal));
    return {
      job: { ...known.file, work: "frames", looks: [...looks.values()], cache: this.#cache },
      signal: leaving.signal,
      resolve: (outcome) => {
        leaving[Symbol.dispose]();
        known.isRunning = false;
        if (outcome.kind === "media-error" && taken.length > 1)
          known.waiting.unshift(...taken.map((one) => ({ ...one, isAlone: true })));
        else
          for (const one of taken) {
            const found = outcome.kind === "answered" ? (outcome.value as Outcomes) : outcome;
            one.resolve(
              one.looks.map((look) => ("kind" in found ? found : found[places.get(idOf(look))!]!)),
            );
          }
        this.#offer(
          id,
          known,
          known.waiting.some(({ isUrgent }) => isUrgent),
        );
      },
    };
  }
}

/** All that wait and have not left, or the first of those that must be alone. */
function takeTogether(known: WaitingFile): readonly Waiting[] {
  for (const { signal, looks, resolve } of known.waiting)
    if (signal.aborted) resolve(looks.map(() => noAnswer("failed", "the run was left")));
  const here = known.waiting.filter(({ signal }) => !signal.aborted);
  const alone = here.find(({ isAlone }) => isAlone);
  known.waiting = alone ? here.filter((one) => one !== alone) : [];
  return alone ? [alone] : here;
}

/** JSON alone would take what is infinite and what is no number for one. */
function idOf(look: Look): string {
  return JSON.stringify(look, (_, value) => (typeof value === "number" ? `${value}` : value));
}
