import type { Family } from "../core/family.ts";
import { classification } from "./classification/index.ts";
import { dialogue } from "./dialogue/index.ts";
import { episode } from "./episode/index.ts";
import { eventDetection } from "./event-detection/index.ts";
import { multipleChoice } from "./multiple-choice/index.ts";
import { retrieval } from "./retrieval/index.ts";

export * from "./classification/index.ts";
export * from "./dialogue/index.ts";
export * from "./episode/index.ts";
export * from "./event-detection/index.ts";
export * from "./multiple-choice/index.ts";
export * from "./retrieval/index.ts";

/** Every family, in the order in which they are listed. */
export const families = [
  multipleChoice,
  dialogue,
  retrieval,
  eventDetection,
  classification,
  episode,
] as const satisfies readonly Family[];
