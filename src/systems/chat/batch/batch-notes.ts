import type { SystemJournal } from "../../../core/asking/system-kind.ts";
import { isRecord, type Json } from "../../../core/json.ts";
import type { SubmittedBatch } from "./batch-interface.ts";

const noteName = "batch";

/**
 * `ended`: all of its replies are in the log; `removed`: and nothing of it is left with the
 * provider.
 */
type BatchState = "submitted" | "ended" | "removed";

/** What the log says of the batches of earlier starts. */
interface RememberedBatches {
  /** Those that may hold replies which are not in the log. */
  readonly open: readonly SubmittedBatch[];
  /** Those that are done with, and may have left something with the provider. */
  readonly unremoved: readonly string[];
}

/** The notes about batches in the log of a run. */
export interface BatchNotes {
  write(batch: string, state: BatchState, ids?: readonly string[]): Promise<void>;
  read(): Promise<RememberedBatches>;
  /** Which of these requests have a reply in the log, whatever batch brought it. */
  replied(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * Notes of one owner: `owner` names system and task in each. Without a log nothing is remembered.
 */
export function batchNotes(
  journal: SystemJournal | undefined,
  owner: Readonly<Record<string, string>>,
): BatchNotes {
  return {
    async write(batch, state, ids) {
      await journal?.note(noteName, { ...owner, batch, state, ...(ids ? { ids } : {}) });
    },
    async read() {
      const notes = ((await journal?.notes(noteName)) ?? []).filter(isNote);
      const own = notes.filter((note) =>
        Object.entries(owner).every(([name, value]) => note[name] === value),
      );
      const inState = (wanted: BatchState) =>
        new Set(own.filter(({ state }) => state === wanted).map(({ batch }) => batch));
      const [ended, removed] = [inState("ended"), inState("removed")];
      return {
        open: own.flatMap(({ batch, ids }) => (ids && !ended.has(batch) ? [{ batch, ids }] : [])),
        unremoved: [...ended].filter((batch) => !removed.has(batch)),
      };
    },
    async replied(ids) {
      const wanted = new Set(ids);
      const logged = journal ? await journal.requestIds() : [];
      return new Set(
        [...logged]
          .map((name) => name.slice(name.lastIndexOf("/") + 1))
          .filter((id) => wanted.has(id)),
      );
    },
  };
}

/** How the log names a request that was answered by a batch. */
export function batchedName(batch: string, id: string): string {
  return `${batch}/${id}`;
}

type BatchNote = Readonly<Record<string, Json>> & {
  readonly batch: string;
  readonly state: string;
  readonly ids?: readonly string[];
};

function isNote(data: Json): data is BatchNote {
  return isRecord(data) && typeof data.batch === "string";
}
