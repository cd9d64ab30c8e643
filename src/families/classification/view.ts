import type { BriefView, View, ViewBlock } from "../../core/scores/view.ts";
import { predictedLabels } from "./metrics.ts";
import type { LabelPrediction, LabelSample } from "./schema.ts";

/** A video as reports show it: its labels with their scores, the true and the predicted ones. */
export function labelView(sample: LabelSample, prediction: LabelPrediction | null): View {
  const { labels, truth, media, prompt } = sample;
  const predicted = prediction ? predictedLabels(sample, prediction) : [];
  const blocks: readonly (ViewBlock | false)[] = [
    media.length > 0 && { kind: "media", media },
    prompt !== undefined && { kind: "text", label: "Task", text: prompt },
    {
      kind: "options",
      label: "Labels",
      options: labels.map(({ id, description }) => ({
        text: `${scoreText(id, prediction)}${id === description ? id : `${id}: ${description}`}`,
        isReference: truth?.includes(id) ?? false,
        isPrediction: predicted.includes(id),
      })),
    },
    { kind: "facts", facts: labelFacts(sample) },
  ];
  return { title: sample.id, blocks: blocks.filter((block) => block !== false) };
}

/** The true labels and the predicted ones. */
export function labelBrief(sample: LabelSample, prediction: LabelPrediction | null): BriefView {
  const line = (ids: readonly string[]) => ids.join(", ") || "none";
  return {
    truth: sample.truth ? line(sample.truth) : undefined,
    answer: prediction ? line(predictedLabels(sample, prediction)) : undefined,
  };
}

function scoreText(id: string, prediction: LabelPrediction | null): string {
  const score = prediction?.scores[id];
  return score === undefined ? "" : `${Number(score.toPrecision(4))} · `;
}

function labelFacts({
  task,
  level,
  taskGroup,
  environment,
  split,
  truth,
  metadata,
}: LabelSample): readonly (readonly [string, string])[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["task", task],
    ["level", level],
    ["group", taskGroup],
    ["environment", environment],
    ["split", split],
    ["truth", truth === null ? "hidden" : undefined],
    ...Object.entries(metadata).map(
      ([name, value]) => [name, value === null ? undefined : String(value)] as const,
    ),
  ];
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
}
