import { join } from "node:path";
import type { MatrixResult } from "../../evaluation/matrix/matrix-run.ts";
import type { RunResult } from "../../evaluation/run/run-result.ts";
import { shortPath } from "../../files/short-path.ts";
import { machineLine } from "../../report/table/machine-table.ts";
import { matrixText } from "../../report/text/matrix-text.ts";
import { printSummary } from "./print-summary.ts";
import { resumeHint } from "./resume-hint.ts";
import { sameCommand } from "./self-command.ts";
import { terminalStyle } from "./terminal-style.ts";
import { pageWidth } from "./terminal-width.ts";

export interface Printing {
  readonly json: boolean;
  /** Whether every table is printed. */
  readonly all: boolean;
  /** The arguments of this start, to say how to go on. */
  readonly args: readonly string[];
}

/**
 * Puts the scores of a run on standard output, and beside them where its files are and how to go
 * on.
 */
export function printResult(
  { interrupted, summary, directory, spentBudget }: RunResult,
  { json, all, args }: Printing,
): void {
  const shown = shortPath(directory);
  if (interrupted)
    say(
      `stopped; everything done so far is kept in ${shown}`,
      `to go on: ${sameCommand(args, shown)}`,
    );
  if (!summary) return;
  printSummary(summary, { json, all, directory });
  say(
    `\nreport   ${shortPath(join(directory, "report.html"))}`,
    `samples  ${shortPath(join(directory, "samples.csv"))}`,
    ...(summary.machine ? [`machine  ${machineLine(summary.machine)}`] : []),
  );
  if (!summary.complete) say(`\n${resumeHint({ args, directory: shown, spentBudget })}`);
}

/** The same of a matrix. */
export function printMatrixResult(result: MatrixResult, { json, args }: Printing): void {
  const { directory, matrix, interruptedIn, spentBudget } = result;
  const shown = shortPath(directory);
  if (interruptedIn !== undefined)
    say(
      `stopped in row ${interruptedIn}; everything done so far is kept in ${shown}`,
      `to go on: ${sameCommand(args, shown)}`,
    );
  if (!matrix) return;
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...matrix, directory })}\n`
      : matrixText(matrix, terminalStyle, pageWidth()),
  );
  say(`\nmatrix   ${shortPath(join(directory, "matrix.html"))}`);
  if (!matrix.complete) say(`\n${resumeHint({ args, directory: shown, spentBudget })}`);
}

function say(...lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}
