import { isRecord, type Json } from "../../core/json.ts";
import type { RunStore } from "../../core/run/run-store.ts";

interface Noted {
  readonly task: string;
  readonly system: string;
}

/**
 * Notes in the log why a system is not asked any more, or that this is over, unless it stands there
 * already.
 */
export async function noteStop(
  place: Noted,
  reason: string | undefined,
  store: RunStore,
): Promise<void> {
  await notePlace(
    "stopped",
    place,
    { known: await notedStop(place, store), value: reason, data: { reason: reason ?? null } },
    store,
  );
}

/**
 * Why the last start that asked a system on a task stopped asking it, for those who score the log
 * again.
 */
export async function notedStop(place: Noted, store: RunStore): Promise<string | undefined> {
  const last = await notedOf("stopped", place, store);
  return typeof last?.reason === "string" ? last.reason : undefined;
}

/**
 * Notes what a system says once it met all samples, such as answers that belong to none, unless it
 * stands there already.
 */
export async function noteLeftOver(
  place: Noted,
  remarks: readonly string[],
  store: RunStore,
): Promise<void> {
  const known = await notedLeftOver(place, store);
  await notePlace(
    "left-over",
    place,
    { known: known.join("\n"), value: remarks.join("\n"), data: { remarks: [...remarks] } },
    store,
  );
}

/** What the last start said so, for those who score the log again. */
export async function notedLeftOver(place: Noted, store: RunStore): Promise<readonly string[]> {
  const last = await notedOf("left-over", place, store);
  return Array.isArray(last?.remarks) ? (last.remarks as readonly string[]) : [];
}

interface Noting {
  readonly known: string | undefined;
  readonly value: string | undefined;
  readonly data: Readonly<Record<string, Json>>;
}

async function notePlace(
  note: string,
  { task, system }: Noted,
  { known, value, data }: Noting,
  store: RunStore,
): Promise<void> {
  if (known === value) return;
  await store.append([{ event: "note", note, data: { task, system, ...data }, at: Date.now() }]);
}

async function notedOf(
  note: string,
  { task, system }: Noted,
  store: RunStore,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const last = (await store.notes(note)).findLast(
    ({ data }) => isRecord(data) && data.task === task && data.system === system,
  )?.data;
  return isRecord(last) ? last : undefined;
}
