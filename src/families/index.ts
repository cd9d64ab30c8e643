import type { Family } from "../core/family.ts";
import { multipleChoice } from "./multiple-choice/index.ts";

/** Every family, in the order in which they are listed. */
export const families = [multipleChoice] as const satisfies readonly Family[];
