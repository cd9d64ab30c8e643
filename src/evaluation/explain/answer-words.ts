import type { Sample } from "../../core/data/sample.ts";
import type { Grades } from "../../core/scores/measure.ts";
import type { Scoring } from "../../scoring/scoring.ts";

interface GivenAnswer {
  readonly sample: Sample;
  readonly value: unknown;
  readonly grades?: Grades;
}

/** The options that an answer picks, in their words; `undefined` where it picks none. */
export function answerWords(
  { family, settings, lent }: Pick<Scoring, "family" | "settings" | "lent">,
  { sample, value, grades = {} }: GivenAnswer,
): string | undefined {
  const scored = { options: settings.options, graders: lent.graders, grades };
  const { blocks } = family.display.view(sample, value, scored);
  const picked = blocks.flatMap((block) =>
    block.kind === "options" ? block.options.filter(({ isPrediction }) => isPrediction) : [],
  );
  return picked.length === 0 ? undefined : picked.map(({ text }) => text).join(", ");
}
