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
  process.stderr.write(
    `${red("crash:")} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n  this is a defect of vidimus; please report it with the lines above\n`,
  );
  return exitCode.crash;
}
