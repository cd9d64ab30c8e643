import type { Sampler } from "../core/data/media.ts";
import type { Json } from "../core/json.ts";

/** How a system was asked, as far as systems of one task can differ in it. */
export interface AskedSummary {
  /** How frames of videos were chosen; only of systems that are shown frames. */
  readonly frames?: Sampler;
  /** Options that the system sets itself, in place of the task's. */
  readonly options?: Readonly<Record<string, Json>>;
}
