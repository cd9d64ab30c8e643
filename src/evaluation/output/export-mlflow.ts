import { basename } from "node:path";
import { isRecord } from "../../core/json.ts";
import type { RunFiles } from "../../core/run/run-store.ts";
import { machineFigures } from "../../core/scores/target.ts";
import { UserError } from "../../core/user-error.ts";
import { machineFigure } from "../../summary/performance/machine-figure.ts";
import type { Summary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { httpClient } from "../../systems/http/http-client.ts";
import { believedSummary, manifestIn } from "./run-files.ts";

export interface MlflowTarget {
  /** The address of the tracking server. */
  readonly url: string;
  /** Created where there is none of the name. */
  readonly experiment: string;
  /** Sent as a bearer token where there is one. */
  readonly token?: string | undefined;
}

/** One run of MLflow: one system on one task. */
export interface MlflowRun {
  readonly name: string;
  readonly id: string;
  /** Whether it was there already. */
  readonly isKnown: boolean;
}

/**
 * Puts the scores of a run into MLflow through its HTTP interface: one run of MLflow for each system
 * and task, which is not written twice. No sample, answer or setting leaves.
 */
export async function exportMlflow(
  files: RunFiles,
  target: MlflowTarget,
): Promise<readonly MlflowRun[]> {
  const read = await believedSummary(files);
  if (!read.stored) throw new UserError(read.problem, "vidimus score <run> writes it again");
  const { summary, digest } = read.stored;
  const createdAt = Date.parse(String((await manifestIn(files))?.createdAt)) || 0;
  await using client = httpClient(1);
  const call = caller(target, client);
  const experiment = await experimentOf(target.experiment, call);
  const written: MlflowRun[] = [];
  for (const task of summary.tasks)
    for (const system of task.systems) {
      const name = `${summary.name} ${task.id} ${system.id}`;
      const key = [basename(files.directory), task.id, system.id, digest.slice(0, 16)].join("/");
      const known = await foundRun(experiment, key, call);
      if (known !== undefined) {
        written.push({ name, id: known, isKnown: true });
        continue;
      }
      const tags = pairs({ "vidimus.key": key, "vidimus.run": basename(files.directory) });
      const made = await call("runs/create", {
        experiment_id: experiment,
        run_name: name,
        start_time: createdAt,
        tags,
      });
      const id = textAt(made, "run", "info", "run_id");
      for (const metrics of chunks(metricsOf(summary, system, createdAt), mostMetrics))
        await call("runs/log-batch", { run_id: id, metrics });
      const params = pairs({ ...paramsOf(system), task: task.id, family: task.family });
      await call("runs/log-batch", { run_id: id, params });
      await call("runs/update", {
        run_id: id,
        status: summary.complete ? "FINISHED" : "KILLED",
        end_time: createdAt + Math.round(1_000 * (summary.machine?.seconds ?? 0)),
      });
      written.push({ name, id, isKnown: false });
    }
  return written;
}

/** As many as one request may hold. */
const mostMetrics = 500;

type Call = (method: string, body: object, isGet?: boolean) => Promise<unknown>;

const timeoutMs = 60_000;

function caller({ url, token }: MlflowTarget, client: ReturnType<typeof httpClient>): Call {
  const base = url.replace(/\/+$/, "");
  return async (method, body, isGet = false) => {
    const query = isGet ? `?${new URLSearchParams(body as Record<string, string>)}` : "";
    const address = `${base}/api/2.0/mlflow/${method}`;
    const reply = await client
      .fetchWhole(`${address}${query}`, {
        method: isGet ? "GET" : "POST",
        headers: {
          "content-type": "application/json",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(isGet ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      .catch((error: unknown) => {
        throw new UserError(`${base} cannot be reached: ${(error as Error).message}`);
      });
    const text = await reply.text();
    if (reply.ok) return text === "" ? {} : (JSON.parse(text) as unknown);
    const code = /"error_code":\s*"(\w+)"/.exec(text)?.[1];
    if (code === "RESOURCE_DOES_NOT_EXIST") return undefined;
    throw new UserError(`${address}: HTTP ${reply.status}: ${text.slice(0, 300)}`);
  };
}

async function experimentOf(name: string, call: Call): Promise<string> {
  const known = await call("experiments/get-by-name", { experiment_name: name }, true);
  if (known !== undefined) return textAt(known, "experiment", "experiment_id");
  return textAt(await call("experiments/create", { name }), "experiment_id");
}

async function foundRun(experiment: string, key: string, call: Call): Promise<string | undefined> {
  const found = await call("runs/search", {
    experiment_ids: [experiment],
    filter: `tags.\`vidimus.key\` = '${key.replaceAll("'", "")}'`,
    max_results: 1,
  });
  const [first] = isRecord(found) && Array.isArray(found.runs) ? (found.runs as unknown[]) : [];
  return first === undefined ? undefined : textAt(first, "info", "run_id");
}

/** @throws {UserError} where the reply is not of MLflow. */
function textAt(reply: unknown, ...path: readonly string[]): string {
  let at = reply;
  for (const name of path) at = isRecord(at) ? at[name] : undefined;
  if (typeof at === "string") return at;
  throw new UserError(`the server answered without ${path.join(".")}`, "is it an MLflow server?");
}

interface MlflowMetric {
  readonly key: string;
  readonly value: number;
  readonly timestamp: number;
  readonly step: 0;
}

function metricsOf(
  { machine }: Summary,
  { metrics, coverage, answered, n, resources }: SystemSummary,
  timestamp: number,
): readonly MlflowMetric[] {
  const times = resources?.times.total;
  const figures: Record<string, number | null | undefined> = {
    coverage,
    answered,
    n,
    cost_usd: resources?.cost,
    request_ms_p50: times?.median,
    request_ms_p95: times?.p95,
  };
  for (const [id, { value, low, high }] of Object.entries(metrics))
    Object.assign(figures, { [id]: value, [`${id}.low`]: low, [`${id}.high`]: high });
  for (const name of machineFigures) {
    const value = machineFigure(name, machine);
    if (typeof value === "number") figures[name] = value;
  }
  return Object.entries(figures).flatMap(([name, value]): MlflowMetric[] =>
    typeof value === "number" && Number.isFinite(value)
      ? [{ key: metricName(name), value, timestamp, step: 0 }]
      : [],
  );
}

/** MLflow allows letters, digits and a few signs: recall@5 becomes recall_at_5. */
export function metricName(id: string): string {
  return id.replaceAll("@", "_at_").replaceAll(/[^\w\-. :/]/g, "_");
}

function paramsOf({ id, kind, headline, unanswered, total }: SystemSummary) {
  return { system: id, kind, headline, unanswered, samples: String(total) };
}

function pairs(of: Readonly<Record<string, string>>) {
  return Object.entries(of).map(([key, value]) => ({ key, value }));
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
