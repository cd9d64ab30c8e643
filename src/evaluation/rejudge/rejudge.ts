import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LabelsConfig } from "../../config/config.ts";
import type { Json } from "../../core/json.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { KeptRun, RunStore } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { ephemeralRunStore } from "../../store/ephemeral-run-store.ts";
import { overlayRunStore } from "../../store/overlay-run-store.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { JudgeCalibration, RejudgeDocument } from "../../summary/rejudge-summary.ts";
import type { Plan, RunPlan } from "../estimate/dry-run.ts";
import { Estimator } from "../estimate/estimate.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { loadRegistries } from "../extend/load-registries.ts";
import { runFacts } from "../output/run-files.ts";
import { latestSpec, type Regrading, type Rescoring, rescoreRun } from "../run/rescore-run.ts";
import type { Interrupt } from "../run/run-session.ts";
import { spentIn } from "../run/run-spending.ts";
import { saidOnce } from "../said-once.ts";
import { calibrationOf, readCalibration } from "./calibration.ts";
import { isSameJudge, type OtherJudge, type RejudgedSpec, withOtherJudge } from "./other-judge.ts";
import { rejudgedFolder } from "./rejudged-folder.ts";
import { rejudgedTasks } from "./rejudged-tasks.ts";
import { type JudgedRun, VerdictGatherer } from "./verdict-gatherer.ts";

export interface RejudgeRequest {
  readonly directory: string;
  /** As the user calls the run. */
  readonly name: string;
  /** One system; all but baselines if absent. */
  readonly system?: string | undefined;
  readonly judge: OtherJudge;
  /** What people say of the answers; as the run says if absent. */
  readonly labels?: LabelsConfig | undefined;
  /** A file with the bias of a judge. */
  readonly calibration?: string | undefined;
  readonly retry: ReadonlySet<OutcomeKind>;
  /** So many answers that the judges differ on are listed. */
  readonly mostListed: number;
  readonly base?: string | undefined;
  readonly isOffline: boolean | undefined;
  readonly onEvent: OnEvent;
  readonly interrupt: Interrupt;
}

export interface Rejudged {
  readonly document: RejudgeDocument;
  /** The new judge's bias, where people labelled some of the answers. */
  readonly calibration: JudgeCalibration | undefined;
}

/**
 * Has another judge grade the stored answers of a run; no system is asked. The run stays as it is:
 * new grades go to a log of their own, `rejudged/<name>`, from which the same call goes on.
 * `undefined` where it was interrupted.
 */
export async function rejudge(given: RejudgeRequest): Promise<Rejudged | undefined> {
  const request = { ...given, onEvent: saidOnce(given.onEvent) };
  await using run = await runStores.read(request.directory);
  const changed = await changedSpec(run, request);
  const calibration =
    request.calibration === undefined ? undefined : readCalibration(request.calibration);
  const before = await scoredBy(run, { ...request, changed, change: undefined });
  const place = join(request.directory, rejudgedFolder, changed.name);
  const isNew = !(await runStores.header(place));
  const { role } = changed;
  await using above = await openAbove(place, run, changed.spec);
  const store = overlayRunStore(run, above);
  const after = await gradedAnew(store, { ...request, changed, above }).catch((error: unknown) => {
    // A mistake in the judge's settings leaves nothing worth keeping.
    if (isNew && error instanceof UserError) rmSync(place, { recursive: true, force: true });
    throw error;
  });
  if (!before || !after) return undefined;
  const { tasks, biases } = await rejudgedTasks({
    ...{ role, before, after, run, store, calibration },
    calibrationFile: request.calibration,
    mostListed: request.mostListed,
  });
  const { spentBudget, summary } = after.rescored.evaluated;
  const document: RejudgeDocument = {
    schema: "vidimus-rejudge/1",
    run: request.name,
    directory: place,
    name: changed.name,
    role,
    complete: summary.complete,
    tasks,
    notes: spentBudget
      ? [`the budget of ${spentBudget.budget} USD is spent: answers are left to grade`]
      : [],
  };
  await runStores
    .files(place)
    .write("rejudge.json", `${JSON.stringify({ ...document, directory: undefined }, null, 2)}\n`);
  return { document, calibration: calibrationOf({ run: request.name, role, tasks: biases }) };
}

interface Regraded extends RejudgeRequest {
  readonly changed: RejudgedSpec;
  readonly above: RunStore;
}

async function gradedAnew(store: KeptRun, request: Regraded): Promise<JudgedRun | undefined> {
  const { changed, above, interrupt, retry } = request;
  const lost = above.lost ? [above.lost] : [];
  const scored = await scoredBy(store, {
    ...request,
    change: () => changed.spec,
    signal: AbortSignal.any([interrupt.stop, ...lost]),
    regrading: {
      ...{ role: changed.role, retry },
      abort: AbortSignal.any([interrupt.abort, ...lost]),
    },
  });
  if (above.lost?.aborted) throw above.lost.reason;
  return scored;
}

/** What judging would take; nothing is asked or written. */
export async function planRejudge(request: RejudgeRequest): Promise<RunPlan> {
  await using run = await runStores.read(request.directory);
  const changed = await changedSpec(run, request);
  const place = join(request.directory, rejudgedFolder, changed.name);
  const isThere = (await runStores.header(place)) !== undefined;
  await using above = isThere ? await runStores.read(place) : ephemeralRunStore(run.header);
  const store = overlayRunStore(run, above);
  const said = new Set<string>();
  const lacksKey = (text: string) => {
    if (!said.has(text)) request.onEvent({ type: "warning", text });
    said.add(text);
  };
  const { role } = changed;
  const after = await scoredBy(store, {
    ...request,
    changed,
    change: () => changed.spec,
    regrading: { role, retry: new Set(), abort: request.interrupt.abort, lacksKey },
  });
  if (!after) throw new Error("reading the run ended before all was read");
  const { config, tasks } = after.rescored;
  const plans: Plan[] = [];
  for (const [key, { answers }] of after.verdicts.cells) {
    const [task, system] = JSON.parse(key) as [string, string];
    const { frames } = tasks.find(({ id }) => id === task)!;
    const all = [...answers.values()];
    const open = all.filter(({ grade }) => grade === undefined);
    const cell = all[0]?.ended.cell;
    const estimator = cell && new Estimator(cell, { frames, prices: config.prices });
    for (const { ended } of open)
      if (ended.outcome?.kind === "answered")
        estimator!.addGrade(role, ended.planned.sample, ended.outcome.value);
    const counts = { samples: all.length, settled: all.length - open.length };
    const graders = estimator?.finish().graders?.filter((one) => one.role === role) ?? [];
    plans.push({ task, system, ...counts, remaining: open.length, graders });
  }
  const { budget } = config;
  const spent = budget === undefined ? {} : await spentIn(store, config.prices);
  const spentUsd = Object.values(spent).reduce((sum, one) => sum + one.spent, 0);
  return {
    run: isThere ? place : null,
    plans,
    ...(budget === undefined ? {} : { budget: { usd: budget, spentUsd } }),
  };
}

async function changedSpec(run: KeptRun, request: RejudgeRequest): Promise<RejudgedSpec> {
  const { spec: latest } = await runFacts(run.files);
  const spec = latestSpec(run.header.spec, latest);
  const { families } = await loadRegistries({ systemKinds: [] });
  const changed = withOtherJudge(spec, request.judge, families);
  if (isSameJudge(spec, changed.spec))
    throw new UserError(
      `the judge is the one that ${request.name} has already`,
      "name another one: --model, --provider, --grader <file> or --set graders.<id>.<setting>=<value>; under another id (in the file) the same one is asked again",
    );
  return changed;
}

interface Scoring extends RejudgeRequest {
  readonly changed: RejudgedSpec;
  readonly change: Rescoring["change"] | undefined;
  readonly signal?: AbortSignal;
  readonly regrading?: Regrading;
}

async function scoredBy(store: KeptRun, scoring: Scoring): Promise<JudgedRun | undefined> {
  const { changed, change, labels, system, base, isOffline } = scoring;
  const verdicts = new VerdictGatherer(changed.role);
  const rescored = await rescoreRun({
    ...{ store, onEvent: scoring.onEvent, base, isOffline, labels, set: [] },
    ...(scoring.signal ? { signal: scoring.signal } : {}),
    ...(change ? { change } : {}),
    regrading: scoring.regrading,
    taskIds: changed.taskIds,
    select: () => undefined,
    systems(config, known) {
      const ids = config.systems.map(({ id }) => id);
      if (system !== undefined && !ids.includes(system))
        throw new UserError(
          `${scoring.name}: the run has no system ${system}`,
          `it has ${ids.join(", ")}`,
        );
      const own = config.systems.filter((one) => !isReference(one)).map(({ id }) => id);
      const isProbe = known.systemKinds.some(
        ({ id, probe }) =>
          probe && config.systems.some((one) => one.id === system && one.kind === id),
      );
      // What a probe is of has to be read with it.
      return system === undefined ? own : isProbe ? ids : [system];
    },
    onTasks: async (tasks, systems) => {
      await verdicts.readLabels(tasks, systems);
      return verdicts.addSample;
    },
    onScored: verdicts.addScored,
  });
  return rescored && { rescored, verdicts };
}

/** The log of the new grades: the one that is there, or a new one. */
async function openAbove(place: string, run: KeptRun, spec: Json): Promise<KeptRun> {
  if (await runStores.header(place)) return runStores.open(place);
  const { schema, name } = run.header;
  return runStores.create(place, { schema, name, spec, createdAt: Date.now() });
}

/**
 * A run as another judge sees it: its log with the grades in `rejudged/<name>`, and the
 * configuration that they were given by.
 */
export async function judgedRun(
  run: KeptRun,
  name: string,
): Promise<{ readonly store: KeptRun; readonly spec: Json; readonly above: RunStore }> {
  const place = join(run.files.directory, rejudgedFolder, name);
  const header = existsSync(place) ? await runStores.header(place) : undefined;
  if (!header) {
    const known = await runStores.list(join(run.files.directory, rejudgedFolder));
    throw new UserError(
      `no grades by the judge ${name} in this run`,
      known.length === 0
        ? "have it judge first: vidimus rejudge <run>"
        : `there are grades by ${known.map((one) => one.name).join(", ")}`,
    );
  }
  const above = await runStores.read(place);
  return { store: overlayRunStore(run, above), spec: header.spec, above };
}
