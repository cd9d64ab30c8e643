import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { isRecord, type Json } from "../../core/json.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { wilson } from "../../math/interval/wilson.ts";
import { askingNoise } from "../../scoring/comparison/asking-noise.ts";
import { runStores } from "../../store/run-stores.ts";
import type { MovedAnswers, Selfcheck, SelfcheckedCell } from "../../summary/selfcheck-summary.ts";
import { gatherRun } from "../compare/gather-run.ts";
import type { GatheredSystem } from "../compare/gathered-system.ts";
import { evaluateLoaded } from "../evaluate.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { type CellInputs, listOf, runInputs } from "../explain/run-inputs.ts";
import { loadRegistries } from "../extend/load-registries.ts";
import { withDigest } from "../output/digested-json.ts";
import { runFacts } from "../output/run-files.ts";
import { selfcheckName } from "./known-noise.ts";

export interface SelfcheckRequest {
  readonly directory: string;
  /** As the user calls the run. */
  readonly name: string;
  /** So many answered samples of each task are asked again. */
  readonly samples: number;
  /** One system; all that are asked for real if absent. */
  readonly system?: string | undefined;
  readonly onEvent: OnEvent;
}

/**
 * Asks answered samples of a run again in the very same words, twice: as many at once as the
 * configuration says, and one at a time. Nothing is taken from the cache of replies. What moves is
 * noise that no difference below it can be told from.
 */
export async function selfcheck(request: SelfcheckRequest): Promise<Selfcheck> {
  await using store = await runStores.read(request.directory);
  const { base, spec: latest } = await runFacts(store.files);
  const spec = latest ?? store.header.spec;
  const { cells, notes: leftOut } = await askedCells(store, request);
  if (cells.length === 0)
    throw new UserError(`${request.name}: no system that can be asked again`, leftOut.join("; "));
  const asked = cells.filter((cell) => chosen(cell, 1).length > 0);
  if (asked.length === 0)
    throw new UserError(
      `${request.name}: no sample was answered, so that none can be asked again`,
      "vidimus run --retry failed asks again where a system failed",
    );
  const notes = [
    ...leftOut,
    ...cells
      .filter((cell) => !asked.includes(cell))
      .map(({ task, system }) => `${task}, ${system}: left out, since no sample was answered`),
  ];
  const found: SelfcheckedCell[] = [];
  for (const own of Map.groupBy(asked, ({ task }) => task).values()) {
    const ids = [...new Set(own.flatMap((cell) => chosen(cell, request.samples)))];
    const again = async (set: readonly string[]) =>
      askAgain(onlyCells(spec, own), { ...request, base, ids, set, cells: own });
    const together = await again([]);
    const alone = await again(["concurrency.most=1", "concurrency.pacing=fixed"]);
    for (const cell of own) {
      const asked = chosen(cell, request.samples);
      const { task, system } = cell;
      const before = await scoredAt(request.directory, cell, { ids: asked, request });
      const again = together.scored.find((one) => one.task === task && one.system === system);
      found.push({
        task,
        system,
        together: moved(cell, together.cells, asked),
        alone: moved(cell, alone.cells, asked),
        ...(before && again
          ? {
              noise: askingNoise(before.scored, again.scored, {
                unanswered: before.scoring.unanswered,
                seed: 1,
              }),
            }
          : {}),
      });
    }
  }
  const checked: Selfcheck = {
    schema: "vidimus-selfcheck/1",
    run: request.name,
    cells: found,
    notes,
  };
  await store.files.write(selfcheckName, withDigest(checked));
  return checked;
}

/** Cells of systems whose answers are not made from memory. */
async function askedCells(
  store: KeptRun,
  { system, name }: SelfcheckRequest,
): Promise<{ readonly cells: readonly CellInputs[]; readonly notes: readonly string[] }> {
  const speaks = new Map<string, string>();
  for (const { data } of await store.notes("cell"))
    if (isRecord(data))
      speaks.set(String(data.system), data.kind === "predictions" ? "file" : String(data.speaks));
  const { cells, manifest } = await runInputs(store);
  const known = new Set(cells.map((cell) => cell.system));
  if (system !== undefined && !known.has(system))
    throw new UserError(
      `${name}: the run has no system ${system}`,
      `it has ${[...known].join(", ")}`,
    );
  const isAsked = (id: string) => {
    const kind = listOf(manifest.cells).find((cell) => cell.system === id)?.kind;
    const isLive = kind === "service" || kind === "command";
    return isLive || ["chat", "stream"].includes(speaks.get(id) ?? "");
  };
  const wanted = [...known].filter((id) => system === undefined || id === system);
  const left = wanted.filter((id) => !isAsked(id));
  return {
    cells: cells.filter((cell) => wanted.includes(cell.system) && isAsked(cell.system)),
    notes:
      left.length === 0
        ? []
        : [`left out, since they answer from memory or compute the same again: ${left.join(", ")}`],
  };
}

/** Answered samples, in an order that depends on them alone. */
function chosen({ samples }: CellInputs, count: number): readonly string[] {
  return [...samples]
    .filter(([, { isAnswered }]) => isAnswered)
    .toSorted(([, a], [, b]) => (a.asked < b.asked ? -1 : 1))
    .slice(0, count)
    .map(([id]) => id);
}

/** The configuration with nothing but these systems on their tasks. */
function onlyCells(spec: Json, cells: readonly CellInputs[]): object {
  if (!isRecord(spec)) throw new UserError("the run's configuration cannot be read");
  const systems = listOf(spec.systems as Json);
  const probed = (id: string): readonly string[] => {
    const of = systems.find((one) => one.id === id)?.of;
    return typeof of === "string" ? [id, ...probed(of)] : [id];
  };
  const wanted = new Set(cells.flatMap(({ system }) => probed(system)));
  const tasks = listOf(spec.tasks as Json).flatMap((task) => {
    const own = cells
      .filter((cell) => cell.task === task.id)
      .flatMap(({ system }) => probed(system));
    return own.length === 0 ? [] : [{ ...task, systems: [...new Set(own)] }];
  });
  return {
    ...spec,
    tasks,
    systems: systems.filter(({ id, kind }) => wanted.has(String(id ?? kind))),
    targets: {},
    references: [],
    repeats: 1,
  };
}

interface Again extends SelfcheckRequest {
  readonly cells: readonly CellInputs[];
  readonly base: string;
  readonly ids: readonly string[];
  readonly set: readonly string[];
}

interface AskedAgain {
  readonly cells: readonly CellInputs[];
  readonly scored: readonly GatheredSystem[];
}

/** What a run of its own, which is thrown away, comes to. */
async function askAgain(spec: object, request: Again): Promise<AskedAgain> {
  const output = mkdtempSync(join(tmpdir(), "vidimus-selfcheck-"));
  try {
    const set = [...request.set, "cache.replies=false", `output=${output}`];
    const loaded: LoadedConfig = {
      ...(await loadConfig(spec, { loadRegistries, set, environment: process.env })),
      directory: request.base,
    };
    const { run } = await evaluateLoaded(loaded, {
      selection: { ids: request.ids, seed: loaded.config.seed },
      run: undefined,
      isNew: true,
      retry: new Set(),
      exports: [],
      command: "vidimus selfcheck",
      onEvent: request.onEvent,
    });
    if (!run?.summary) throw new UserError("interrupted: nothing was written");
    await using store = await runStores.read(run.directory);
    const { cells } = await runInputs(store);
    const scored: GatheredSystem[] = [];
    for (const cell of request.cells)
      scored.push(
        ...[await scoredAt(run.directory, cell, { request })].filter((one) => one !== undefined),
      );
    return { cells, scored };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

interface ScoredAt {
  /** Only these samples; those of the run if absent. */
  readonly ids?: readonly string[];
  readonly request: SelfcheckRequest;
}

/** What the scores of a system on a task are computed from. */
async function scoredAt(
  directory: string,
  { task, system }: CellInputs,
  { ids, request }: ScoredAt,
): Promise<GatheredSystem | undefined> {
  const found = await gatherRun(
    { directory, system },
    {
      onEvent: request.onEvent,
      set: [],
      isOffline: undefined,
      taskIds: new Set([task]),
      select: ({ seed }) => (ids ? { ids, seed } : undefined),
    },
  );
  return found.find((one) => one.task === task);
}

const mostNamed = 5;

function moved(
  { task, system, samples }: CellInputs,
  again: readonly CellInputs[],
  ids: readonly string[],
): MovedAnswers {
  const other = again.find((one) => one.task === task && one.system === system)?.samples;
  const asked = ids.filter((id) => other?.has(id));
  const differing = asked.filter((id) => other!.get(id)!.answer !== samples.get(id)!.answer);
  const { low, high } = wilson(differing.length, Math.max(1, asked.length));
  return {
    asked: asked.length,
    moved: differing.length,
    low,
    high,
    samples: differing.slice(0, mostNamed),
  };
}
