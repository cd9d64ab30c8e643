import { appendFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { gateRun } from "../../../evaluation/gate/gate-run.ts";
import { makeFolder } from "../../../files/make-folder.ts";
import { shortPath } from "../../../files/short-path.ts";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { githubAnnotations } from "../../../report/ci/github-annotations.ts";
import { junitXml } from "../../../report/ci/junit-xml.ts";
import { gateMarkdown } from "../../../report/markdown/gate-markdown.ts";
import { gateText } from "../../../report/text/gate-text.ts";
import type { GateDocument, GateState } from "../../../summary/gate-summary.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { keepHeapSmall } from "../../keep-heap-small.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import { pageWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";

/** Flags that stand for a key of the configuration. */
const keys = [
  ...["margin", "alpha", "metrics", "strict", "targets", "minParseRate", "maxJudgeFailures"],
  ...["maxMedianSeconds", "maxP95Seconds", "maxCost"],
];

/** `vidimus gate`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  keepHeapSmall();
  const path = (name: string) => flags[name] as string | undefined;
  using progress = showProgress();
  const { document, savedBytes } = await gateRun({
    run: argument ?? "",
    baseline: path("baseline"),
    saveBaseline: path("saveBaseline"),
    set: [
      ...((flags.set as readonly string[] | undefined) ?? []),
      ...keys.flatMap((key) =>
        flags[key] === undefined ? [] : [`gate.${key}=${written(flags[key])}`],
      ),
    ],
    base: flags.base === undefined ? undefined : resolve(flags.base as string),
    allowsDifferent: flags.allowDifferent === true,
    isOffline: flags.offline === true ? true : undefined,
    onEvent: showEvents(progress),
  });
  if (savedBytes !== undefined)
    progress.say(
      `baseline: ${shortPath(resolve(path("saveBaseline")!))} (${Math.ceil(savedBytes / 1000)} kB)`,
    );
  progress[Symbol.dispose]();
  write(document, flags);
  return exitOf[document.state];
}

const exitOf: Readonly<Record<GateState, ExitCode>> = {
  passed: exitCode.fine,
  failed: exitCode.gateFailed,
  undecided: exitCode.incomplete,
};

function written(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

function write(document: GateDocument, flags: Flags): void {
  const { junit, markdown } = flags as { junit?: string; markdown?: string };
  if (junit !== undefined) writeAt(junit, junitXml(document));
  if (markdown !== undefined) writeAt(markdown, gateMarkdown(document));
  const isJson = flags.json === true;
  process.stdout.write(
    isJson
      ? `${JSON.stringify(document)}\n`
      : gateText(document, { style: terminalStyle, width: pageWidth() }),
  );
  const { GITHUB_ACTIONS: isGitHub, GITHUB_STEP_SUMMARY: summary } = process.env;
  if (isGitHub !== "true") return;
  // GitHub reads both; a JSON document stays alone on standard output.
  (isJson ? process.stderr : process.stdout).write(githubAnnotations(document));
  if (summary) appendFileSync(summary, gateMarkdown(document));
}

function writeAt(path: string, text: string): void {
  const target = resolve(path);
  makeFolder(dirname(target));
  writeAtomically(target, text);
}
