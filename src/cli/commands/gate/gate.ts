import { appendFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
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

/** Flags that stand for keys of the configuration: those under `gate`, and others. */
const gateKeys = [
  ...["margin", "alpha", "metrics", "strict", "targets", "minParseRate", "maxJudgeFailures"],
  ...["maxMedianSeconds", "maxP95Seconds", "maxCost"],
].map((key) => [key, `gate.${key}`] as const);
const ownKeys = ["minCoverage", "minAnswered"].map((key) => [key, key] as const);

/** `vidimus gate`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  using _heap = keepHeapSmall();
  const path = (name: string) => flags[name] as string | undefined;
  using progress = showProgress();
  const {
    document,
    savedBytes,
    withheld = [],
  } = await gateRun({
    run: argument ?? "",
    baseline: path("baseline"),
    saveBaseline: path("saveBaseline"),
    set: [
      ...((flags.set as readonly string[] | undefined) ?? []),
      ...[...gateKeys, ...ownKeys].flatMap(([flag, key]) =>
        flags[flag] === undefined ? [] : [`${key}=${written(flags[flag])}`],
      ),
    ],
    base: flags.base === undefined ? undefined : resolve(flags.base as string),
    allowsDifferent: flags.allowDifferent === true,
    isOffline: flags.offline === true ? true : undefined,
    onEvent: showEvents(progress),
  }).catch((error: unknown) => {
    if (error instanceof UserError) writeFiles(refusedGate(argument ?? "", error), flags);
    throw error;
  });
  if (savedBytes !== undefined)
    progress.say(
      `baseline: ${shortPath(resolve(path("saveBaseline")!))} (${Math.ceil(savedBytes / 1000)} kB)`,
    );
  if (withheld.length > 0)
    progress.say(
      `baseline: without ${withheld.join(", ")}, whose data may not be handed on (data.redistribute: false)`,
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
  const isJson = flags.json === true;
  process.stdout.write(
    isJson
      ? `${JSON.stringify(document)}\n`
      : gateText(document, { style: terminalStyle, width: pageWidth() }),
  );
  writeFiles(document, flags);
}

/** For those who read files, comments and annotations instead of the log. */
function writeFiles(document: GateDocument, flags: Flags): void {
  const { junit, markdown } = flags as { junit?: string; markdown?: string };
  if (junit !== undefined) writeAt(junit, junitXml(document));
  if (markdown !== undefined) writeAt(markdown, gateMarkdown(document));
  const { GITHUB_ACTIONS: isGitHub, GITHUB_STEP_SUMMARY: summary } = process.env;
  if (isGitHub !== "true") return;
  // GitHub reads both; a JSON document stays alone on standard output.
  (flags.json === true ? process.stderr : process.stdout).write(githubAnnotations(document));
  if (summary) appendFileSync(summary, gateMarkdown(document));
}

/** A gate that could not be held, as a document: CI shows nothing else of it. */
function refusedGate(run: string, { message, hint }: UserError): GateDocument {
  const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, "; ");
  return {
    schema: "vidimus-gate/1",
    run: basename(run),
    baseline: null,
    state: "failed",
    alpha: 0,
    checks: [
      {
        ...{ kind: "refused", name: "Refused", state: "failed", measured: oneLine(message) },
        rule: "the run can be held to what is asked for",
        ...(hint === undefined ? {} : { reason: oneLine(hint) }),
      },
    ],
    notes: [],
  };
}

function writeAt(path: string, text: string): void {
  const target = resolve(path);
  makeFolder(dirname(target));
  writeAtomically(target, text);
}
