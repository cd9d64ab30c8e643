import { isRecord } from "../core/json.ts";
import type { RunStore } from "../core/run-store.ts";

interface Stopped {
  readonly task: string;
  readonly system: string;
}

/** Notes in the log why a system is not asked any more, or that this is over, unless it stands there already. */
export async function noteStop({ task, system }: Stopped, reason: string | undefined, store: RunStore): Promise<void> {
  if ((await notedStop({ task, system }, store)) === reason) return;
  await store.append([{ event: "note", note: "stopped", data: { task, system, reason: reason ?? null }, at: Date.now() }]);
}

/** Why the last start that asked a system on a task stopped asking it, for whoever scores the log again. */
export async function notedStop({ task, system }: Stopped, store: RunStore): Promise<string | undefined> {
  const notes = await store.notes("stopped");
  const last = notes.findLast(({ data }) => isRecord(data) && data.task === task && data.system === system)?.data;
  return isRecord(last) && typeof last.reason === "string" ? last.reason : undefined;
}
