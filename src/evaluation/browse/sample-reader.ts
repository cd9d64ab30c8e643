import type { TaskConfig } from "../../config/config.ts";
import type { ArrayRef, NumberArray } from "../../core/data/array-ref.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import { isRecord, type Json } from "../../core/json.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import type { BriefView } from "../../core/scores/view.ts";
import { UserError } from "../../core/user-error.ts";
import type { Settled } from "../../engine/settled.ts";
import type { BriefAnswer } from "../../summary/browse/compare-page.ts";
import type { PlayableMedia } from "../../summary/browse/playable-media.ts";
import type { SamplePage, SampleSystem } from "../../summary/browse/sample-page.ts";
import { viewWithSignals } from "../cell/read-signals.ts";
import { plain } from "../explain/explained-answer.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";
import { FoundSystems, inOrder, shown, withheld } from "./found-systems.ts";
import { type LoggedSystem, loggedSample } from "./logged-sample.ts";
import type { OpenLogs } from "./open-logs.ts";
import { SampleShelves } from "./sample-shelves.ts";
import type { SentFrames } from "./sent-frames.ts";

export interface SampleSurroundings {
  readonly logs: OpenLogs;
  readonly frames: SentFrames;
  /** How a page has a file of the data. */
  playable(ref: MediaRef, path: string): Promise<PlayableMedia>;
}

export interface WantedSample {
  readonly directory: string;
  /** Id of the run. */
  readonly run: string;
  readonly task: string;
  readonly sample: string;
  /** Whether the page leaves this machine: data that may not be handed on is left out. */
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
  async read(wanted: WantedSample): Promise<SamplePage> {
    await using lent = await this.#surroundings.logs.lend(wanted.directory);
    const { store } = lent;
    try {
      return await this.#scored(store, wanted);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return await this.#logged(store, wanted, error);
    }
  }

  async #scored(store: KeptRun, wanted: WantedSample): Promise<SamplePage> {
    const found = new FoundSystems();
    let [tasks, ids]: [readonly Task[], readonly string[]] = [[], []];
    await rescoreRun({
      ...this.#reading(store, wanted.task, [wanted.sample]),
      onTasks: (opened, systems) => {
        [tasks, ids] = [opened, systems];
        return Promise.resolve((place, sample, marked, settled) =>
          found.add(place.system, { sample, marked, settled, task: opened[0]! }),
        );
      },
      onScored: (place, { evidence, metrics }) => {
        const measures = [...new Set(metrics.map(({ measure }) => measure))];
        const rows = measures.map((one) => [one, plain([...evidence.evidence(one)])] as const);
        found.measured(place.system, metrics, Object.fromEntries(rows));
      },
    });
    const [task] = tasks;
    const { sample } = found;
    if (!task || !sample)
      throw new UserError(`no system was asked about a sample ${wanted.sample}`);
    const isWithheld = wanted.isHandedOn === true && !task.isShared;
    const systems = isWithheld
      ? found.systems(ids).map(withheld)
      : await withSignals(found.systems(ids), task);
    return {
      run: wanted.run,
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
      store,
      onEvent: () => undefined,
      set: [],
      isOffline: true,
      taskIds: new Set([task]),
      select: () => undefined,
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
  async #logged(store: KeptRun, wanted: WantedSample, error: UserError): Promise<SamplePage> {
    const systems = await loggedSample(store, wanted);
    if (systems.length === 0)
      throw new UserError(
        `the run has no sample ${wanted.sample} in the task ${wanted.task}`,
        error.message,
      );
    return {
      run: wanted.run,
      task: wanted.task,
      family: familyOf(store.header.spec, wanted.task),
      sample: wanted.sample,
      content: null,
      problem: `This is what the log says; the data cannot be read: ${error.message}`,
      media: [],
      metrics: [],
      systems: await Promise.all(
        inOrder(systems)
          .map((system) => (wanted.isHandedOn ? withheld(system) : system))
          .map((system) => this.#withFrames(system)),
      ),
    };
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
  const shown = await Promise.all(
    systems.map(async (system) => ({
      ...system,
      answers: await Promise.all(system.answers.map(shownWith)),
    })),
  );
  await arrays[Symbol.asyncDispose]();
  return shown;
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
