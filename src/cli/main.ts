import { commands } from "./commands/commands.ts";
import { exitCode } from "./exit-code.ts";
import { program } from "./program.ts";

/** People write `--dry_run` and `--dry-run`; both mean the same. */
function withHyphens(argument: string): string {
  const [name, ...rest] = argument.split("=");
  return argument.startsWith("--") && name
    ? [name.replaceAll("_", "-"), ...rest].join("=")
    : argument;
}

/** Runs the program with the arguments of this process, and prepares the process for it. */
export async function main(): Promise<void> {
  // A reader of our output may stop early, as `head` does; a reader of our messages need not
  // stop us.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCode.fine);
    throw error;
  });
  process.stderr.on("error", () => undefined);
  // npm starts scripts in the package's folder; the user's files are relative to where the user is.
  if (process.env.npm_lifecycle_event === "vidimus" && process.env.INIT_CWD)
    process.chdir(process.env.INIT_CWD);
  await runCommand();
}

/** Runs the command that the arguments of this process name, and sets its exit code. */
export async function runCommand(): Promise<void> {
  try {
    const given = process.argv.slice(2).map(withHyphens);
    const named = commands.filter(({ name }) => name === given[0]);
    // Help and suggestions need all of them.
    await program(named.length > 0 ? named : commands).parseAsync(given, { from: "user" });
  } catch (error) {
    const { code, exitCode: asked } = error as { code?: string; exitCode?: number };
    // Commander has printed its message (or the help that was asked for) already.
    if (code?.startsWith("commander."))
      process.exitCode = asked === 0 ? exitCode.fine : exitCode.usage;
    else process.exitCode = await (await import("./terminal/print-error.ts")).printError(error);
  }
}
