import { join, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { summaryMarkdown } from "../../report/markdown.ts";
import type { MatrixSummary } from "../../report/matrix.ts";
import { matrixMarkdown } from "../../report/matrix-markdown.ts";
import type { Flags } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { readMatrix, writeMatrixPage } from "../matrix-files.ts";
import { printSummary, shortPath } from "../print-summary.ts";
import { readSummary, writeReport } from "../run-files.ts";

/** `vidimus report`: draws the stored summary of a run, or the table of a matrix, again. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const directory = resolve(argument ?? "");
  const stored = readMatrix(directory);
  if (stored) return reportMatrix(directory, stored.matrix, flags);
  const summary = readSummary(directory)?.summary;
  if (!summary)
    throw new UserError(`no metrics.json in ${directory}`, "run the configuration to its end, or score the run: vidimus score <run>");
  if (flags.json === true || flags.markdown === true) {
    if (flags.json === true) printSummary(summary, { json: true, all: true, directory });
    else process.stdout.write(summaryMarkdown(summary));
    return exitCode.fine;
  }
  const path = resolve((flags.output as string | undefined) ?? join(directory, "report.html"));
  writeReport(directory, summary, path);
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
