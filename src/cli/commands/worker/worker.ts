import { join, resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { RunFigures } from "../../../evaluation/monitor/run-figures.ts";
import { serveFigures } from "../../../evaluation/monitor/serve-figures.ts";
import { saidOnce } from "../../../evaluation/said-once.ts";
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

/** Three times the time between two signs of life. */
const usualLeaseSeconds = 10;

/** `vidimus worker`. */
export async function run(machine: string | undefined, flags: Flags): Promise<ExitCode> {
  const base = flags.base === undefined ? undefined : resolve(flags.base as string);
  adoptEnvFiles(
    { config: join(base ?? "", "vidimus.yaml"), file: flags.envFile as string | undefined },
    process.env,
  );
  using progress = showProgress();
  const say = (text: string) => progress.say(text);
  await using database = await openStore(flags.store, say);
  if (flags.drain === true) return await drain(database, machine, flags.json === true);
  if (machine !== undefined)
    throw new UserError(`what is "${machine}" to the worker?`, "a machine is named with --drain");
  using _heap = keepHeapSmall();
  using interrupt = onInterrupt(say);
  const figures = new RunFigures((flags.run as string | undefined) ?? "worker");
  const port = portOf(flags.metricsPort);
  await using server =
    port === undefined ? undefined : await serveFigures(port, () => figures.text());
  if (server) say(`figures for Prometheus: ${server.url}`);
  const show = saidOnce(showEvents(progress));
  const worked = await work({
    database,
    run: flags.run as string | undefined,
    base,
    environment: process.env,
    leavesAtEnd: flags.leaveAtEnd === true,
    leaseMs: 1_000 * ((flags.lease as number | undefined) ?? usualLeaseSeconds),
    onEvent: (event) => {
      figures.note(event);
      show(event);
    },
    stop: interrupt.stop,
    abort: interrupt.abort,
  });
  progress[Symbol.dispose]();
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify(worked)}\n`
      : `${worked.settled} samples brought to an end in ${worked.claims} shares of work\n`,
  );
  return exitCode.fine;
}

async function drain(
  database: Database,
  machine: string | undefined,
  json: boolean,
): Promise<ExitCode> {
  const names = await new WorkerRegistry(database).drain(machine);
  const text =
    names.length === 0
      ? "no such worker is there"
      : `${names.join(", ")}: asked to leave once the work at hand is done`;
  process.stdout.write(`${json ? JSON.stringify({ leaving: names }) : text}\n`);
  return exitCode.fine;
}
