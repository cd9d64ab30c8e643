import type { TaskConfig } from "../../config/config.ts";
import type { ArrayRef, NumberArray } from "../../core/data/array-ref.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import { isRecord, type Json } from "../../core/json.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import type { BriefView } from "../../core/scores/view.ts";
import { UserError } from "../../core/user-error.ts";
import type { Settled } from "../../engine/settled.ts";
import { evidenceDigest, evidenceDigits } from "../../scoring/evidence/evidence-set.ts";
import type { BriefAnswer } from "../../summary/browse/compare-page.ts";
import type { PlayableMedia } from "../../summary/browse/playable-media.ts";
import type { SamplePage, SampleSystem } from "../../summary/browse/sample-page.ts";
import { viewWithSignals } from "../cell/read-signals.ts";
import { plain } from "../explain/explained-answer.ts";
import { asItStands, rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";
import { FoundSystems, inOrder, shown, withheld } from "./found-systems.ts";
import { type LoggedSystem, loggedSamples } from "./logged-sample.ts";
import type { OpenLogs } from "./open-logs.ts";
import { SampleShelves } from "./sample-shelves.ts";
import type { SentFrames } from "./sent-frames.ts";

export interface SampleSurroundings {
  readonly logs: OpenLogs;
  readonly frames: SentFrames;
  /** How a page has a file of the data. */
  playable(ref: MediaRef, path: string): Promise<PlayableMedia>;
}

export interface WantedSamples {
  readonly directory: string;
  /** Id of the run. */
  readonly run: string;
  readonly task: string;
  /** Ids of samples. */
  readonly samples: readonly string[];
  /** Whether the pages leave this machine: data that may not be handed on is left out. */
  readonly isHandedOn?: boolean;
}

/**
 * All about single samples of runs. The data of a task is read once and kept packed, as long as its
 * files stay what they are, so that one sample after the other is opened at once.
 */
export class SampleReader {
  readonly #surroundings: SampleSurroundings;
  readonly #shelves = new SampleShelves();

  constructor(surroundings: SampleSurroundings) {
    this.#surroundings = surroundings;
  }

  /** @throws {UserError} where the run knows no such sample. */
  async read({
    sample,
    ...wanted
  }: Omit<WantedSamples, "samples"> & { readonly sample: string }): Promise<SamplePage> {
    const [page] = await this.readAll({ ...wanted, samples: [sample] });
    return page!;
  }

  /**
   * Several samples in their order: much faster than one after the other.
   * @throws {UserError} where the run knows one of them not.
   */
  async readAll(wanted: WantedSamples): Promise<readonly SamplePage[]> {
    await using lent = await this.#surroundings.logs.lend(wanted.directory);
    const { store } = lent;
    let problem = new UserError("the data does not have it");
    const found = await this.#scored(store, wanted).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      problem = error;
      return new Map<string, SamplePage>();
    });
    const missing = wanted.samples.filter((id) => !found.has(id));
    const logged = await this.#logged(store, { ...wanted, samples: missing }, problem);
    return wanted.samples.map((id) => found.get(id) ?? logged.get(id)!);
  }

  async #scored(store: KeptRun, wanted: WantedSamples): Promise<ReadonlyMap<string, SamplePage>> {
    const found = new Map<string, FoundSystems>();
    const byDigest = new Map<string, FoundSystems>();
    let [tasks, ids]: [readonly Task[], readonly string[]] = [[], []];
    await rescoreRun({
      ...this.#reading(store, wanted.task, wanted.samples),
      onTasks: (opened, systems) => {
        [tasks, ids] = [opened, systems];
        return Promise.resolve((place, sample, marked, settled) => {
          const own = found.get(sample.id) ?? new FoundSystems();
          found.set(sample.id, own);
          const { digest, pairing = digest } = settled.planned;
          byDigest.set(pairing.slice(0, evidenceDigits), own);
          own.add(place.system, { sample, marked, settled, task: opened[0]! });
        });
      },
      onScored: ({ system }, { evidence, metrics }) => {
        const rows = Map.groupBy(Array(evidence.n).keys(), (row) =>
          byDigest.get(evidenceDigest(evidence, row)),
        );
        const measures = [...new Set(metrics.map(({ measure }) => measure))];
        const all = measures.map((one) => [one, [...evidence.evidence(one)]] as const);
        for (const own of found.values()) {
          const at = rows.get(own) ?? [];
          const mine = all.map(([one, values]) => [one, plain(at.map((row) => values[row]))]);
          own.measured(system, metrics, Object.fromEntries(mine));
        }
      },
    });
    const [task] = tasks;
    const pages = new Map<string, SamplePage>();
    if (task)
      for (const own of found.values())
        pages.set(own.sample!.id, await this.#page(wanted, { task, found: own, ids }));
    await task?.arrays[Symbol.asyncDispose]();
    return pages;
  }

  async #page(
    { run, isHandedOn = false }: WantedSamples,
    { task, found, ids }: ScoredSample,
  ): Promise<SamplePage> {
    const sample = found.sample!;
    const isWithheld = isHandedOn && !task.isShared;
    const systems = isWithheld
      ? found.systems(ids).map(withheld)
      : await withSignals(found.systems(ids), task);
    return {
      run,
      task: task.id,
      family: task.family.id,
      sample: sample.id,
      content: isWithheld ? null : plain(sample),
      ...(isWithheld ? { problem: "The data of this task may not be handed on." } : {}),
      media: isWithheld ? [] : await this.#media(task, sample),
      metrics: found.metrics,
      systems: await Promise.all(systems.map((system) => this.#withFrames(system))),
    };
  }

  /** What is read of a run whose task has these samples alone. */
  #reading(store: KeptRun, task: string, ids: readonly string[]) {
    return {
      ...asItStands(store),
      taskIds: new Set([task]),
      onlyEvidence: true,
      readAs: (opened: Task, config: TaskConfig, directory: string) =>
        this.#shelves.only(ids, { task: opened, config, directory, files: store.files }),
    };
  }

  /**
   * What systems answered to samples of a task, in a line each, by sample and system; nothing where
   * the data is gone.
   */
  async briefs(directory: string, task: string, ids: readonly string[]): Promise<SampleBriefs> {
    const found = new Map<string, Map<string, BriefAnswer>>();
    if (ids.length === 0) return found;
    await using lent = await this.#surroundings.logs.lend(directory);
    try {
      await rescoreRun({
        ...this.#reading(lent.store, task, ids),
        onTasks: ([opened]) =>
          Promise.resolve(({ system }, sample, { repeat = 1 }, settled) => {
            if (repeat > 1) return;
            const { brief } = shown(opened!.scoring, { sample, settled });
            const own = found.get(sample.id) ?? new Map<string, BriefAnswer>();
            found.set(sample.id, own.set(system, briefAnswer(brief, settled)));
          }),
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
    return found;
  }

  /** What the log says, where the data cannot be read. */
  async #logged(
    store: KeptRun,
    { run, task, samples, isHandedOn = false }: WantedSamples,
    error: UserError,
  ): Promise<ReadonlyMap<string, SamplePage>> {
    const pages = new Map<string, SamplePage>();
    if (samples.length === 0) return pages;
    const found = await loggedSamples(store, task, samples);
    for (const sample of samples) {
      const systems = inOrder(found.get(sample) ?? []);
      if (systems.length === 0)
        throw new UserError(`the run has no sample ${sample} in the task ${task}`, error.message);
      const shared = isHandedOn ? systems.map(withheld) : systems;
      pages.set(sample, {
        ...{ run, task, sample, family: familyOf(store.header.spec, task) },
        content: null,
        problem: `This is what the log says; the data cannot be read: ${error.message}`,
        media: [],
        metrics: [],
        systems: await Promise.all(shared.map((system) => this.#withFrames(system))),
      });
    }
    return pages;
  }

  #media(task: Task, sample: Sample): Promise<readonly PlayableMedia[]> {
    return Promise.all(
      task.family.data.refs(sample).map(async (ref): Promise<PlayableMedia> => {
        try {
          return await this.#surroundings.playable(ref, await task.media.locate(ref));
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          const { names: _, ...own } = ref;
          return { ...own, id: null, problem: error.message };
        }
      }),
    );
  }

  async #withFrames(system: LoggedSystem): Promise<SampleSystem> {
    const { frames: sent } = this.#surroundings;
    const answers = system.answers.map(async (answer) => ({
      ...answer,
      looks: await Promise.all(
        answer.looks.map(async (look) => ({
          ...look,
          frames: await Promise.all(
            look.frames.map(async (frame) => ({
              ...frame,
              isKept: await sent.holds(frame.digest),
            })),
          ),
        })),
      ),
    }));
    return { ...system, answers: await Promise.all(answers) };
  }
}

/** With the signals that views name; what all systems are shown beside is read once. */
async function withSignals(
  systems: readonly LoggedSystem[],
  { arrays }: Task,
): Promise<readonly LoggedSystem[]> {
  const read = new Map<string, Promise<NumberArray>>();
  const once = {
    read(ref: ArrayRef) {
      const name = JSON.stringify(ref);
      const numbers = read.get(name) ?? arrays.read(ref);
      read.set(name, numbers);
      return numbers;
    },
  };
  const shownWith = async ({ view, ...answer }: LoggedSystem["answers"][number]) => ({
    ...answer,
    view: view && (await viewWithSignals(view, once)),
  });
  return Promise.all(
    systems.map(async (system) => ({
      ...system,
      answers: await Promise.all(system.answers.map(shownWith)),
    })),
  );
}

interface ScoredSample {
  readonly task: Task;
  readonly found: FoundSystems;
  /** The systems in their order. */
  readonly ids: readonly string[];
}

/** By ids of samples, then of systems. */
export type SampleBriefs = ReadonlyMap<string, ReadonlyMap<string, BriefAnswer>>;

function briefAnswer(brief: BriefView | null, { outcome }: Settled): BriefAnswer {
  const reason =
    outcome === undefined
      ? "not reached"
      : outcome.kind === "answered"
        ? undefined
        : `${outcome.kind}: ${outcome.reason}`;
  return { ...brief, ...(reason === undefined ? {} : { reason }) };
}

function familyOf(spec: Json, task: string): string {
  const tasks = isRecord(spec) && Array.isArray(spec.tasks) ? spec.tasks : [];
  const own = tasks.find((one) => isRecord(one) && one.id === task);
  return isRecord(own) ? String(own.family) : "";
}
