import { resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { selfcheck } from "../../../evaluation/selfcheck/selfcheck.ts";
import { selfcheckTable } from "../../../report/table/selfcheck-table.ts";
import { joinBlocks, tableLines } from "../../../report/text/text-table.ts";
import { runStores } from "../../../store/run-stores.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import { terminalStyle } from "../../terminal/terminal-style.ts";
import { pageWidth } from "../../terminal/terminal-width.ts";
import type { Flags } from "../command.ts";

/** `vidimus selfcheck`. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const parts = /^(.*?)(?:#([^#/]+))?$/.exec(argument ?? "")!;
  const directory = resolve(parts[1]!);
  if (!(await runStores.header(directory)))
    throw new UserError(`no run in ${parts[1]}`, "name the folder of a run");
  using progress = showProgress();
  const found = await selfcheck({
    directory,
    name: parts[1]!,
    system: parts[2],
    samples: (flags.samples as number | undefined) ?? 40,
    onEvent: showEvents(progress),
  });
  progress[Symbol.dispose]();
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify(found)}\n`
      : joinBlocks([
          tableLines(selfcheckTable(found), { style: terminalStyle, width: pageWidth() }),
        ]),
  );
  return exitCode.fine;
}
