import { z } from "zod";
import type {
  Format,
  PredictionFormat,
  RowFormat,
  RowPredictionFormat,
} from "../../core/data/format.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { isRecord } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { classFoldersFormat } from "./foreign/class-folders.ts";
import { kineticsFormat } from "./foreign/kinetics.ts";
import { somethingFormat } from "./foreign/something-something.ts";
import { ucf101Format } from "./foreign/ucf-101.ts";
import { vistaFormat } from "./foreign/vista/vista-format.ts";
import { vistaPredictions } from "./foreign/vista/vista-predictions.ts";
import { readScores } from "./read-scores.ts";
import { type Label, type LabelPrediction, type LabelSample, strangeLabel } from "./schema.ts";

const labelsSchema = z.union([
  z.record(z.string().min(1), z.string().min(1)).describe("Descriptions by the id of the label."),
  z
    .array(
      z.union([
        z.string().min(1),
        z.strictObject({ id: z.string().min(1), description: z.string().min(1) }),
      ]),
    )
    .min(1)
    .describe("Labels that describe themselves, or ids with descriptions."),
]);

/** One row of the plain format. */
const plainRowSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .optional()
    .describe("Names the sample; must be unique in the set. Default: <task>/<video>."),
  task: z
    .string()
    .min(1)
    .default("labels")
    .describe("Labels are compared within a task; scores are means over tasks."),
  video: z
    .string()
    .min(1)
    .optional()
    .describe("Path of the video, relative to the media folder; a row without one needs an id."),
  labels: labelsSchema.describe("The labels on offer, in their order."),
  label: z
    .union([z.string().min(1), z.array(z.string().min(1)), z.null()])
    .optional()
    .describe("The true label, or a list where several may be true. Null or left out: hidden."),
  environment: z.string().min(1).optional(),
  level: z.union([z.string().min(1), z.int()]).optional(),
  taskGroup: z.string().min(1).optional().describe("What tasks of a kind are called together."),
  prompt: z.string().min(1).optional().describe("What chat systems are told about the videos."),
  example: z.string().min(1).optional().describe("A worked example for chat systems."),
  group: z
    .string()
    .min(1)
    .optional()
    .describe("What the sample shares with others. Default: the video."),
  split: z.string().optional(),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .default({}),
});

const plainFormat: RowFormat<LabelSample> = {
  id: "jsonl",
  summary:
    "One object per row: video, labels (descriptions by id, or a list), label, and where wanted task, level, taskGroup, environment, prompt, example, group, split, metadata",
  media: "`video`: a path",
  reads: "rows",
  row: plainRowSchema,
  read(row): Result<readonly LabelSample[]> {
    const parsed = plainRowSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const { id, video, labels, label, level, group, ...rest } = parsed.data;
    const truth = label === undefined || label === null ? null : [label].flat();
    if (id === undefined && video === undefined)
      return failure("video is missing, and so is an id");
    const name = id ?? `${rest.task}/${video}`;
    return success([
      {
        ...rest,
        id: name,
        group: group ?? video ?? name,
        labels: labelList(labels),
        ...(level === undefined ? {} : { level: String(level) }),
        media: video === undefined ? [] : [{ kind: "video", path: video }],
        truth,
        ...(Array.isArray(label) ? { isMultiLabel: true as const } : {}),
      },
    ]);
  },
};

function labelList(labels: z.infer<typeof labelsSchema>): readonly Label[] {
  if (Array.isArray(labels))
    return labels.map((label) =>
      typeof label === "string" ? { description: label, id: label } : label,
    );
  return Object.entries(labels).map(([id, description]) => ({ description, id }));
}

/** Foreign sample layouts; the first is the default. */
export const formats: readonly Format<LabelSample>[] = [
  plainFormat,
  vistaFormat,
  kineticsFormat,
  ucf101Format,
  somethingFormat,
  classFoldersFormat,
];

const scoresSchema = z.record(z.string(), z.number().nullable());

const plainPredictions: RowPredictionFormat<LabelSample, LabelPrediction> = {
  id: "plain",
  summary:
    "Rows with id and either scores (a number for each label, higher for more likely; null or left out: no score) or reply (as a chat model wrote it)",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) &&
    typeof head.id === "string" &&
    (isRecord(head.scores) || typeof head.reply === "string"),
  accepts: (given) =>
    isRecord(given) && (isRecord(given.scores) || typeof given.reply === "string"),
  read(row) {
    if (!isRecord(row) || typeof row.id !== "string" || row.id === "")
      return failure("id is missing; a row needs id (<task>/<video>) and scores or reply");
    const keys = ["scores", "reply"].filter((key) => row[key] !== undefined && row[key] !== null);
    if (keys.length !== 1)
      return failure(
        `"${row.id}" has ${keys.join(" and ") || "no answer"}, but needs either scores or reply`,
      );
    return success({ id: row.id, raw: row });
  },
  reply: replyIn,
  interpret(raw, sample) {
    const text = replyIn(raw);
    if (text !== undefined) return readScores(text, sample.labels);
    const parsed = scoresSchema.safeParse(isRecord(raw) ? raw.scores : undefined);
    if (!parsed.success) return noAnswer("unparsed", firstIssue(parsed.error, "scores"));
    const given = Object.entries(parsed.data).filter(([, score]) => score !== null);
    if (given.length === 0) return noAnswer("unparsed", "no label has a score");
    const prediction = { scores: Object.fromEntries(given) as Record<string, number> };
    const stranger = strangeLabel(prediction, sample);
    return stranger === undefined ? answered(prediction) : noAnswer("unparsed", stranger);
  },
};

function replyIn(raw: unknown): string | undefined {
  return isRecord(raw) && typeof raw.reply === "string" ? raw.reply : undefined;
}

/** Foreign prediction layouts. */
export const predictionFormats: readonly PredictionFormat<LabelSample, LabelPrediction>[] = [
  plainPredictions,
  vistaPredictions,
];
