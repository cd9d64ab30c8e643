import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import { type GateDocument, gateState } from "../../summary/gate-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import { gatherRun, type RunGathering, type RunSource } from "../compare/gather-run.ts";
import type { GatheredSystem } from "../compare/gathered-system.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { newestRun } from "../run/newest-run.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import { readBaseline, saveBaseline } from "./baseline-file.ts";
import { limitChecks } from "./limit-checks.ts";
import { regressionChecks } from "./regression-checks.ts";

export interface GateRequest {
  /** A run, one system of it as run#system, or a folder of runs for the newest of them. */
  readonly run: string;
  /** The same, or a file that was saved before. */
  readonly baseline?: string | undefined;
  /** Where to save what later runs are set against. */
  readonly saveBaseline?: string | undefined;
  /** `path=value`, stronger than the run's own settings. */
  readonly set: readonly string[];
  /** The folder that paths of the configuration are relative to, where that is another now. */
  readonly base?: string | undefined;
  readonly allowsDifferent: boolean;
  readonly isOffline: boolean | undefined;
  readonly onEvent: OnEvent;
}

export interface Gated {
  readonly document: GateDocument;
  /** Bytes of the baseline that was saved. */
  readonly savedBytes?: number;
  /** Tasks that the baseline was saved without, since their data may not be handed on. */
  readonly withheld?: readonly string[];
}

/** Holds a run to its targets and limits, and to a baseline; nothing is asked. */
export async function gateRun(request: GateRequest): Promise<Gated> {
  const { onEvent, set, base, isOffline, baseline } = request;
  const source = await runOf(sourceOf(request.run));
  const gathering: RunGathering = { onEvent, set, base, isOffline, select: () => undefined };
  const { config, summary, tasks } = await scored(source, gathering);
  const systems = gatedSystems(summary, source);
  const needsEvidence = baseline !== undefined || request.saveBaseline !== undefined;
  const now = needsEvidence ? await gatherRun(source, gathering) : [];
  const against =
    baseline === undefined
      ? { checks: [], notes: [] }
      : regressionChecks(now, await baselineSystems(baseline, now, gathering), {
          gate: config.gate,
          seed: config.seed,
          allowsDifferent: request.allowsDifferent,
        });
  const checks = [...against.checks, ...limitChecks(summary, config, systems)];
  const document: GateDocument = {
    schema: "vidimus-gate/1",
    run: basename(source.directory),
    baseline: baseline === undefined ? null : basename(baseline),
    state: gateState(checks),
    alpha: config.gate.alpha,
    checks,
    notes: [...(summary.selection === null ? [] : [summary.selection]), ...against.notes],
  };
  if (request.saveBaseline === undefined) return { document };
  if (!summary.complete)
    throw new UserError(
      "the run is not complete, so that it is no baseline",
      "run it again: it goes on where it stopped",
    );
  const withheld = tasks.filter(({ isShared }) => !isShared).map(({ id }) => id);
  const kept = now.filter(({ task }) => !withheld.includes(task));
  if (kept.length === 0)
    throw new UserError(
      `data.redistribute is false for ${withheld.join(", ")}: a baseline would carry evidence that may not be handed on`,
      "keep the run, and name its folder: vidimus gate <new run> --baseline <this run>",
    );
  return {
    document,
    withheld,
    savedBytes: saveBaseline(resolve(request.saveBaseline), kept, summary),
  };
}

/** `run#system`; a path with such a sign in it is taken as it is where it exists. */
function sourceOf(text: string): RunSource {
  const at = text.lastIndexOf("#");
  if (at <= 0 || existsSync(text)) return { directory: text };
  return { directory: text.slice(0, at), system: text.slice(at + 1) };
}

/** The run itself, or the newest of a folder of runs. */
async function runOf(source: RunSource): Promise<RunSource> {
  const path = resolve(source.directory);
  if (existsSync(path) && (await runStores.header(path))) return source;
  const newest = await newestRun(path);
  if (newest !== undefined) return { ...source, directory: newest };
  throw new UserError(
    `no run in ${source.directory}`,
    "name the folder of a run, or a folder of runs for the newest of them",
  );
}

async function scored({ directory }: RunSource, gathering: RunGathering) {
  const path = resolve(directory);
  await using store = await runStores.read(path);
  const rescored = await rescoreRun({ ...gathering, store });
  if (!rescored) throw new Error("scoring ended before all was read");
  const { config, tasks, evaluated } = rescored;
  return { config, tasks, summary: evaluated.summary };
}

/** The system that is meant, or all that are neither references nor probes. */
function gatedSystems({ tasks }: Summary, { directory, system }: RunSource): ReadonlySet<string> {
  const all = tasks.flatMap((task) => task.systems);
  if (system !== undefined) return new Set([systemNamed(system, all)]);
  const own = all.filter((one) => !isReference(one) && !one.probe).map(({ id }) => id);
  if (own.length === 0)
    throw new UserError(
      `${directory} has baselines and probes only`,
      `name the one that is meant, as in ${directory}#${all[0]?.id ?? "system"}`,
    );
  return new Set(own);
}

async function baselineSystems(
  baseline: string,
  now: readonly GatheredSystem[],
  { onEvent, isOffline }: RunGathering,
): Promise<readonly GatheredSystem[]> {
  const source = sourceOf(baseline);
  const { directory: path, system } = source;
  if (!existsSync(path)) throw new UserError(`no such run or baseline: ${path}`);
  if (statSync(path).isDirectory()) {
    // Margins and limits are those of the run that is gated.
    return gatherRun(source, { onEvent, isOffline, set: [], select: () => undefined });
  }
  const kept = readBaseline(resolve(path))(now);
  if (system === undefined) return kept;
  systemNamed(
    system,
    kept.map((one) => ({ id: one.system })),
  );
  return kept.filter((one) => one.system === system);
}

/** @throws {UserError} where there is no system of that name. */
function systemNamed(name: string, systems: readonly { readonly id: string }[]): string {
  const ids = [...new Set(systems.map(({ id }) => id))];
  return findById(
    ids.map((id) => ({ id })),
    name,
    "system",
  ).id;
}
