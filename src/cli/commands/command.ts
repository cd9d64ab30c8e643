import type { ExitCode } from "../exit-code.ts";

/** One option of a command, as help and documentation show it. */
export interface CommandOption {
  /** As commander writes it: `--limit <n>`. */
  readonly flags: string;
  readonly summary: string;
  readonly parse?: "count" | "whole" | "list" | "repeat";
}

/** A command as data. Its code is loaded only when it is run, so that help costs nothing. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** As commander writes it: `[config]`. */
  readonly argument?: { readonly flags: string; readonly summary: string };
  readonly options: readonly CommandOption[];
  /**
   * Whether options that are not listed are handed to the command among its arguments, because a
   * family or kind may know them.
   */
  readonly takesUnlisted?: boolean;
  readonly examples: readonly string[];
  load(): Promise<CommandModule>;
}

export type Flags = Readonly<Record<string, unknown>>;

interface CommandModule {
  /** `rest` holds all arguments of a command that takes several. */
  run(argument: string | undefined, flags: Flags, rest: readonly string[]): Promise<ExitCode>;
}
