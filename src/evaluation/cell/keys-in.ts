import type { RunStore } from "../../core/run/run-store.ts";
import type { Cell } from "../../engine/cell.ts";

/** What the keys of a run are made of: runs of version 1 go on as they began. */
export function keysIn(store: Pick<RunStore, "header"> | undefined): NonNullable<Cell["keys"]> {
  return store?.header.schema === "vidimus-run/1" ? "content" : "asked";
}
