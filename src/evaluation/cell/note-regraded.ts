import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import type { Cell } from "../../engine/cell.ts";
import { helperNote } from "./prepare-cell.ts";

/** Notes that the answers of a cell of the log are graded by these graders from now on. */
export async function noteRegraded(cells: readonly Cell[], store: RunStore): Promise<void> {
  const notes = await store.notes("cell");
  for (const cell of cells) {
    const before = notes.findLast(
      ({ data }) => isRecord(data) && data.digest === cell.digest && data.task === cell.task,
    )?.data;
    if (!isRecord(before)) continue;
    const roles = Object.keys(cell.helpers);
    const helpers = Object.fromEntries(roles.map((role) => [role, helperNote(cell, role)]));
    const data = { ...before, helpers } as Json;
    if (canonicalJson(data) !== canonicalJson(before as Json))
      await store.append([{ event: "note", note: "cell", data, at: Date.now() }]);
  }
}
