import { styleText } from "node:util";
import { UserError } from "../core/user-error.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";

/** Tells what went wrong: a user's mistake in one line and a hint, anything else with its stack, as a defect of ours. */
export async function tell(error: unknown): Promise<ExitCode> {
  const red = (text: string) => styleText("red", text, { stream: process.stderr });
  if (error instanceof UserError) {
    process.stderr.write(`${red("error:")} ${error.message}\n${error.hint ? `  hint: ${error.hint}\n` : ""}`);
    return exitCode.usage;
  }
  const refusal = refusedBySystem(error);
  if (refusal) {
    process.stderr.write(`${red("error:")} ${refusal}\n`);
    return exitCode.usage;
  }
  process.stderr.write(
    `${red("crash:")} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n  this is a defect of vidimus; please report it with the lines above\n`,
  );
  return exitCode.crash;
}

/** Codes by which the operating system refuses something for reasons a user can change. */
const refusals = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "EDQUOT",
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "EMFILE",
  "ENFILE",
  "ENAMETOOLONG",
  "EEXIST",
]);

function refusedBySystem(error: unknown): string | undefined {
  const { code, path, message } = (error ?? {}) as { code?: string; path?: string; message?: string };
  if (code === undefined || !refusals.has(code) || !message) return undefined;
  return path === undefined || message.includes(path) ? message : `${message}: ${path}`;
}
