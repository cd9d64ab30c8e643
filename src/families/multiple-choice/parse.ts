import type { Outcome } from "../../core/outcome.ts";
import { findById } from "../../core/registry.ts";
import { readSeesimPilot } from "./extractors/seesim-pilot.ts";
import { readStandard } from "./extractors/standard.ts";
import { readStrict } from "./extractors/strict.ts";
import type { ChoicePrediction } from "./schema.ts";

/** A way of reading a reply: the choice it names, or why none can be read. */
export interface Extractor {
  readonly id: string;
  read(text: string, choices: readonly string[]): Outcome<ChoicePrediction>;
}

/** The ways of reading a reply; the first is the default. */
export const extractors: readonly Extractor[] = [
  { id: "standard", read: readStandard },
  { id: "strict", read: readStrict },
  { id: "seesim-pilot", read: readSeesimPilot },
];

/** Reads a reply by the extractor of this name. */
export function readReply(text: string, choices: readonly string[], extractor: string = extractors[0]!.id): Outcome<ChoicePrediction> {
  return findById(extractors, extractor, "extractor").read(text, choices);
}
