import type { ConfigInput } from "../config/define-config.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { redactor } from "../config/redactor.ts";
import type { OutcomeKind } from "../core/run/outcome.ts";
import type { MatrixSummary } from "../summary/matrix-summary.ts";
import type { Summary } from "../summary/summary.ts";
import { redactedError } from "./cell/redacted.ts";
import type { OnEvent } from "./evaluation-event.ts";
import { loadRegistries } from "./extend/load-registries.ts";
import type { MatrixResult } from "./matrix/matrix-run.ts";
import { checkSelection, retriedOutcomes } from "./run/check-request.ts";
import { runConfig } from "./run/run-config.ts";
import type { RunResult } from "./run/run-result.ts";
import type { RunRequest } from "./run/run-session.ts";

/**
 * What `vidimus run --json` prints: scores with everything that belongs to them, and the folder of
 * the run.
 */
export type RunDocument = Summary & { readonly directory: string };

/** The same of a configuration with a matrix. */
export type MatrixDocument = MatrixSummary & { readonly directory: string };

export interface EvaluateOptions {
  readonly onEvent?: OnEvent | undefined;
  /** Stops the evaluation: everything done so far is kept, and the same call goes on from there. */
  readonly signal?: AbortSignal | undefined;
  /** `path=value`, stronger than the configuration. */
  readonly set?: readonly string[] | undefined;
  /** Where `${NAME}` is read from; the environment of the process if absent. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The first samples of each task. */
  readonly limit?: number | undefined;
  /** So many samples of each task, drawn by the seed of the configuration. */
  readonly sample?: number | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Names of the metrics to compute; as the configuration says if absent. */
  readonly metrics?: readonly string[] | undefined;
  /** Kinds of outcome that are asked again. */
  readonly retry?: readonly OutcomeKind[] | undefined;
  /** Formats that results are exported in. */
  readonly exports?: readonly string[] | undefined;
  /** The folder of the run to continue; the newest of this configuration if absent. */
  readonly run?: string | undefined;
  /** Whether a new run is started where one could be continued. */
  readonly isNew?: boolean | undefined;
  /** Whether anything that would be fetched is an error. */
  readonly isOffline?: boolean | undefined;
}

/**
 * Runs a configuration, as `vidimus run` does: its file, or the configuration itself with paths
 * relative to the working directory. What is settled already is not asked again. Nothing is
 * printed.
 */
export async function evaluate(
  config: string | ConfigInput,
  options: EvaluateOptions = {},
): Promise<RunDocument | MatrixDocument> {
  const { onEvent = () => undefined, signal, set = [], environment = process.env } = options;
  signal?.throwIfAborted();
  checkSelection(options);
  const retry = retriedOutcomes(options.retry);
  const loaded = await loadConfig(config, { loadRegistries, set, environment });
  const { seed } = loaded.config;
  const { run, matrix } = await evaluateLoaded(loaded, {
    selection: { limit: options.limit, sample: options.sample, ids: options.ids, seed },
    metrics: options.metrics,
    run: options.run,
    isNew: options.isNew === true,
    isOffline: options.isOffline,
    retry,
    exports: options.exports ?? [],
    command: typeof config === "string" ? `evaluate(${JSON.stringify(config)})` : "evaluate(…)",
    onEvent,
    ...(signal
      ? { interrupt: () => ({ stop: signal, abort: signal, [Symbol.dispose]: () => undefined }) }
      : {}),
  });
  if (run?.summary) return { ...run.summary, directory: run.directory };
  if (matrix?.matrix) return { ...matrix.matrix, directory: matrix.directory };
  signal?.throwIfAborted();
  throw new Error("the evaluation ended without scores");
}

/** One of them, as the configuration has a matrix or none. */
export interface EvaluationResult {
  readonly run?: RunResult;
  readonly matrix?: MatrixResult;
}

/** Runs a configuration that is loaded. Errors hold no secret of it. */
export async function evaluateLoaded(
  loaded: LoadedConfig,
  request: RunRequest,
): Promise<EvaluationResult> {
  try {
    if (loaded.rows.length > 0) {
      const { runMatrix } = await import("./matrix/matrix-run.ts");
      return { matrix: await runMatrix(loaded, request) };
    }
    return { run: await runConfig(loaded, request) };
  } catch (error) {
    throw redactedError(
      error,
      redactor([loaded, ...loaded.rows].flatMap(({ secrets }) => secrets)),
    );
  }
}
