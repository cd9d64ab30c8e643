import { resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { type ExplainedRun, explainRuns } from "../../../evaluation/explain/explain-runs.ts";
import { explainSample } from "../../../evaluation/explain/explain-sample.ts";
import { frameThumbnails } from "../../../evaluation/explain/frame-thumbnails.ts";
import { shareableSample } from "../../../evaluation/explain/shareable-sample.ts";
import { version } from "../../../evaluation/version.ts";
import { shortPath } from "../../../files/short-path.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { sampleHtml } from "../../../report/html/sample-html.ts";
import { explanationText } from "../../../report/text/explanation-text.ts";
import { sampleText } from "../../../report/text/sample-text.ts";
import { runStores } from "../../../store/run-stores.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { terminalWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";

/** `vidimus explain`: two runs, or one sample of a run. */
export async function run(
  argument: string | undefined,
  flags: Flags,
  rest: readonly string[],
): Promise<ExitCode> {
  const [first, second, ...more] = rest;
  if (argument === undefined || first === undefined || second === undefined || more.length > 0)
    throw new UserError("give two runs, or a run and the id of a sample");
  const a = await runAt(first);
  if (!a) throw new UserError(`no run in ${first}`, "name the folder of a run");
  const b = await runAt(second);
  const width = terminalWidth() ?? 80;
  if (b) {
    for (const name of ["task", "html", "base"])
      if (flags[name] !== undefined) throw new UserError(`--${name} goes with one sample of a run`);
    const explanation = await explainRuns(a, b);
    print(flags, explanation, () => explanationText(explanation, width));
    return exitCode.fine;
  }
  const { explanation, tasks } = await explainSample({
    ...a,
    sample: second,
    task: flags.task as string | undefined,
    base: flags.base === undefined ? undefined : resolve(flags.base as string),
  });
  if (flags.html !== undefined) {
    const path = resolve(flags.html as string);
    const shareable = shareableSample(explanation, tasks);
    const thumbnails = await frameThumbnails(shareable, tasks);
    const createdAt = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
    writeAtomically(path, sampleHtml(shareable, { version, createdAt, thumbnails }));
    process.stdout.write(`${shortPath(path)}\n`);
  } else print(flags, explanation, () => sampleText(explanation, width));
  return exitCode.fine;
}

function print(flags: Flags, document: object, text: () => string): void {
  process.stdout.write(flags.json === true ? `${JSON.stringify(document)}\n` : text());
}

/** A run by its folder, with `#system` behind it where one is meant. */
async function runAt(text: string): Promise<ExplainedRun | undefined> {
  const parts = /^(.*?)(?:#([^#/]+))?$/.exec(text)!;
  const directory = resolve(parts[1]!);
  const header = await runStores.header(directory);
  return header && { directory, name: text, system: parts[2] };
}
