import { join, resolve } from "node:path";
import { RunFigures } from "../../../evaluation/monitor/run-figures.ts";
import { serveFigures } from "../../../evaluation/monitor/serve-figures.ts";
import { work } from "../../../evaluation/share/work.ts";
import type { Database } from "../../../store/postgres/database.ts";
import { WorkerRegistry } from "../../../store/postgres/worker-registry.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";
import { openStore } from "../../flags/open-store.ts";
import { portOf } from "../../flags/port.ts";
import { keepHeapSmall } from "../../keep-heap-small.ts";
import { onInterrupt } from "../../terminal/interrupt.ts";
import { showProgress } from "../../terminal/progress.ts";
import { showEvents } from "../../terminal/show-events.ts";
import type { Flags } from "../command.ts";

/** `vidimus worker`. */
export async function run(_argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const base = flags.base === undefined ? undefined : resolve(flags.base as string);
  adoptEnvFiles(
    { config: join(base ?? "", "vidimus.yaml"), file: flags.envFile as string | undefined },
    process.env,
  );
  using progress = showProgress();
  const say = (text: string) => progress.say(text);
  await using database = await openStore(flags.store, say);
  if (flags.drain !== undefined) return drain(database, flags);
  keepHeapSmall();
  using interrupt = onInterrupt(say);
  const figures = new RunFigures((flags.run as string | undefined) ?? "worker");
  const port = portOf(flags.metricsPort);
  await using server =
    port === undefined ? undefined : await serveFigures(port, () => figures.text());
  if (server) say(`figures for Prometheus: ${server.url}`);
  const show = showEvents(progress);
  const worked = await work({
    database,
    run: flags.run as string | undefined,
    base,
    environment: process.env,
    leavesAtEnd: flags.leaveAtEnd === true,
    onEvent: (event) => {
      figures.note(event);
      show(event);
    },
    stop: interrupt.stop,
    abort: interrupt.abort,
    asking: async () => ({}),
  });
  progress[Symbol.dispose]();
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify(worked)}\n`
      : `${worked.settled} samples brought to an end in ${worked.claims} shares of work\n`,
  );
  return exitCode.fine;
}

async function drain(database: Database, { drain: name, json }: Flags): Promise<ExitCode> {
  const names = await new WorkerRegistry(database).drain(
    typeof name === "string" ? name : undefined,
  );
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ leaving: names })}\n`
      : names.length === 0
        ? "no such worker is there\n"
        : `${names.join(", ")}: asked to leave once the work at hand is done\n`,
  );
  return exitCode.fine;
}
