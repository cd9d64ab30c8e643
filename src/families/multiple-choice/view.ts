import type { BriefView, View, ViewBlock } from "../../core/scores/view.ts";
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

/** A question, its answer and the one that was given. */
export function choiceBrief(
  { question, choices, answer }: ChoiceSample,
  prediction: ChoicePrediction | null,
): BriefView {
  const text = (index: number | null | undefined) =>
    index === null || index === undefined ? undefined : choices[index];
  return { asked: question, truth: text(answer), answer: text(prediction?.choice) };
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
