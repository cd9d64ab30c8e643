import { describe, expect, it } from "vitest";
import type { Command, CommandOption, Flags } from "./commands/command.ts";
import { commands } from "./commands/commands.ts";
import { program } from "./program.ts";

const options = commands.flatMap((command) =>
  command.options.map((option): [string, Command, CommandOption] => [
    `${command.name} ${option.flags}`,
    command,
    option,
  ]),
);

/** The flags that a command would be run with. */
async function parsed(command: Command, words: readonly string[]): Promise<Flags> {
  let found: Flags = {};
  const load = async () => ({
    run: async (_: string | undefined, flags: Flags) => {
      found = flags;
      return 0 as const;
    },
  });
  const given = command.argument ? ["given"] : [];
  await program([{ ...command, load }]).parseAsync([command.name, ...given, ...words], {
    from: "user",
  });
  return found;
}

describe("the command line", () => {
  it.each(options)("takes %s", async (_, command, { flags, parse }) => {
    const name = /--[a-z0-9-]+/.exec(flags)![0];
    const key = name
      .replace(/^--(no-)?/, "")
      .replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
    const takesValue = flags.includes("<");
    const value = parse === "count" || parse === "whole" ? "3" : "x=1";
    const found = await parsed(command, takesValue ? [name, value] : [name]);
    if (takesValue)
      expect(found[key]).toEqual(
        { count: 3, whole: 3, list: [value], repeat: [value] }[parse as "list"] ?? value,
      );
    else expect(found[key]).toBe(!name.startsWith("--no-"));
  });
});
