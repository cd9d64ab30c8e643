import type { DialogueEvidence } from "./dialogue-evidence.ts";

/** Evidence for tests: what is not given is empty, and pairs get made-up words. */
export function fakeDialogueEvidence(given: Partial<DialogueEvidence> = {}): DialogueEvidence {
  const count = given.semantics?.length ?? 0;
  const filled = <T>(value: T) => Array.from({ length: count }, () => value);
  return {
    dataset: "",
    semantics: [],
    delays: filled(0),
    generated: filled("pour the water"),
    references: filled("pour the water"),
    labels: filled(""),
    missed: [],
    missedLabels: (given.missed ?? []).map(() => ""),
    redundant: 0,
    unassigned: 0,
    ...given,
  };
}
