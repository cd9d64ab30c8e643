import { z } from "zod";
import type {
  DocumentFormat,
  FolderFormat,
  RowFormat,
  RowPredictionFormat,
} from "../../../core/data/format.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { readVigilFolder } from "../../shared/vigil/vigil-folder.ts";
import { vigilVideo } from "../../shared/vigil/vigil-video.ts";
import {
  type RetrievalPrediction,
  type RetrievalSample,
  retrievalPredictionSchema,
} from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

const reversed = { path: ["end_sec"], error: "must not be before start_sec" };

function endsAfterStart({
  start_sec: start,
  end_sec: end,
}: {
  readonly start_sec: number;
  readonly end_sec: number;
}): boolean {
  return end >= start;
}

const qaSchema = z.looseObject({
  question_id: z.union([z.string().min(1), z.int()]),
  video_id: z.string().min(1),
  question: z.string(),
  ground_truth_answer: z.string().nullish(),
  evidence_clips: z
    .array(
      z
        .looseObject({
          start_sec: z.number().min(0),
          end_sec: z.number().min(0),
          relevance: z.enum(["primary", "context"]).default("primary"),
        })
        .refine(endsAfterStart, reversed),
    )
    .default([]),
  difficulty: z.string().optional(),
  domain: z.string().optional(),
  duration_sec: z.number().positive().optional(),
  question_type: z.string().optional(),
});

/**
 * Question annotations of the VIGIL framework: one object, or a list of them; comments are
 * tolerated, as its document writes them.
 */
export const vigilQaFormat: DocumentFormat<RetrievalSample> = {
  id: "vigil-qa",
  summary:
    "VIGIL question annotations: question_id, video_id, question, ground_truth_answer, evidence_clips, difficulty, domain",
  media: "`<video_id>`; with a domain, first below `<domain>/videos/` and `<domain>/`",
  reads: "document",
  comments: true,
  read(document) {
    const samples: RetrievalSample[] = [];
    for (const [at, item] of (Array.isArray(document) ? document : [document]).entries()) {
      const read = readQuestion(item);
      if (!read.ok) return failure(`${Array.isArray(document) ? `${at}.` : ""}${read.reason}`);
      samples.push(read.value);
    }
    return success(samples);
  },
};

/**
 * The questions of a whole benchmark folder, with the domain and the video that the folder says.
 */
export const vigilFolderFormat: FolderFormat<RetrievalSample> = {
  id: "vigil-folder",
  summary:
    "VIGIL benchmark folder: <domain>/annotations/*.json with question annotations, <domain>/videos/<video_id>.mp4",
  media: "`<domain>/videos/<video_id>`",
  reads: "folder",
  comments: true,
  read: (folder) =>
    readVigilFolder(folder, {
      isOwn: (item) => "question_id" in item || "question" in item,
      names: ["question_id", "video_id"],
      wanted: "question annotations",
      read(item, { domain, videoPath, durationOf, nameOf }) {
        const read = readQuestion(item);
        if (!read.ok) return read;
        const sample = read.value;
        const own = sample.domain ?? domain;
        return success({
          ...sample,
          id: nameOf(sample.id),
          group: nameOf(sample.group),
          ...(own ? { domain: own } : {}),
          durationSeconds: sample.durationSeconds ?? durationOf(sample.group) ?? null,
          media: [vigilVideo(sample.group, domain, videoPath(sample.group))],
        });
      },
    }),
};

function readQuestion(item: unknown): Result<RetrievalSample> {
  const parsed = qaSchema.safeParse(item);
  if (!parsed.success) return failure(firstIssue(parsed.error, "document"));
  const {
    question_id: id,
    video_id: video,
    question,
    ground_truth_answer: answer,
    difficulty,
    domain,
    question_type: kind,
  } = parsed.data;
  return success({
    ...emptySample(String(id), question, video),
    answer: answer ?? null,
    ...(difficulty ? { difficulty } : {}),
    ...(domain ? { domain } : {}),
    durationSeconds: parsed.data.duration_sec ?? null,
    evidence: parsed.data.evidence_clips.map(
      ({ start_sec: startSeconds, end_sec: endSeconds, relevance }) => ({
        endSeconds,
        relevance,
        startSeconds,
      }),
    ),
    ...(kind ? { kind } : {}),
    media: [vigilVideo(video, domain)],
  });
}

const benchmarkSchema = z.looseObject({
  query_id: z.string().min(1),
  video_id: z.string().min(1),
  query_text: z.string(),
  query_type: z.enum(["visual", "audio", "mixed"]),
  relevant_clip_ids: z.array(z.string()),
  relevant_time_ranges: z.array(
    z
      .looseObject({ start_sec: z.number().min(0), end_sec: z.number().min(0) })
      .refine(endsAfterStart, reversed),
  ),
  event_detection: z.boolean().default(false),
  notes: z.string().optional(),
});

/**
 * The VIGIL benchmark: one question a line. Questions about events are no retrieval and are passed
 * over.
 */
export const vigilBenchmarkFormat: RowFormat<RetrievalSample> = {
  id: "vigil-benchmark",
  summary:
    "VIGIL benchmark (JSONL): query_id, video_id, query_text, query_type, relevant_clip_ids, relevant_time_ranges",
  media: "`<video_id>`",
  reads: "rows",
  read(row) {
    const parsed = benchmarkSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const {
      query_id: id,
      video_id: video,
      query_text: question,
      query_type: kind,
      event_detection: isEvent,
      ...rest
    } = parsed.data;
    if (isEvent) return success([]);
    return success([
      {
        ...emptySample(id, question, video),
        clips: rest.relevant_clip_ids.map((clip) => ({ gain: 1, id: clip })),
        evidence: rest.relevant_time_ranges.map(
          ({ start_sec: startSeconds, end_sec: endSeconds }) => ({
            endSeconds,
            relevance: "primary",
            startSeconds,
          }),
        ),
        kind,
        media: [vigilVideo(video)],
      },
    ]);
  },
};

const retrievedSchema = z.looseObject({
  start_sec: z.number(),
  end_sec: z.number(),
  score: z.number().optional(),
});
const predictionSchema = z.looseObject({
  answer: z.string().nullish(),
  confidence: z.number().nullish(),
  retrieved_clips: z.array(retrievedSchema),
  time_to_answer_sec: z.number().min(0).nullish(),
  indexing_time_sec: z.number().min(0).nullish(),
});

/** The framework's `RAGPrediction`, one a row or in a list. Clips are best first. */
export const vigilPredictions: RowPredictionFormat<RetrievalSample, RetrievalPrediction> = {
  id: "vigil",
  summary:
    "VIGIL predictions (RAGPrediction): question_id, answer, confidence, retrieved_clips (start_sec, end_sec, score where known), time_to_answer_sec and indexing_time_sec where known",
  reads: "rows",
  comments: true,
  recognises: (head) =>
    isRecord(head) && "question_id" in head && Array.isArray(head.retrieved_clips),
  accepts: (reply) => isRecord(reply) && Array.isArray(reply.retrieved_clips),
  read(row) {
    if (
      !isRecord(row) ||
      (typeof row.question_id !== "string" && typeof row.question_id !== "number")
    )
      return failure("question_id is missing");
    return success({ id: String(row.question_id), raw: row });
  },
  interpret(raw) {
    const parsed = predictionSchema.safeParse(raw);
    if (!parsed.success) return noAnswer("unparsed", firstIssue(parsed.error));
    const {
      answer,
      confidence,
      retrieved_clips: clips,
      time_to_answer_sec: seconds,
      indexing_time_sec: indexSeconds,
    } = parsed.data;
    const prediction = retrievalPredictionSchema.safeParse({
      ...(typeof answer === "string" ? { answer } : {}),
      clips: clips.map(({ start_sec: startSeconds, end_sec: endSeconds, score }) => ({
        endSeconds,
        ...(score === undefined ? {} : { score }),
        startSeconds,
      })),
      ...(typeof confidence === "number" ? { confidence } : {}),
      ...(typeof indexSeconds === "number" ? { indexSeconds } : {}),
      ...(typeof seconds === "number" ? { seconds } : {}),
    });
    return prediction.success
      ? answered(prediction.data)
      : noAnswer("unparsed", firstIssue(prediction.error));
  },
};
