import { resolve } from "node:path";
import { mergeRuns } from "../../../evaluation/merge/merge-runs.ts";
import { shortPath } from "../../../files/short-path.ts";
import { isReadable } from "../../../summary/shortfalls.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { printSummary } from "../../terminal/print-summary.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import type { Flags } from "../command.ts";

/** `vidimus merge`: several logs become one run, which is scored as a whole; nothing is asked. */
export async function run(
  _argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  using progress = showProgress();
  const { directory, summary } = await mergeRuns({
    sources: rest.map((path) => resolve(path)),
    output: resolve((flags.output as string | undefined) ?? "runs"),
    onEvent: showEvents(progress, { isQuiet: flags.json === true }),
  });
  progress[Symbol.dispose]();
  printSummary(summary, { json: flags.json === true, all: flags.all === true, directory });
  if (flags.json !== true) process.stdout.write(`${shortPath(directory)}\n`);
  return summary.complete && isReadable(summary) ? exitCode.fine : exitCode.incomplete;
}
