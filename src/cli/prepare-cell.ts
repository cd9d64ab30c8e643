import { canonicalJson, isRecord, type Json } from "../core/json.ts";
import type { FittedEvent, NoteEvent } from "../core/run-event.ts";
import type { RunStore } from "../core/run-store.ts";
import type { System } from "../core/system.ts";
import { UserError } from "../core/user-error.ts";
import { type Cell, cell } from "../engine/cell.ts";
import { contentDigest } from "../files/content-digest.ts";
import type { PreparedCell } from "./evaluate.ts";
import type { Task } from "./open-task.ts";

/** Lets a system learn where it can, closes the cell over what it learnt, and notes both in the log unless they stand there already. */
export async function prepareCell(task: Task, system: System, store: RunStore): Promise<PreparedCell> {
  if (system.speaks !== "prediction" && !task.family.protocols[system.speaks])
    throw new UserError(
      `the system "${system.id}" speaks ${system.speaks}, which family ${task.family.id} has no protocol for`,
      `leave it out, or give the task "${task.id}" another system`,
    );
  const learnt = await learn(task, system);
  const fitted = learnt ? `${learnt.on}:${learnt.digest}` : undefined;
  const media = system.sees ? await task.media.open() : undefined;
  const prepared = cell({ ...partsOf(task), system, fitted, media }, contentDigest);
  const remarks = learnt?.on === "test" ? ["fitted on the evaluated samples themselves"] : [];
  const data = { ...noteOf(prepared), remarks };
  const known = (await store.notes("cell")).some((note) => canonicalJson(note.data) === canonicalJson(data));
  const at = Date.now();
  if (!known) await store.append([...(learnt ? [learnt] : []), { event: "note", note: "cell", data, at } satisfies NoteEvent]);
  return { cell: prepared, remarks };
}

/** A cell as the log knows it, for scoring without its system. */
export async function cellFromLog(task: Task, systemId: string, store: RunStore): Promise<PreparedCell> {
  const note = (await store.notes("cell")).findLast(({ data }) => isRecord(data) && data.task === task.id && data.system === systemId);
  if (!isRecord(note?.data))
    throw new UserError(`the run has no work of the system "${systemId}" on the task "${task.id}"`, "run it first");
  const { kind, speaks, digest, remarks } = note.data as unknown as CellNote;
  const ask = async () => {
    throw new TypeError("a system from the log cannot be asked");
  };
  const system = { id: systemId, kind, speaks, identity: null, concurrency: 1, ask } as System;
  return { cell: { ...partsOf(task), system, digest }, remarks };
}

interface CellNote {
  readonly kind: string;
  readonly speaks: System["speaks"];
  readonly digest: string;
  readonly remarks: readonly string[];
}

function noteOf({ task, system, digest }: Cell): Readonly<Record<string, Json>> {
  return { task, system: system.id, kind: system.kind, speaks: system.speaks, digest };
}

function partsOf({ id, family, settings, scoring }: Task): Pick<Cell, "task" | "family" | "settings" | "extractor" | "helpers"> {
  return { task: id, family, settings, extractor: scoring.extractors[0] ?? "", helpers: {} };
}

async function learn(task: Task, system: System): Promise<FittedEvent | undefined> {
  if (system.speaks !== "prediction" || !system.fit) return undefined;
  const { samples, on } = task.training;
  let seen = 0;
  const plain = {
    async *[Symbol.asyncIterator]() {
      for await (const batch of samples) {
        seen += batch.length;
        yield batch.map(({ sample }) => sample);
      }
    },
  };
  const { state } = await system.fit(plain);
  if (seen === 0)
    throw new UserError(
      `the system "${system.id}" has nothing to learn from on the task "${task.id}"`,
      'name a file as data.train, or give rows the split "train"',
    );
  return { event: "fitted", task: task.id, system: system.id, digest: contentDigest(canonicalJson(state)), on, at: Date.now() };
}
