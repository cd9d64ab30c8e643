import { InvalidArgumentError, Option, Command as Program } from "commander";
import { version } from "../evaluation/version.ts";
import type { Command, CommandOption, Flags } from "./commands/command.ts";

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

/** The command line, made of declarations of commands. */
export function program(commands: readonly Command[]): Program {
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
    const takesValue = option.required || option.optional;
    if (takesValue) option.argParser(parse ? parsers[parse] : once(flags));
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
