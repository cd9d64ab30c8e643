import type { View, ViewBlock } from "../../core/scores/view.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

/**
 * A question as reports show it: what was seen, what was asked, which choice is right and which was
 * given.
 */
export function choiceView(sample: ChoiceSample, prediction: ChoicePrediction | null): View {
  const blocks: readonly (ViewBlock | false)[] = [
    sample.media.length > 0 && { kind: "media", media: sample.media },
    { kind: "text", label: "Question", text: sample.question },
    {
      kind: "options",
      label: "Choices",
      options: sample.choices.map((text, index) => ({
        text,
        isReference: index === sample.answer,
        isPrediction: index === prediction?.choice,
      })),
    },
    prediction?.explanation !== undefined && {
      kind: "text",
      label: "Explanation",
      text: prediction.explanation,
    },
    { kind: "facts", facts: choiceFacts(sample, prediction) },
  ];
  return { title: sample.id, blocks: blocks.filter((block) => block !== false) };
}

function choiceFacts(
  { type, group, split, answer, metadata }: ChoiceSample,
  prediction: ChoicePrediction | null,
): readonly (readonly [string, string])[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["type", type],
    ["group", group],
    ["split", split],
    ["truth", answer === null ? "hidden" : undefined],
    ["read by rule", prediction?.rule],
    ...Object.entries(metadata).map(
      ([name, value]) => [name, value === null ? undefined : String(value)] as const,
    ),
  ];
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
}
