import type { SystemConfig } from "../../config/config.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { System } from "../../core/asking/system.ts";
import type { PlannedSample } from "../../core/data/dataset.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { RunStore, WorkState } from "../../core/run/run-store.ts";
import type { WorkKey } from "../../core/run/work.ts";
import type { Cell } from "../../engine/cell.ts";
import { contentIn, gradeKey, gradingDigest } from "../../engine/grade.ts";
import { remains } from "../../engine/remaining.ts";
import { workKeyOf } from "../../engine/work-keys.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { ephemeralRunStore } from "../../store/ephemeral-run-store.ts";
import { runStores } from "../../store/run-stores.ts";
import { makeGraders } from "../cell/graders.ts";
import { prepareCells } from "../cell/prepare-cell.ts";
import { withCellName } from "../cell/with-cell-name.ts";
import type { PreparedCells } from "../run/evaluate-tasks.ts";
import { checkPrice, spentIn } from "../run/run-spending.ts";
import type { Task } from "../task/open-task.ts";
import { systemTask } from "../task/system-task.ts";
import { type Estimates, Estimator } from "./estimate.ts";
import { dependsOnVideo, VideoSurvey } from "./video-survey.ts";

export interface DryRun {
  readonly loaded: LoadedConfig;
  readonly tasks: readonly Task[];
  /** The run that would be continued. */
  readonly run: string | undefined;
  readonly retry: ReadonlySet<OutcomeKind>;
  makeSystem(id: string, task: Task, repeat: number): Promise<System>;
  makeGrader(grader: SystemConfig, task: Task): Promise<System>;
}

export interface Plan extends Estimates {
  readonly task: string;
  readonly system: string;
  readonly samples: number;
  readonly settled: number;
  readonly remaining: number;
}

/** What a run may cost, and what it has cost so far. */
export interface BudgetPlan {
  readonly usd: number;
  readonly spentUsd: number;
}

/** What a run would do. */
export interface RunPlan {
  /** The run that would be continued. */
  readonly run: string | null;
  readonly plans: readonly Plan[];
  readonly budget?: BudgetPlan;
}

/** Reads all data, counts what a run would do, and asks nothing. */
export async function dryRun({
  loaded,
  tasks,
  run,
  retry,
  makeSystem,
  makeGrader,
}: DryRun): Promise<RunPlan> {
  const { config, spec } = loaded;
  const nothing = ephemeralRunStore({
    schema: "vidimus-run/2",
    name: config.name,
    spec,
    createdAt: 0,
  });
  await using store = run ? await runStores.read(run) : nothing;
  const plans: Plan[] = [];
  for (const task of tasks) {
    await using videos = new VideoSurvey(task.media);
    const isCut = task.family.asking.protocols.chat?.cuts !== undefined;
    const helpers = await makeGraders({ ...task, graders: askedGraders(task) }, (grader) =>
      makeGrader(grader, task),
    );
    for (const { id } of config.systems.filter((system) => task.asksSystem(system.id))) {
      const own = await systemTask(task, id, {
        systems: config.systems,
        registries: loaded.registries,
        asks: true,
      });
      const prepared = await withCellName({ task: own.id, system: id }, () =>
        prepareCells(own, (repeat) => makeSystem(id, own, repeat), {
          store: nothing,
          helpers,
          kept: store,
        }),
      );
      const { cells } = checkPrice(prepared, config);
      const { frames } = own;
      const { prices } = config;
      const survey = isCut || dependsOnVideo(frames) ? videos : undefined;
      const estimator = new Estimator(cells[0]!, { frames, prices }, survey);
      const counted = await count(cells, task, {
        store,
        retry,
        estimator,
        reading: prepared.reading,
      });
      // What a run would refuse before its first request is refused here too.
      if (counted.remaining > 0) await prepared.reading?.finish();
      plans.push({ task: task.id, system: id, ...counted, ...estimator.finish() });
      for (const system of new Set(cells.map((cell) => cell.system)))
        await system[Symbol.asyncDispose]?.();
    }
    for (const helper of Object.values(helpers)) await helper[Symbol.asyncDispose]?.();
  }
  const { budget, prices } = config;
  const limit =
    budget === undefined
      ? {}
      : { budget: { usd: budget, spentUsd: totalOf(await spentIn(store, prices)) } };
  return { run: run ?? null, plans, ...limit };
}

function totalOf(before: Awaited<ReturnType<typeof spentIn>>): number {
  return Object.values(before).reduce((total, { spent }) => total + spent, 0);
}

/** Those that are asked by messages: only they cost tokens, and others may have files to load. */
function askedGraders({ family, graders }: Task): Task["graders"] {
  const isAsked = (role: string) =>
    family.people.graders.find((grader) => grader.role === role)?.asks === "chat";
  return Object.fromEntries(Object.entries(graders).filter(([role]) => isAsked(role)));
}

/** Repeats count as samples of their own. */
async function count(
  cells: readonly Cell[],
  task: Task,
  { store, retry, estimator, reading }: Counting,
): Promise<Pick<Plan, "samples" | "settled" | "remaining">> {
  let samples = 0;
  let remaining = 0;
  for await (const batch of task.samples) {
    await reading?.add(batch);
    // Before the first is counted: videos that nobody can look into are taken to be like the
    // others.
    await Promise.all(
      batch.map(({ sample, lost }) => (lost === undefined ? estimator.meet(sample) : undefined)),
    );
    for (const cell of cells) {
      const keys = batch.map((planned) => workKeyOf(cell, planned, contentDigest));
      const states: readonly (WorkState | undefined)[] = await store.states(keys);
      samples += batch.length;
      for (const [i, state] of states.entries()) {
        const { sample, lost } = batch[i]!;
        if (lost !== undefined) continue;
        if (!remains(state, retry))
          await countGrades(
            cell,
            { key: keys[i]!, planned: batch[i]! },
            { store, retry, estimator },
          );
        else {
          remaining++;
          estimator.add(sample);
        }
      }
    }
  }
  return { samples, settled: samples - remaining, remaining };
}

interface Counting extends Pick<DryRun, "retry"> {
  readonly store: RunStore;
  readonly estimator: Estimator;
  readonly reading?: PreparedCells["reading"];
}

/** Answers that are in the log, and whose grades are not. */
async function countGrades(
  cell: Cell,
  { key, planned }: { readonly key: WorkKey; readonly planned: PlannedSample },
  counting: Counting,
): Promise<void> {
  const roles = Object.keys(cell.helpers);
  if (roles.length === 0) return;
  const { store, retry, estimator } = counting;
  const [work] = await store.histories([key]);
  if (work?.outcome?.outcome.kind !== "answered") return;
  const prediction = work.outcome.outcome.value;
  for (const role of roles) {
    const grader = cell.family.people.graders.find((one) => one.role === role)!;
    const grading = gradingDigest(
      { grader, helper: cell.helpers[role]!, options: cell.settings.options },
      contentDigest,
    );
    const [history] = await store.histories([
      gradeKey(grading, { of: key, prediction, content: contentIn(cell, planned) }, contentDigest),
    ]);
    if (remains(history?.grade?.outcome.kind, retry))
      estimator.addGrade(role, planned.sample, prediction);
  }
}
