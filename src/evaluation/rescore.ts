import { resolve } from "node:path";
import type { Config, LabelsConfig } from "../config/config.ts";
import type { Selection } from "../datasets/select-samples.ts";
import { runStores } from "../store/run-stores.ts";
import type { RunDocument } from "./evaluate.ts";
import type { OnEvent } from "./evaluation-event.ts";
import { exportFailures, exportResults } from "./output/export-results.ts";
import { judgedRun } from "./rejudge/rejudge.ts";
import { checkSelection } from "./run/check-request.ts";
import { rescoreRun } from "./run/rescore-run.ts";
import { writeResults } from "./run/write-results.ts";

export interface RescoreOptions {
  readonly onEvent?: OnEvent | undefined;
  /** Stops the scoring; the stored figures stay. */
  readonly signal?: AbortSignal | undefined;
  /** `path=value`, stronger than the run's own settings. */
  readonly set?: readonly string[] | undefined;
  /**
   * The folder that paths of the configuration are relative to, where the run or its data was
   * moved.
   */
  readonly base?: string | undefined;
  /** The first samples of each task. */
  readonly limit?: number | undefined;
  /** So many samples of each task, drawn by the seed. */
  readonly sample?: number | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Of the drawing; the run's own if absent. */
  readonly seed?: number | undefined;
  /** What a sample without an answer counts as; as the run says if absent. */
  readonly unanswered?: "empty" | "exclude" | undefined;
  /** What people say of the answers; as the run says if absent. */
  readonly labels?: LabelsConfig | undefined;
  /** Whose grades count, of those that `rejudge` left in the run; the run's own judge if absent. */
  readonly judge?: string | undefined;
  /** Where METEOR's tables are, for the families that have METEOR. */
  readonly meteorResources?: string | undefined;
  /** Formats that results are exported in. */
  readonly exports?: readonly string[] | undefined;
  /** The folder of exported files; `exports` in the run's if absent. */
  readonly output?: string | undefined;
  /** Whether anything that would be fetched is an error. */
  readonly isOffline?: boolean | undefined;
}

/** A run that was scored again, and the configuration that it was scored with. */
export interface Rescored {
  readonly document: RunDocument;
  readonly config: Config;
}

/**
 * Scores a run again from its log, as `vidimus score` does; no system is asked and nothing is
 * printed. Its stored figures are replaced, also where labels are given, and stay where other samples
 * or settings are.
 */
export async function rescore(
  directory: string,
  options: RescoreOptions = {},
): Promise<RunDocument> {
  return (await rescoreAt(resolve(directory), options)).document;
}

/** The same, with the configuration. */
export async function rescoreAt(directory: string, options: RescoreOptions): Promise<Rescored> {
  const {
    onEvent = () => undefined,
    signal,
    set = [],
    base,
    unanswered,
    labels,
    meteorResources,
    isOffline,
    exports: ids = [],
  } = options;
  signal?.throwIfAborted();
  checkSelection(options);
  await using run = await runStores.read(directory);
  const judged = options.judge === undefined ? undefined : await judgedRun(run, options.judge);
  await using _above = judged?.above;
  const store = judged?.store ?? run;
  const reading = {
    ...{ store, onEvent, signal, set, base, unanswered, labels, meteorResources, isOffline },
    select: (config: Config) => selectionOf(options, config.seed),
    ...(judged ? { change: () => judged.spec } : {}),
  };
  const rescored = isAsItWas(options)
    ? await writeResults(reading, "figures")
    : await rescoreRun(reading);
  signal?.throwIfAborted();
  if (!rescored) throw new Error("scoring ended before all was read");
  const { config, tasks, evaluated } = rescored;
  const target = resolve(options.output ?? resolve(directory, "exports"));
  const paths = await exportResults({
    ids,
    tasks,
    ...evaluated,
    failures: exportFailures(evaluated.summary, tasks),
    store,
    asks: false,
    directory: target,
  });
  if (paths.length > 0) onEvent({ type: "exported", directory: target, paths });
  return { config, document: { ...evaluated.summary, directory } };
}

function selectionOf(
  { limit, sample, ids, seed }: RescoreOptions,
  usual: number,
): Selection | undefined {
  if (limit === undefined && sample === undefined && ids === undefined) return undefined;
  return { limit, sample, ids, seed: seed ?? usual };
}

function isAsItWas({
  set = [],
  base,
  unanswered,
  meteorResources,
  judge,
  ...options
}: RescoreOptions): boolean {
  const isSelected = selectionOf(options, 0) !== undefined;
  return (
    set.length === 0 &&
    [base, unanswered, meteorResources, judge].every((one) => one === undefined) &&
    !isSelected
  );
}
