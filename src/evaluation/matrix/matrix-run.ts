import { rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { formatFieldPath, valueAt } from "../../config/field-path.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { SpentBudget } from "../../core/asking/budget.ts";
import { canonicalJson, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { EmbeddingMemo } from "../../engine/embedding-memo.ts";
import { matrixSummary } from "../../scoring/comparison/summarise-matrix.ts";
import { runStores } from "../../store/run-stores.ts";
import type { MatrixSetting, MatrixSummary } from "../../summary/matrix-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import type { RunPlan } from "../estimate/dry-run.ts";
import { matrixBasis, readMatrix, writeMatrix } from "../output/matrix-files.ts";
import { rescoreRun } from "../run/rescore-run.ts";
import { planRun, runConfig } from "../run/run-config.ts";
import type { RunRequest } from "../run/run-session.ts";
import { openTask } from "../task/open-task.ts";
import { type TableReader, tableFiles, tableReader } from "../task/task-tables.ts";
import { readingOf } from "./distinct-parts.ts";
import { matrixDirectory } from "./matrix-directory.ts";
import { MatrixEvidence } from "./matrix-evidence.ts";
import { matrixSpending } from "./matrix-spending.ts";

/** How a matrix ended. */
export interface MatrixResult {
  readonly directory: string;
  /** The row in which it was interrupted. */
  readonly interruptedIn?: string;
  /** Of the rows that were scored. */
  readonly summaries: readonly Summary[];
  /** Absent where not all rows were scored. */
  readonly matrix?: MatrixSummary;
  /** Set where work is left to do and the budget leaves no room for it. */
  readonly spentBudget?: SpentBudget | undefined;
}

export interface MatrixPlan {
  readonly directory: string;
  readonly rows: readonly RowPlan[];
}

/** What a run of one row would do. */
export interface RowPlan extends RunPlan {
  readonly name: string;
}

type Row = LoadedConfig & LoadedConfig["rows"][number];

interface Matrix {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly request: RunRequest;
  readonly directory: string;
  readonly readTables: TableReader;
}

/**
 * Runs a configuration under the settings of every row of its matrix, one after the other, and
 * tables them against the first.
 */
export async function runMatrix(loaded: LoadedConfig, request: RunRequest): Promise<MatrixResult> {
  const matrix = await openMatrix(loaded, request);
  await checkData(matrix);
  try {
    return await runRows(matrix);
  } finally {
    // A first row that ended in a user's mistake leaves nothing worth keeping; a folder with
    // anything in it stays.
    await rmdir(matrix.directory).catch(() => undefined);
  }
}

/** What a run of every row would do; nothing is asked. */
export async function planMatrix(loaded: LoadedConfig, request: RunRequest): Promise<MatrixPlan> {
  const matrix = await openMatrix(loaded, request);
  const rows: RowPlan[] = [];
  const tools = {
    onScored: () => undefined,
    embeddings: new EmbeddingMemo(),
    spentBeside: async () => ({}),
  };
  for (const row of matrix.rows)
    rows.push({ name: row.name, ...(await planRun(row, partRequest(matrix, row, tools))) });
  return { directory: matrix.directory, rows };
}

async function openMatrix(loaded: LoadedConfig, request: RunRequest): Promise<Matrix> {
  const { name, output } = loaded.config;
  const { directory: base, registries } = loaded;
  const rows = loaded.rows.map((row): Row => ({ ...row, directory: base, registries, rows: [] }));
  const directory = await matrixDirectory(rows, {
    output: resolve(base, output),
    name,
    run: request.run,
    isNew: request.isNew,
  });
  const matrix = { name, rows, request, directory, readTables: tableReader() };
  await checkTables(matrix);
  return matrix;
}

type PartTools = Pick<NonNullable<RunRequest["part"]>, "onScored" | "embeddings" | "spentBeside">;

function partRequest(
  { request, directory, readTables }: Matrix,
  row: Row,
  tools: PartTools,
): RunRequest {
  return {
    ...request,
    run: undefined,
    isNew: false,
    part: { directory: join(directory, row.name), readTables, ...tools },
  };
}

/**
 * Looks whether the tables of all rows are there: a mistake in the last row is reported before the
 * first one costs anything.
 */
async function checkTables({ rows }: Matrix): Promise<void> {
  for (const { name, config, directory } of rows)
    for (const task of config.tasks)
      await tableFiles(task, directory).catch((error: unknown) => {
        throw error instanceof UserError
          ? new UserError(`row "${name}": ${error.message}`, error.hint)
          : error;
      });
}

/**
 * Reads the data of every row once that differs from the first row's, so that a mistake in the last
 * row is reported before the first one costs anything.
 */
async function checkData({ rows, request }: Matrix): Promise<void> {
  const keyOf = (task: Row["config"]["tasks"][number]) => canonicalJson(readingOf(task) as Json);
  const known = new Set(rows[0]?.config.tasks.map(keyOf));
  for (const { name, config, directory, registries } of rows)
    for (const task of config.tasks) {
      if (known.has(keyOf(task))) continue;
      known.add(keyOf(task));
      const options = {
        ...registries,
        directory,
        selection: request.selection,
        seed: config.seed,
        graders: config.graders,
        isOffline: request.isOffline,
        keepsMedia: false,
        onWarning: () => undefined,
        onNote: (text: string) => request.onEvent({ type: "note", text }),
      };
      try {
        for await (const _ of openTask(task, options).samples);
      } catch (error) {
        throw error instanceof UserError
          ? new UserError(`row "${name}", task "${task.id}": ${error.message}`, error.hint)
          : error;
      }
    }
}

async function runRows(matrix: Matrix): Promise<MatrixResult> {
  const { rows, request, directory } = matrix;
  const evidence = new MatrixEvidence(rows[0]!.name);
  const embeddings = new EmbeddingMemo();
  const spending = matrixSpending(rows, directory);
  const summaries: Summary[] = [];
  let spent: SpentBudget | undefined;
  for (const [at, row] of rows.entries()) {
    request.onEvent({ type: "row", name: row.name, number: at + 1, count: rows.length });
    const onScored: PartTools["onScored"] = (place, scored, scoring) =>
      evidence.add(row.name, place, { scored, scoring });
    const spentBeside = () => spending.beside(row.name);
    const { summary, spentBudget } = await runConfig(
      row,
      partRequest(matrix, row, { onScored, embeddings, spentBeside }),
    );
    spending.ran(row.name);
    spent = spentBudget ?? spent;
    if (!summary) return { directory, interruptedIn: row.name, summaries };
    summaries.push(summary);
  }
  return {
    directory,
    summaries,
    matrix: await tableOf(matrix, evidence, summaries),
    spentBudget: spent,
  };
}

/**
 * The table that is stored where nothing has changed since; else a new one, for which rows that had
 * nothing left to do are read again.
 */
async function tableOf(
  matrix: Matrix,
  evidence: MatrixEvidence,
  summaries: readonly Summary[],
): Promise<MatrixSummary> {
  const { name, rows, directory, request } = matrix;
  const basis = await matrixBasis(
    directory,
    rows.map((row) => row.name),
  );
  const stored = readMatrix(directory);
  if (basis !== undefined && stored?.basis === basis && stored.matrix.complete)
    return stored.matrix;
  for (const row of rows) if (!evidence.has(row.name)) await readAgain(matrix, row, evidence);
  evidence.settle();
  const results = rows.map((row, at) => ({
    name: row.name,
    summary: summaries[at]!,
    differences: evidence.differences(row.name),
  }));
  const table = matrixSummary(
    { name, command: request.command, settings: settingsOf(rows) },
    results,
  );
  writeMatrix(directory, { matrix: table, basis: basis ?? "" });
  return table;
}

async function readAgain(
  { directory, request }: Matrix,
  row: Row,
  evidence: MatrixEvidence,
): Promise<void> {
  const place = join(directory, row.name);
  await using store = await runStores.read(place);
  await rescoreRun({
    store,
    onEvent: request.onEvent,
    set: [],
    isOffline: request.isOffline,
    select: () => undefined,
    onScored: (at, scored, scoring) => evidence.add(row.name, at, { scored, scoring }),
  });
}

/**
 * What any row sets, as it is in every row. Lists name their elements by id where they have one.
 */
function settingsOf(rows: readonly Row[]): readonly MatrixSetting[] {
  const paths = new Map(
    rows.flatMap((row) => row.paths.map((path) => [namedPath(path, row.spec), path] as const)),
  );
  return [...paths].map(([path, steps]) => ({
    path,
    values: rows.map(({ spec }) => (valueAt(spec, steps) ?? null) as Json),
  }));
}

function namedPath(path: Row["paths"][number], spec: Json): string {
  const named = path.map((step, at) => {
    const id =
      typeof step === "number" ? valueAt(spec, [...path.slice(0, at), step, "id"]) : undefined;
    return typeof id === "string" ? id : step;
  });
  return formatFieldPath(named);
}
