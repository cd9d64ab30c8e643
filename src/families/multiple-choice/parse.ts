import { findById } from "../../core/registry.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import type { WantedAnswer } from "./extractors/choice-texts.ts";
import { readSeesimPilot } from "./extractors/seesim-pilot.ts";
import { readStandard } from "./extractors/standard.ts";
import { readStrict } from "./extractors/strict.ts";
import type { ChoicePrediction } from "./schema.ts";

/** A way of reading a reply: the choice it names, or why none can be read. */
export interface Extractor {
  readonly id: string;
  /** Raised whenever a reply is read differently than before. */
  readonly version: number;
  read(text: string, choices: readonly string[], wanted: WantedAnswer): Outcome<ChoicePrediction>;
}

/** The ways of reading a reply; the first is the default. */
export const extractors: readonly Extractor[] = [
  { id: "standard", version: 2, read: readStandard },
  { id: "strict", version: 1, read: readStrict },
  { id: "seesim-pilot", version: 1, read: readSeesimPilot },
];

interface ReplyReading {
  /** By its name. */
  readonly extractor?: string;
  /** What the system was asked for. */
  readonly wanted?: WantedAnswer;
}

/** Reads a reply, as an answer to a question for a letter unless something else was asked for. */
export function readReply(
  text: string,
  choices: readonly string[],
  { extractor = extractors[0]!.id, wanted = "letter" }: ReplyReading = {},
): Outcome<ChoicePrediction> {
  return findById(extractors, extractor, "extractor").read(text, choices, wanted);
}
