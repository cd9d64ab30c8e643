import { InvalidArgumentError, Option, Command as Program } from "commander";
import { version } from "../evaluation/version.ts";
import type { Command, CommandOption, Flags } from "./commands/command.ts";
import { declaredCommands } from "./commands/commands.ts";
import { exitCode } from "./exit-code.ts";

const parsers: Readonly<
  Record<NonNullable<CommandOption["parse"]>, (text: string, before: unknown) => unknown>
> = {
  count: (text) => whole(text, 1),
  whole: (text) => whole(text, 0),
  list: (text) => text.split(",").map((part) => part.trim()),
  repeat: (text, before) => [...((before as readonly string[] | undefined) ?? []), text],
};

/** What takes one value is not given two: the first would be lost in silence. */
function once(flags: string): (text: string, before: unknown) => string {
  return (text, before) => {
    if (before === undefined) return text;
    throw new InvalidArgumentError(`${flags} is given twice; it takes one value.`);
  };
}

function whole(text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least || text.trim() === "")
    throw new InvalidArgumentError(`expected a whole number from ${least} on.`);
  return number;
}

function program(commands: readonly Command[]): Program {
  const root = new Program("vidimus")
    .description(
      "Evaluate video-understanding systems: numbers that can be trusted, explained and reproduced.",
    )
    .version(version, "-V, --version")
    .showSuggestionAfterError()
    .showHelpAfterError("(vidimus --help shows what there is)")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) });
  for (const command of commands) root.addCommand(subcommand(command));
  return root;
}

function subcommand(command: Command): Program {
  const sub = new Program(command.name)
    .description(command.summary)
    .exitOverride()
    .showSuggestionAfterError();
  if (command.argument) sub.argument(command.argument.flags, command.argument.summary);
  for (const { flags, summary, parse } of command.options) {
    const option = new Option(flags, summary);
    option.argParser(parse ? parsers[parse] : once(flags));
    sub.addOption(option);
  }
  if (command.takesUnlisted) sub.allowUnknownOption().allowExcessArguments();
  sub.addHelpText(
    "after",
    `\nExamples:\n${command.examples.map((example) => `  ${example}`).join("\n")}`,
  );
  sub.action(async (...given: readonly unknown[]) => {
    const flags = given.at(-2) as Flags;
    const own = command.argument
      ? [given[0] as string | readonly string[] | undefined]
          .flat()
          .filter((one) => one !== undefined)
      : [];
    const rest = command.takesUnlisted ? sub.args : own;
    const { run } = await command.load();
    process.exitCode = await run(rest[0], flags, rest);
  });
  return sub;
}

/** People write `--dry_run` and `--dry-run`; both mean the same. */
function withHyphens(argument: string): string {
  const [name, ...rest] = argument.split("=");
  return argument.startsWith("--") && name
    ? [name.replaceAll("_", "-"), ...rest].join("=")
    : argument;
}

/** Runs the program with the arguments of this process. */
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
  try {
    const given = process.argv.slice(2).map(withHyphens);
    const commands = await declaredCommands(given[0]);
    await program(commands).parseAsync(given, { from: "user" });
  } catch (error) {
    const { code, exitCode: asked } = error as { code?: string; exitCode?: number };
    // Commander has printed its message (or the help that was asked for) already.
    if (code?.startsWith("commander."))
      process.exitCode = asked === 0 ? exitCode.fine : exitCode.usage;
    else process.exitCode = await (await import("./terminal/print-error.ts")).printError(error);
  }
}
