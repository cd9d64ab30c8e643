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
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { activityNetCaptionsFormat } from "./foreign/activitynet-captions.ts";
import { charadesFormat } from "./foreign/charades.ts";
import { nlqFormat, nlqPredictions } from "./foreign/ego4d-nlq.ts";
import { mmbenchVideoFormat } from "./foreign/mmbench-video.ts";
import { qvhighlightsFormat, qvhighlightsPredictions } from "./foreign/qvhighlights.ts";
import { trecFormat, trecPredictions } from "./foreign/trec.ts";
import {
  vigilBenchmarkFormat,
  vigilFolderFormat,
  vigilPredictions,
  vigilQaFormat,
} from "./foreign/vigil.ts";
import {
  type RetrievalPrediction,
  type RetrievalSample,
  retrievalPredictionSchema,
} from "./schema.ts";

const rowIntervalSchema = z.strictObject({
  start: z.number().min(0),
  end: z.number().min(0),
  relevance: z.enum(["primary", "context"]).default("primary"),
});

/** One row of the plain format. */
const plainQuestionSchema = z.strictObject({
  id: z
    .union([z.string().min(1), z.int()])
    .describe("Names the question; must be unique in the set."),
  question: z.string().describe("What is asked."),
  evidence: z
    .array(rowIntervalSchema)
    .default([])
    .describe("Where the answer is, in seconds; context is half as relevant."),
  clips: z
    .array(
      z.union([z.string().min(1), z.strictObject({ id: z.string().min(1), gain: z.number() })]),
    )
    .default([])
    .describe("Names of relevant clips; they take the place of evidence."),
  answer: z.string().nullish().describe("The answer in words."),
  duration: z.number().positive().optional().describe("Length of the video in seconds."),
  video: z.string().min(1).optional().describe("Path of the video, relative to the media folder."),
  transcript: z
    .string()
    .min(1)
    .optional()
    .describe("Path of its transcript (SubRip, WebVTT or JSON), relative to the media folder."),
  kind: z.string().optional().describe("The kind of question; scores are broken down by it."),
  difficulty: z.string().optional(),
  domain: z.string().optional(),
  group: z
    .string()
    .min(1)
    .optional()
    .describe("What the question shares with others. Default: the video, else the id."),
  split: z.string().optional(),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .default({}),
});

const plainFormat: RowFormat<RetrievalSample> = {
  id: "jsonl",
  summary:
    "One object per row: id, question, evidence (start, end, relevance) or clips, and where wanted answer, video, duration, kind, difficulty, domain, metadata",
  media: "`video`: a path; rows without one name none",
  reads: "rows",
  row: plainQuestionSchema,
  read(row): Result<readonly RetrievalSample[]> {
    const parsed = plainQuestionSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const {
      id,
      evidence,
      clips,
      answer = null,
      duration = null,
      video,
      transcript,
      group,
      ...rest
    } = parsed.data;
    return success([
      {
        ...rest,
        id: String(id),
        answer,
        clips: clips.map((clip) => (typeof clip === "string" ? { gain: 1, id: clip } : clip)),
        durationSeconds: duration,
        evidence: evidence.map(({ start, end, relevance }) => ({
          endSeconds: end,
          relevance,
          startSeconds: start,
        })),
        group: group ?? video ?? String(id),
        media: video === undefined ? [] : [{ kind: "video", path: video }],
        ...(transcript === undefined ? {} : { transcript: { path: transcript } }),
      },
    ]);
  },
};

/** Foreign sample layouts; the first is the default. */
export const formats: readonly Format<RetrievalSample>[] = [
  plainFormat,
  vigilQaFormat,
  vigilBenchmarkFormat,
  vigilFolderFormat,
  qvhighlightsFormat,
  charadesFormat,
  activityNetCaptionsFormat,
  nlqFormat,
  mmbenchVideoFormat,
  trecFormat,
];

/** Services say more of a clip than is scored, such as its words. */
const rowClipSchema = z.looseObject({
  id: z.string().min(1).optional(),
  start: z.number().optional(),
  end: z.number().optional(),
  score: z.number().optional(),
});

const rowPredictionSchema = z.looseObject({
  clips: z.array(rowClipSchema).default([]),
  answer: z.string().optional(),
  citations: z.array(z.strictObject({ start: z.number(), end: z.number() })).optional(),
  conditions: z
    .strictObject({ gold: z.string().optional(), none: z.string().optional() })
    .optional(),
  confidence: z.number().optional(),
  indexSeconds: z.number().min(0).optional(),
  saliency: z.array(z.number()).optional(),
  seconds: z.number().min(0).optional(),
});

const plainPredictions: RowPredictionFormat<RetrievalSample, RetrievalPrediction> = {
  id: "plain",
  summary:
    "Rows with id and clips (id, or start and end in seconds; score), best first, and where known answer, citations, confidence, saliency, seconds, indexSeconds",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) &&
    (typeof head.id === "string" || typeof head.id === "number") &&
    (Array.isArray(head.clips) || typeof head.answer === "string"),
  accepts: (reply) =>
    listedIn(reply)?.every(
      (clip) => isRecord(clip) && ("start" in clip || ("id" in clip && !("startSeconds" in clip))),
    ) ?? false,
  read(row) {
    if (!isRecord(row) || (typeof row.id !== "string" && typeof row.id !== "number"))
      return failure("id is missing; a row needs id and clips");
    return success({ id: String(row.id), raw: row });
  },
  interpret(raw) {
    const parsed = rowPredictionSchema.safeParse(Array.isArray(raw) ? { clips: raw } : raw);
    if (!parsed.success) return noAnswer("unparsed", firstIssue(parsed.error));
    const { clips, answer, citations, conditions, confidence, indexSeconds, saliency, seconds } =
      parsed.data;
    return checked({
      ...(answer === undefined ? {} : { answer }),
      ...(citations === undefined
        ? {}
        : {
            citations: citations.map(({ start, end }) => ({
              endSeconds: end,
              startSeconds: start,
            })),
          }),
      clips: clips.map(({ id, start, end, score }) => ({
        ...(end === undefined ? {} : { endSeconds: end }),
        ...(id === undefined ? {} : { id }),
        ...(score === undefined ? {} : { score }),
        ...(start === undefined ? {} : { startSeconds: start }),
      })),
      ...(conditions === undefined ? {} : { conditions }),
      ...(confidence === undefined ? {} : { confidence }),
      ...(indexSeconds === undefined ? {} : { indexSeconds }),
      ...(saliency === undefined ? {} : { saliency }),
      ...(seconds === undefined ? {} : { seconds }),
    });
  },
};

/** The clips of a reply: the reply itself, or its member `clips`. */
function listedIn(reply: unknown): readonly unknown[] | undefined {
  const clips = isRecord(reply) ? reply.clips : reply;
  return Array.isArray(clips) ? (clips as readonly unknown[]) : undefined;
}

/** A prediction that the family's schema accepts, or why it does not. */
function checked(prediction: unknown): Outcome<RetrievalPrediction> {
  const parsed = retrievalPredictionSchema.safeParse(prediction);
  return parsed.success ? answered(parsed.data) : noAnswer("unparsed", firstIssue(parsed.error));
}

/** Foreign prediction layouts. */
export const predictionFormats: readonly PredictionFormat<RetrievalSample, RetrievalPrediction>[] =
  [plainPredictions, qvhighlightsPredictions, nlqPredictions, trecPredictions, vigilPredictions];
