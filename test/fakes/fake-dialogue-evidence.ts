import type { DialogueEvidence } from "../../src/metrics/dialogue/dialogue-evidence.ts";
import { inOneLine } from "../../src/metrics/dialogue/text-lines.ts";

/** Evidence with its texts in lists. */
interface Given extends Omit<Partial<DialogueEvidence>, "generated" | "references" | "missed"> {
  readonly generated?: readonly string[];
  readonly references?: readonly string[];
  readonly missed?: readonly string[];
}

/** Evidence for tests: what is not given is empty, and pairs get made-up words. */
export function fakeDialogueEvidence({
  generated,
  references,
  missed = [],
  ...given
}: Given = {}): DialogueEvidence {
  const count = given.semantics?.length ?? 0;
  const filled = <T>(value: T) => Array.from({ length: count }, () => value);
  return {
    dataset: "",
    semantics: [],
    delays: filled(0),
    generated: lines(generated ?? filled("pour the water")),
    references: lines(references ?? filled("pour the water")),
    labels: filled(""),
    missed: lines(missed),
    missedLabels: missed.map(() => ""),
    redundant: 0,
    unassigned: 0,
    ...given,
  };
}

function lines(texts: readonly string[]): string {
  return texts.map(inOneLine).join("\n");
}
