import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { PlottedRun } from "../../report/plot/plotted-run.ts";
import { runStores } from "../../store/run-stores.ts";
import type { MatrixSummary } from "../../summary/matrix-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import { matrixPath, readMatrix } from "../output/matrix-files.ts";
import { believedSummary, manifestIn } from "../output/run-files.ts";

export interface GatheredPlots {
  readonly runs: readonly PlottedRun[];
  readonly matrices: readonly MatrixSummary[];
}

interface FoundRun {
  readonly folder: string;
  /** The name of its row in a matrix. */
  readonly row?: string;
  readonly createdAt: string;
  readonly summary: Summary;
}

/** Reads the runs, and the rows of matrices, that are to be drawn; `marks` are by folder's name. */
export async function gatherPlotted(
  directories: readonly string[],
  marks: ReadonlyMap<string, string>,
): Promise<GatheredPlots> {
  const found: FoundRun[] = [];
  const matrices: MatrixSummary[] = [];
  for (const directory of directories) {
    if (!existsSync(directory)) throw new UserError(`no such directory: ${directory}`);
    const matrix = readMatrix(directory)?.matrix;
    if (!matrix && existsSync(matrixPath(directory)))
      throw new UserError(
        `${matrixPath(directory)} was changed after it was written, or written by an earlier version`,
        "run the matrix again: it is computed anew",
      );
    if (!matrix) found.push(await readRun(directory));
    else {
      matrices.push(matrix);
      for (const { name } of matrix.rows)
        found.push({ ...(await readRun(join(directory, name))), row: name });
    }
  }
  refuseStrangers(marks, found);
  return { runs: named(found, marks), matrices };
}

async function readRun(directory: string): Promise<FoundRun> {
  const files = runStores.files(directory);
  const read = await believedSummary(files);
  if (!read.stored)
    throw new UserError(
      read.problem,
      "name folders of runs that have ended, or score them first: vidimus score <run>",
    );
  const createdAt = (await manifestIn(files))?.createdAt;
  return {
    folder: basename(directory),
    createdAt: typeof createdAt === "string" ? createdAt : "",
    summary: read.stored.summary,
  };
}

function refuseStrangers(marks: ReadonlyMap<string, string>, found: readonly FoundRun[]): void {
  const known = found.map(({ folder }) => folder);
  for (const folder of marks.keys())
    if (!known.includes(folder))
      throw new UserError(
        `--mark names ${folder}, which is none of the runs`,
        `runs: ${known.join(", ")}`,
      );
}

/** By the run's name; where several share it, by what was released then, or by when they ran. */
function named(
  found: readonly FoundRun[],
  marks: ReadonlyMap<string, string>,
): readonly PlottedRun[] {
  const isOneName = new Set(found.map(({ summary }) => summary.name)).size === 1;
  const candidates = [
    (run: FoundRun) => run.row ?? run.summary.name,
    (run: FoundRun) => {
      const own = marks.get(run.folder) ?? run.row ?? minute(run.createdAt);
      return isOneName ? own : `${run.summary.name} ${own}`;
    },
    (run: FoundRun) => run.folder,
    (run: FoundRun) => `${run.summary.name}/${run.folder}/${found.indexOf(run)}`,
  ];
  const nameOf = candidates.find((name) => new Set(found.map(name)).size === found.length)!;
  return found.map((run) => {
    const mark = marks.get(run.folder);
    return {
      name: nameOf(run),
      ...(run.row === undefined && run.createdAt !== "" ? { series: run.summary.name } : {}),
      createdAt: run.createdAt,
      ...(mark === undefined ? {} : { mark }),
      summary: run.summary,
    };
  });
}

/** "2026-11-17 02:01". */
function minute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}
