import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import {
  matrixPath,
  readMatrix,
  writeMatrixPage,
} from "../../../evaluation/output/matrix-files.ts";
import { believedSummary, reportOf } from "../../../evaluation/output/run-files.ts";
import { shortPath } from "../../../files/short-path.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { summaryMarkdown } from "../../../report/markdown/markdown.ts";
import { matrixMarkdown } from "../../../report/markdown/matrix-markdown.ts";
import { runStores } from "../../../store/run-stores.ts";
import type { MatrixSummary } from "../../../summary/matrix-summary.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { printSummary } from "../../terminal/print-summary.ts";
import type { Flags } from "../command.ts";

/** `vidimus report`: draws the stored summary of a run, or the table of a matrix, again. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const directory = resolve(argument ?? "");
  const matrix = readMatrix(directory)?.matrix;
  if (matrix) return reportMatrix(directory, matrix, flags);
  if (existsSync(matrixPath(directory)))
    throw new UserError(
      `${matrixPath(directory)} was changed after it was written, or written by an earlier version`,
      "run the matrix again: it is computed anew",
    );
  const files = runStores.files(directory);
  const read = await believedSummary(files);
  if (!read.stored)
    throw new UserError(
      read.problem,
      "run the configuration to its end, or score the run: vidimus score <run>",
    );
  const { summary } = read.stored;
  if (flags.json === true || flags.markdown === true) {
    if (flags.json === true) printSummary(summary, { json: true, all: true, directory });
    else process.stdout.write(summaryMarkdown(summary));
    return exitCode.fine;
  }
  const path = resolve((flags.output as string | undefined) ?? join(directory, "report.html"));
  writeAtomically(path, await reportOf(files, summary));
  process.stdout.write(`${shortPath(path)}\n`);
  return exitCode.fine;
}

function reportMatrix(directory: string, matrix: MatrixSummary, flags: Flags): ExitCode {
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ ...matrix, directory })}\n`);
  else if (flags.markdown === true) process.stdout.write(matrixMarkdown(matrix));
  else {
    const path = resolve((flags.output as string | undefined) ?? join(directory, "matrix.html"));
    writeMatrixPage(directory, matrix, path);
    process.stdout.write(`${shortPath(path)}\n`);
  }
  return exitCode.fine;
}
