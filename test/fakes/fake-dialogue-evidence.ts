import type { DialogueEvidence } from "../../src/metrics/dialogue/dialogue-evidence.ts";
import { textLines } from "../../src/metrics/dialogue/text-lines.ts";

/** Evidence with its texts in lists. */
interface Given extends Omit<Partial<DialogueEvidence>, "generated" | "references" | "missed"> {
  readonly generated?: readonly string[];
  readonly references?: readonly string[];
  readonly missed?: readonly string[];
}

/** Evidence for tests: what is not given is empty, and pairs get made-up words. */
export function fakeDialogueEvidence({ generated, references, missed = [], ...given }: Given = {}): DialogueEvidence {
  const count = given.semantics?.length ?? 0;
  const filled = <T>(value: T) => Array.from({ length: count }, () => value);
  return {
    dataset: "",
    semantics: [],
    delays: filled(0),
    generated: textLines(generated ?? filled("pour the water")),
    references: textLines(references ?? filled("pour the water")),
    labels: filled(""),
    missed: textLines(missed),
    missedLabels: missed.map(() => ""),
    redundant: 0,
    unassigned: 0,
    ...given,
  };
}
