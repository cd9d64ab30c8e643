import type { SpentBudget } from "../../core/asking/budget.ts";
import { formatDollars } from "../../summary/format-number.ts";
import { sameCommand } from "./self-command.ts";

interface Left {
  readonly args: readonly string[];
  /** Of the run or matrix, as it is shown. */
  readonly directory: string;
  readonly spentBudget?: SpentBudget | undefined;
}

/**
 * How to go on with work that is left to do: the same command, unless its budget would stop it at
 * once.
 */
export function resumeHint({ args, directory, spentBudget }: Left): string {
  if (!spentBudget) return `work is left to do; to go on: ${sameCommand(args, directory)}`;
  const { budget, spent } = spentBudget;
  const command = sameCommand(withoutBudget(args), directory);
  return [
    `work is left to do: the budget of ${budget} USD is spent (${formatDollars(spent)} USD so far), and the same command would stop at once`,
    `to go on, raise "budget" in the configuration, or: ${command} --set budget=…`,
  ].join("\n");
}

/** What was set before is not what is to be set now. */
function withoutBudget(args: readonly string[]): readonly string[] {
  const isBudget = (arg: string | undefined) => /^(?:--set=)?budget=/.test(arg ?? "");
  return args.filter((arg, at) => !(arg === "--set" && isBudget(args[at + 1])) && !isBudget(arg));
}
