import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { verifyPage } from "../../../evaluation/verify/verify-page.ts";
import { verifyRun } from "../../../evaluation/verify/verify-run.ts";
import { shortPath } from "../../../files/short-path.ts";
import { wrapText } from "../../../report/text/wrap-text.ts";
import {
  type Verification,
  type VerifiedState,
  verificationOf,
} from "../../../summary/verification.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import { terminalWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";

/** `vidimus verify`: a run, or a report by itself. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const path = resolve(argument ?? "");
  if (!existsSync(path))
    throw new UserError(
      `no such file: ${shortPath(path)}`,
      "name the folder of a run, or a report",
    );
  const found = statSync(path).isDirectory()
    ? await verifyFolder(path, flags)
    : verificationOf(path, await verifyPage(path, basename(path)));
  if (flags.json === true) process.stdout.write(`${JSON.stringify(found)}\n`);
  else print(found);
  return exitOf[found.state];
}

const exitOf: Readonly<Record<VerifiedState, ExitCode>> = {
  unchanged: exitCode.fine,
  unchecked: exitCode.incomplete,
  changed: exitCode.gateFailed,
};

async function verifyFolder(directory: string, flags: Flags): Promise<Verification> {
  using progress = showProgress();
  return verifyRun(directory, {
    checksMedia: flags.media !== false,
    base: flags.base === undefined ? undefined : resolve(flags.base as string),
    onEvent: showEvents(progress),
  });
}

const words: Readonly<Record<VerifiedState, string>> = {
  unchanged: "as it was",
  changed: "CHANGED",
  unchecked: "not checked",
};

const verdicts: Readonly<Record<VerifiedState, string>> = {
  unchanged: "Everything is as it was when it was written.",
  changed: "Something was changed since it was written.",
  unchecked: "Nothing was found to be changed, but not everything could be checked.",
};

function print({ subject, state, parts }: Verification): void {
  const indent = 24;
  const width = Math.max(40, (terminalWidth() ?? 80) - indent);
  const lines = parts.flatMap((part) => {
    const [first = "", ...rest] = wrapText(part.text, width);
    return [
      `${part.part.padEnd(11)}${words[part.state].padEnd(indent - 11)}${first}`,
      ...rest.map((line) => " ".repeat(indent) + line),
    ];
  });
  process.stdout.write(`${shortPath(subject)}\n\n${lines.join("\n")}\n\n${verdicts[state]}\n`);
}
