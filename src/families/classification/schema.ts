import { z } from "zod";
import { mediaRefSchema } from "../../core/data/media-ref-schema.ts";
import { isRecord } from "../../core/json.ts";

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Members are in the order of the alphabet, in which samples are digested. */
export interface Label {
  /** What the label stands for, in words: encoders compare this with the video. */
  readonly description: string;
  readonly id: string;
}

/** Checked as a whole and not copied: all videos of a set may share one list of many labels. */
function areLabels(value: unknown): value is readonly Label[] {
  const isText = (text: unknown) => typeof text === "string" && text !== "";
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (label) =>
        isRecord(label) &&
        isText(label.id) &&
        isText(label.description) &&
        Object.keys(label).length === 2,
    )
  );
}

/**
 * A video, and the labels of a task of which one or several are true. Members are in the order of
 * the alphabet, in which samples are digested.
 */
export const labelSampleSchema = z
  .strictObject({
    /** Where the video comes from, such as a simulator. */
    environment: z.string().min(1).optional(),
    /** A worked example for chat systems, where the task has one. */
    example: z.string().min(1).optional(),
    group: z.string().min(1),
    id: z.string().min(1),
    /** Whether several labels may be true of one video of this task. */
    isMultiLabel: z.literal(true).optional(),
    /** In the order in which they are offered. */
    labels: z.custom<readonly Label[]>(areLabels, "must be labels with id and description"),
    level: z.string().min(1).optional(),
    media: z.array(mediaRefSchema).readonly(),
    metadata: z.record(z.string(), metadataValue),
    /** What chat systems are told about the videos of the task. */
    prompt: z.string().min(1).optional(),
    split: z.string().optional(),
    /** Labels are compared within a task only. */
    task: z.string().min(1),
    /** What tasks of a kind are called together, such as "permutation". */
    taskGroup: z.string().min(1).optional(),
    /** Ids of the true labels; `null` where they are hidden. */
    truth: z.array(z.string()).readonly().nullable(),
  })
  .superRefine(({ labels, truth, isMultiLabel }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (!areLabels(labels)) return;
    const ids = new Set(labels.map(({ id }) => id));
    if (ids.size < labels.length) refuse("labels", "every label must have an id of its own");
    const stranger = truth?.find((id) => !ids.has(id));
    if (stranger !== undefined)
      refuse("truth", `"${stranger}" is none of the labels ${[...ids].join(", ")}`);
    if (truth && !isMultiLabel && truth.length !== 1)
      refuse("truth", `one label must be true, got ${truth.length}`);
  });
export type LabelSample = z.infer<typeof labelSampleSchema>;

/** A score for each label, higher for more likely; labels left out have none. */
export const labelPredictionSchema = z.strictObject({
  scores: z.record(z.string(), z.number()),
});
export type LabelPrediction = z.infer<typeof labelPredictionSchema>;

/** What a task of this family can set. */
export const labelOptionsSchema = z.strictObject({
  asks: z
    .enum(["three", "one"])
    .default("three")
    .describe(
      "How a chat system is asked: it describes the frames, compares the descriptions with the labels without seeing the frames again, and then scores the labels; or all of it in one ask, which is cheaper.",
    ),
  example: z
    .boolean()
    .default(false)
    .describe("Shows chat systems the worked example of the task, where it has one (one-shot)."),
  similarity: z
    .enum(["cosine", "dot"])
    .default("cosine")
    .describe(
      "How encoders compare a video with a label: by the cosine, or by the dot product as it is, as ViSTa does.",
    ),
  labelTemplate: z
    .string()
    .includes("{label}")
    .default("{label}")
    .describe(
      'The text that encoders embed for a label; {label} stands for its description, as in "a video of {label}".',
    ),
  rescaling: z
    .enum(["all", "others"])
    .default("all")
    .describe(
      "What rescaled scores are compared with: all videos of the task (ViSTa), or all others (ViSTa's Minecraft fork).",
    ),
  topK: z
    .array(z.int().min(1))
    .default([5])
    .describe("For which k the top-k accuracy is computed; tasks with so few labels do not count."),
});
export type LabelOptions = z.infer<typeof labelOptionsSchema>;

/** Why scores cannot be about this sample: all of them are of labels that it does not offer. */
export function strangeLabel(
  { scores }: LabelPrediction,
  { labels }: LabelSample,
): string | undefined {
  const known = new Set(labels.map(({ id }) => id));
  const [first, ...others] = Object.keys(scores);
  if (first === undefined || [first, ...others].some((id) => known.has(id))) return undefined;
  return `"${first}" is none of the labels ${[...known].slice(0, 10).join(", ")}`;
}
