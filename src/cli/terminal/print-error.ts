import { styleText } from "node:util";
import { UserError } from "../../core/user-error.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";

/**
 * Tells what went wrong: a user's mistake in one line and a hint, anything else with its stack, as
 * a defect of ours.
 */
export async function printError(error: unknown): Promise<ExitCode> {
  // What failed while something was being closed matters less than why it was closed.
  if (error instanceof SuppressedError) return printError(error.suppressed);
  const red = (text: string) => styleText("red", text, { stream: process.stderr });
  if (error instanceof UserError) {
    process.stderr.write(
      `${red("error:")} ${error.message}\n${error.hint ? `  hint: ${error.hint}\n` : ""}`,
    );
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

/**
 * Codes by which the operating system refuses something for reasons a user can change, in words.
 */
const refusals: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full: the quota is used up",
  ENOENT: "no such file or folder",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "a folder where a file is expected",
  ELOOP: "symbolic links lead in a circle",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  EEXIST: "it exists already",
};

function refusedBySystem(error: unknown): string | undefined {
  const { code, path, message } = (error ?? {}) as {
    code?: string;
    path?: string;
    message?: string;
  };
  const words = refusals[code ?? ""];
  if (words === undefined || !message) return undefined;
  return `${words}: ${path === undefined || message.includes(path) ? message : `${message}: ${path}`}`;
}
