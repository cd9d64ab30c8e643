import {
  type SharedRunStatus,
  type SharedStatus,
  type SharedWorker,
  sharedStatus,
} from "../../../evaluation/share/shared-status.ts";
import { SharedRuns } from "../../../store/postgres/shared-runs.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { openStore } from "../../flags/open-store.ts";
import { textRows } from "../../terminal/text-rows.ts";
import type { Flags } from "../command.ts";

/** `vidimus status`. */
export async function run(_argument: string | undefined, flags: Flags): Promise<ExitCode> {
  await using database = await openStore(flags.store, (text) => process.stderr.write(`${text}\n`));
  if (typeof flags.forget === "string") {
    await new SharedRuns(database).remove(flags.forget);
    process.stdout.write(`${flags.forget} is removed from the database\n`);
    return exitCode.fine;
  }
  const status = await sharedStatus(database);
  process.stdout.write(flags.json === true ? `${JSON.stringify(status)}\n` : statusText(status));
  return exitCode.fine;
}

function statusText({ runs, workers }: SharedStatus): string {
  if (runs.length === 0 && workers.length === 0) return "the database has no runs and no workers\n";
  const work = textRows(
    ["run", "state", "system", "task", "done", "held", "open", "taken over"],
    runs.flatMap(workRows),
  );
  const note =
    "samples that were left when the run was last started, by shares of work: done, held by a worker, open;\ntaken over: shares whose worker fell silent\n";
  const people = workers.map((worker) => [
    ...[worker.name, stateOf(worker), worker.run ?? "–", String(worker.settled), worker.version],
  ]);
  const hands = textRows(["worker", "state", "run", "samples", "version"], people);
  const shown = runs.length === 0 ? "no runs\n" : `${work}${note}`;
  return workers.length === 0 ? `${shown}\nno workers are there\n` : `${shown}\n${hands}`;
}

function workRows({ name, state, progress, deaths }: SharedRunStatus): readonly string[][] {
  if (progress.length === 0) return [[name, state, "–", "–", "0", "0", "0", String(deaths)]];
  return progress.map(({ task, system, open, held, done }, i) => [
    ...(i === 0 ? [name, state] : ["", ""]),
    ...[system, task, ...[done, held, open].map(String)],
    i === 0 ? String(deaths) : "",
  ]);
}

function stateOf({ isThere, isLeaving, status, silentSeconds }: SharedWorker): string {
  if (!isThere) return `silent for ${Math.round(silentSeconds)} s`;
  return isLeaving ? "leaving" : cut(status);
}

/** Why it cannot work is in full in its own output. */
function cut(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
