import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { LoadedConfig } from "../../../config/load-config.ts";
import { redactor } from "../../../config/redactor.ts";
import { type OutcomeKind, outcomeKinds } from "../../../core/outcome.ts";
import { closest } from "../../../core/suggest.ts";
import { UserError } from "../../../core/user-error.ts";
import { redactedError } from "../../../evaluation/cell/redacted.ts";
import { registries } from "../../../evaluation/extend/registries.ts";
import { type MatrixResult, runMatrix } from "../../../evaluation/matrix/matrix-run.ts";
import { runConfig } from "../../../evaluation/run/run-config.ts";
import type { RunRequest } from "../../../evaluation/run/run-session.ts";
import { isReadable } from "../../../summary/shortfalls.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";
import { loadWithTables } from "../../flags/load-with-tables.ts";
import { requireTargets, targetRule } from "../../flags/require-targets.ts";
import type { Flags } from "../command.ts";

const defaultNames = ["vidimus.yaml", "vidimus.yml", "vidimus.json", "vidimus.config.ts", "vidimus.config.js"];

/** `vidimus run`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const path = argument ?? defaultNames.find((name) => existsSync(name));
  if (path === undefined) throw new UserError(`no configuration here: none of ${defaultNames.join(", ")}`, "name one: vidimus run my.yaml");
  const set = [...((flags.set as readonly string[] | undefined) ?? []), ...(flags.seed === undefined ? [] : [`seed=${flags.seed}`])];
  adoptEnvFiles({ config: path, file: flags.envFile as string | undefined }, process.env);
  const options = { registries, set, environment: process.env };
  const loaded: LoadedConfig = await loadWithTables(path, options, flags.meteorResources as string | undefined);
  const request: RunRequest = {
    selection: {
      limit: flags.limit as number | undefined,
      sample: flags.sample as number | undefined,
      ids: flags.id as readonly string[] | undefined,
      fast: flags.fast === true ? fastSamples : undefined,
      seed: loaded.config.seed,
    },
    metrics: flags.metrics as readonly string[] | undefined,
    run: flags.run === undefined ? undefined : resolve(flags.run as string),
    isNew: flags.new === true,
    isDry: flags.dryRun === true,
    isOffline: flags.offline === true ? true : undefined,
    retry: outcomes(flags.retry as readonly string[] | undefined),
    exports: (flags.export as readonly string[] | undefined) ?? [],
    json: flags.json === true,
    all: flags.all === true,
    args: process.argv.slice(2),
  };
  const rule = targetRule(flags.requireTargets, loaded.rows.length > 0 ? loaded.rows.map(({ config }) => config) : [loaded.config]);
  const { interrupted, summaries } = await start(loaded, request).catch((error: unknown) => {
    throw redactedError(error, redactor([loaded, ...loaded.rows].flatMap(({ secrets }) => secrets)));
  });
  if (interrupted) return exitCode.incomplete;
  if (!summaries.every(isReadable)) return exitCode.incomplete;
  return request.isDry ? exitCode.fine : requireTargets(summaries, rule);
}

/** Of each task, at most: enough to notice that something broke, few enough to be asked at every change. */
const fastSamples = 50;

async function start(loaded: LoadedConfig, request: RunRequest): Promise<MatrixResult> {
  if (loaded.rows.length > 0) return runMatrix(loaded, request);
  const { interrupted, summary } = await runConfig(loaded, request);
  return { interrupted, summaries: summary ? [summary] : [] };
}

function outcomes(names: readonly string[] | undefined): ReadonlySet<OutcomeKind> {
  const known: readonly string[] = outcomeKinds.filter((kind) => kind !== "answered");
  for (const name of names ?? [])
    if (!known.includes(name)) {
      const near = closest(name, known);
      throw new UserError(`--retry: unknown outcome "${name}"`, near ? `did you mean "${near}"?` : `one of ${known.join(", ")}`);
    }
  return new Set(names as readonly OutcomeKind[] | undefined);
}
