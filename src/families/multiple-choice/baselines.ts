import type { Baselines } from "../../core/family/proof-facet.ts";
import type { Json } from "../../core/json.ts";
import {
  type MajorityAnswers,
  majorityCounter,
  majorityPosition,
} from "../../metrics/majority-answer.ts";
import { choiceSet } from "./choice-set.ts";
import { answerFacts } from "./metrics.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

/** Predictions that need no model. A hidden truth leaves even the oracle without an answer. */
export const choiceBaselines: Baselines<ChoiceSample, ChoicePrediction> = {
  oracle: ({ answer }) => ({ choice: answer }),
  chance: ({ choices }, random) => ({ choice: Math.floor(random() * choices.length) }),
  empty: () => ({ choice: null }),
  majority: {
    async fit(train) {
      const counter = majorityCounter();
      for await (const samples of train)
        for (const sample of samples) counter.add(answerFacts(sample));
      return counter.answers() satisfies Json;
    },
    predict: (state, sample) => ({ choice: majorityChoice(state as MajorityAnswers, sample) }),
  },
};

function majorityChoice(
  { types, positions }: MajorityAnswers,
  sample: ChoiceSample,
): number | null {
  const facts = answerFacts(sample);
  const known = types.find(({ type }) => type === facts.type);
  if (!known) return positions.length === 0 ? null : majorityPosition(positions, facts.choices);
  if (known.optionSet !== facts.optionSet) return majorityPosition(known.positions, facts.choices);
  return sample.choices.findIndex(
    (_, index) => choiceSet(sample.choices, index).rank === known.rank,
  );
}
