import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { LoadedConfig } from "../../../config/load-config.ts";
import { redactor } from "../../../config/redactor.ts";
import { UserError } from "../../../core/user-error.ts";
import { redactedError } from "../../../evaluation/cell/redacted.ts";
import { evaluateLoaded } from "../../../evaluation/evaluate.ts";
import { loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import { ActivityClock } from "../../../evaluation/machine/activity-clock.ts";
import { RunFigures } from "../../../evaluation/monitor/run-figures.ts";
import { retriedOutcomes } from "../../../evaluation/run/check-request.ts";
import { planRun } from "../../../evaluation/run/run-config.ts";
import type { RunRequest } from "../../../evaluation/run/run-session.ts";
import { isReadable } from "../../../summary/shortfalls.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";
import { loadWithTables } from "../../flags/load-with-tables.ts";
import { localWorkers } from "../../flags/local-workers.ts";
import { openStore, storeVariable, withoutPassword } from "../../flags/open-store.ts";
import { portOf } from "../../flags/port.ts";
import { requireTargets, targetRule } from "../../flags/require-targets.ts";
import { shardOf, withShardName } from "../../flags/shard.ts";
import { keepHeapSmall } from "../../keep-heap-small.ts";
import { onInterrupt } from "../../terminal/interrupt.ts";
import { printMatrixResult, printResult } from "../../terminal/print-result.ts";
import { showProgress } from "../../terminal/progress.ts";
import { storedCommand } from "../../terminal/self-command.ts";
import { showEvents } from "../../terminal/show-events.ts";
import { wallTimeText } from "../../terminal/wall-time-text.ts";
import type { Flags } from "../command.ts";
import { printMatrixPlan } from "./print-matrix-plan.ts";
import { printPlan } from "./print-plan.ts";

const defaultNames = [
  "vidimus.yaml",
  "vidimus.yml",
  "vidimus.json",
  "vidimus.config.ts",
  "vidimus.config.js",
];

/** `vidimus run`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const path = argument ?? defaultNames.find((name) => existsSync(name));
  if (path === undefined)
    throw new UserError(
      `no configuration here: none of ${defaultNames.join(", ")}`,
      "name one: vidimus run my.yaml",
    );
  const set = [
    ...((flags.set as readonly string[] | undefined) ?? []),
    ...(flags.seed === undefined ? [] : [`seed=${flags.seed}`]),
  ];
  adoptEnvFiles({ config: path, file: flags.envFile as string | undefined }, process.env);
  const options = { loadRegistries, set, environment: process.env };
  const loaded: LoadedConfig = await loadWithTables(
    path,
    options,
    flags.meteorResources as string | undefined,
  );
  const shard = shardOf(flags.shard);
  if (shard && loaded.rows.length > 0)
    throw new UserError(
      "--shard is of one run, and this configuration has a matrix",
      "give every row a configuration of its own",
    );
  if (isShared(flags) && (shard || loaded.rows.length > 0))
    throw new UserError(
      `a run of a database cannot be ${shard ? "a part of one (--shard)" : "a matrix"}`,
      shard
        ? "leave out --shard: workers share the work"
        : "give every row a configuration of its own",
    );
  const args = withoutPassword(process.argv.slice(2));
  const figures = new RunFigures(loaded.config.name);
  const port = portOf(flags.metricsPort);
  using progress = showProgress();
  const show = showEvents(progress, { isQuiet: flags.json === true });
  await using database = isShared(flags)
    ? await openStore(flags.store, (text) => progress.say(text))
    : undefined;
  const workers = (flags.workers as number | undefined) ?? 1;
  const share = database && {
    database,
    hasWorkers: workers > 0,
    startWorkers: (run: string) =>
      localWorkers({
        ...{ run, url: database.url, say: (text: string) => progress.say(text) },
        count: workers,
      }),
  };
  const startSeconds = performance.now() / 1_000;
  const clock = flags.profile === true ? new ActivityClock() : undefined;
  const request: RunRequest = {
    selection: {
      limit: flags.limit as number | undefined,
      sample: flags.sample as number | undefined,
      ids: flags.id as readonly string[] | undefined,
      fast: flags.fast === true ? fastSamples : undefined,
      seed: loaded.config.seed,
      shard,
    },
    metrics: flags.metrics as readonly string[] | undefined,
    run: flags.run === undefined ? undefined : resolve(flags.run as string),
    isNew: flags.new === true,
    isOffline: flags.offline === true ? true : undefined,
    retry: retriedOutcomes(flags.retry as readonly string[] | undefined),
    exports: (flags.export as readonly string[] | undefined) ?? [],
    command: storedCommand(args),
    share,
    clock,
    onEvent: (event) => {
      figures.note(event);
      show(event);
    },
    interrupt: () => onInterrupt((message) => progress.say(message)),
  };
  const rule = targetRule(
    flags.requireTargets,
    loaded.rows.length > 0 ? loaded.rows.map(({ config }) => config) : [loaded.config],
  );
  if (flags.dryRun === true) return plan(loaded, request, flags.json === true);
  using _heap = keepHeapSmall();
  await using server = port === undefined ? undefined : await served(port, figures);
  if (server) progress.say(`figures for Prometheus: ${server.url}`);
  const { run: single, matrix } = await evaluateLoaded(
    shard ? withShardName(loaded, shard) : loaded,
    request,
  );
  progress[Symbol.dispose]();
  const printing = { json: flags.json === true, all: flags.all === true, args };
  if (single) printResult(single, printing);
  if (matrix) printMatrixResult(matrix, printing);
  if (clock) process.stderr.write(`\n${wallTimeText(clock.wallTime(), startSeconds)}`);
  const summaries = matrix?.summaries ?? (single?.summary ? [single.summary] : []);
  const isInterrupted = single?.interrupted ?? matrix?.interruptedIn !== undefined;
  return requireTargets(summaries, rule, !isInterrupted && summaries.every(isReadable));
}

/** `node:http` takes longer to load than a small run to be made. */
async function served(port: number, figures: RunFigures) {
  const { serveFigures } = await import("../../../evaluation/monitor/serve-figures.ts");
  return serveFigures(port, () => figures.text());
}

function isShared({ store, workers }: Flags): boolean {
  if (store === undefined && workers !== undefined && !process.env[storeVariable])
    throw new UserError(
      "--workers: there is no database to share the work through",
      "add --store postgres://…",
    );
  return store !== undefined || workers !== undefined;
}

/**
 * Of each task, at most: enough to notice that something broke, few enough to be asked at every
 * change.
 */
const fastSamples = 50;

async function plan(loaded: LoadedConfig, request: RunRequest, json: boolean): Promise<ExitCode> {
  try {
    if (loaded.rows.length > 0) {
      const { planMatrix } = await import("../../../evaluation/matrix/matrix-run.ts");
      printMatrixPlan(await planMatrix(loaded, request), json);
    } else printPlan(await planRun(loaded, request), { json, start: "start a new run" });
  } catch (error) {
    throw redactedError(
      error,
      redactor([loaded, ...loaded.rows].flatMap(({ secrets }) => secrets)),
    );
  }
  return exitCode.fine;
}
