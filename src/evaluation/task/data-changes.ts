import type { PlannedSample } from "../../core/data/dataset.ts";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import type { NoteEvent } from "../../core/run/run-event.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { IdTable } from "../../datasets/id-table.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import { keysIn } from "../cell/keys-in.ts";
import type { Task } from "./open-task.ts";

interface Watching {
  readonly store: RunStore;
  readonly selection: Selection;
  /** Whether what was read is noted for the next start. */
  readonly notes: boolean;
  say(text: string): void;
}

/**
 * The same task; once its samples were read to their end, it says in `changes` how they differ from
 * those of the last start, and notes which they are. Later readings are not watched.
 */
export function withDataChanges(task: Task, watching: Watching): Task {
  const changes: string[] = [];
  let isWatched = false;
  async function* watched(): AsyncGenerator<readonly PlannedSample[]> {
    const table = new IdTable();
    for await (const batch of task.samples) {
      for (const { sample, digest } of isWatched ? [] : batch) table.meet(sample.id, digest);
      yield batch;
    }
    if (isWatched) return;
    isWatched = true;
    const text = await changesOf(task.id, table, watching);
    if (text === undefined) return;
    changes.push(text);
    watching.say(`warning: task "${task.id}": ${text}`);
  }
  return { ...task, samples: { [Symbol.asyncIterator]: watched }, changes };
}

/** What has changed, in words; `undefined` where nothing has. */
async function changesOf(
  task: string,
  now: IdTable,
  { store, selection, notes }: Watching,
): Promise<string | undefined> {
  const records = recordsOf(await store.notes("data"), task);
  const name = selectionName(selection);
  const same = records.findLast((record) => record.selection === name);
  const last = same ?? records.at(-1);
  const before = last && IdTable.of(last.entries);
  const { added, changed } = before?.compare(now) ?? { added: 0, changed: 0 };
  // Where other samples were selected before, nothing is known of those that only one start took.
  const counts = {
    changed,
    gone: same ? before!.size - (now.size - added) : 0,
    added: same ? added : 0,
  };
  const isNew = !same || counts.changed + counts.gone + counts.added > 0;
  if (notes && isNew) for (const some of recordOf(task, name, now)) await store.append(some);
  return changeText(counts, { at: last?.at ?? 0, keys: keysIn(store) });
}

interface Counts {
  readonly changed: number;
  readonly gone: number;
  readonly added: number;
}

interface Known {
  /** When the run was started last. */
  readonly at: number;
  readonly keys: ReturnType<typeof keysIn>;
}

function changeText({ changed, gone, added }: Counts, { at, keys }: Known): string | undefined {
  const parts = [
    ...(changed === 0
      ? []
      : [changed === 1 ? "1 sample says something else" : `${changed} samples say something else`]),
    ...(gone === 0 ? [] : [`${gone} ${gone === 1 ? "is" : "are"} gone`]),
    ...(added === 0 ? [] : [`${added} ${added === 1 ? "is" : "are"} new`]),
  ];
  if (parts.length === 0) return undefined;
  const when = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const what = `the data has changed since the run was started last (${when} UTC): ${parts.join(", ")}`;
  return keys === "content"
    ? `${what}; only answers to samples as they are now count`
    : `${what}; what systems are asked about is asked again where it has changed, and everything is scored by what is true now`;
}

/**
 * The samples of one start: which were selected, and of each a digest of its id and of its content.
 */
interface DataRecord {
  readonly selection: string;
  readonly entries: Uint32Array;
  readonly at: number;
}

const bytesPerNote = 1 << 16;
const notesAtOnce = 16;

/**
 * In several notes, so that no line of the log grows with the data; a few at a time, so that what
 * waits for the disk does not either.
 */
function* recordOf(
  task: string,
  selection: string,
  table: IdTable,
): Generator<readonly NoteEvent[]> {
  const bytes = Buffer.from(table.entries().buffer);
  const at = Date.now();
  const count = Math.max(1, Math.ceil(bytes.length / bytesPerNote));
  const note = (part: number): NoteEvent => {
    const samples = bytes
      .subarray(part * bytesPerNote, (part + 1) * bytesPerNote)
      .toString("base64");
    return { event: "note", note: "data", data: { task, selection, part, of: count, samples }, at };
  };
  for (let from = 0; from < count; from += notesAtOnce)
    yield Array.from({ length: Math.min(notesAtOnce, count - from) }, (_, i) => note(from + i));
}

/** All that are whole, oldest first. */
function recordsOf(notes: readonly NoteEvent[], task: string): readonly DataRecord[] {
  const records: DataRecord[] = [];
  let parts: Buffer[] = [];
  for (const { data, at } of notes) {
    if (!isRecord(data) || data.task !== task || typeof data.samples !== "string") continue;
    parts = [...(data.part === 0 ? [] : parts), Buffer.from(data.samples, "base64")];
    if (parts.length !== data.of || data.part !== data.of - 1) continue;
    const bytes = Buffer.concat(parts);
    const entries = new Uint32Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    );
    records.push({ selection: String(data.selection), entries, at });
  }
  return records;
}

function selectionName({ limit, sample, ids, fast, seed, shard }: Selection): string {
  const chosen = { limit, sample, ids, fast, shard, ...(sample === undefined ? {} : { seed }) };
  return canonicalJson(
    Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as Json,
  );
}
