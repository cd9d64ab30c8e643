import { z } from "zod";
import { mediaRefSchema } from "../../core/data/media-ref-schema.ts";
import { compareOption } from "../../metrics/moments/moment-recall.ts";
import {
  gainOption,
  missingOption,
  noTruthOption,
} from "../../metrics/retrieval/retrieval-options.ts";
import { metricOptionSchema } from "../shared/metric-option-schema.ts";

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const endsAfterStart = { path: ["endSeconds"], error: "must not be before the start" };

const evidenceSchema = z
  .strictObject({
    endSeconds: z.number(),
    /** `primary` answers the question, `context` helps to understand; half as relevant. */
    relevance: z.enum(["primary", "context"]),
    startSeconds: z.number().min(0),
  })
  .refine(({ startSeconds, endSeconds }) => endSeconds >= startSeconds, endsAfterStart);
export type EvidenceInterval = z.infer<typeof evidenceSchema>;

const saliencySchema = z.strictObject({
  clipCount: z.int().min(1),
  /** Graded clips with one grade of each rater, 0 to 4; all others have grade 0. */
  graded: z
    .array(
      z.strictObject({
        clip: z.int().min(0),
        grades: z.array(z.int().min(0).max(4)).min(1).readonly(),
      }),
    )
    .readonly(),
});

const transcriptSchema = z.strictObject({
  /** What is said, in the order of time. */
  cues: z
    .array(z.strictObject({ endSeconds: z.number(), startSeconds: z.number(), text: z.string() }))
    .readonly()
    .optional(),
  /** Whether a file that is not there is as good as an empty one. */
  isOptional: z.boolean().optional(),
  /** The file that holds them (SubRip, WebVTT or JSON), relative to the media folder. */
  path: z.string().min(1).optional(),
});

/** A question about a video or a collection, with the moments or clips that answer it. */
export const retrievalSampleSchema = z.strictObject({
  /** The answer in words, where the set has one. */
  answer: z.string().nullable(),
  /** Names of relevant clips with how relevant they are; they take the place of intervals. */
  clips: z.array(z.strictObject({ gain: z.number(), id: z.string().min(1) })).readonly(),
  difficulty: z.string().optional(),
  domain: z.string().optional(),
  durationSeconds: z.number().positive().nullable(),
  evidence: z.array(evidenceSchema).readonly(),
  /**
   * What another system found, best first, where a reader is to go on from there; or why that is
   * not known.
   */
  found: z
    .strictObject({
      clips: z.array(z.lazy(() => clipSchema)).readonly(),
      problem: z.string().optional(),
    })
    .optional(),
  group: z.string().min(1),
  id: z.string().min(1),
  /** The kind of question, such as who or when. */
  kind: z.string().optional(),
  media: z.array(mediaRefSchema).readonly(),
  metadata: z.record(z.string(), metadataValue),
  question: z.string(),
  saliency: saliencySchema.optional(),
  split: z.string().optional(),
  transcript: transcriptSchema.optional(),
});
export type RetrievalSample = z.infer<typeof retrievalSampleSchema>;

const clipSchema = z
  .strictObject({
    endSeconds: z.number().optional(),
    id: z.string().min(1).optional(),
    score: z.number().optional(),
    startSeconds: z.number().optional(),
  })
  .refine(
    ({ id, startSeconds, endSeconds }) =>
      id !== undefined || (startSeconds !== undefined && endSeconds !== undefined),
    {
      error: "a clip needs an id, or startSeconds and endSeconds",
    },
  )
  .refine(
    ({ startSeconds = 0, endSeconds = startSeconds }) => endSeconds >= startSeconds,
    endsAfterStart,
  );

const spanSchema = z
  .strictObject({ endSeconds: z.number(), startSeconds: z.number() })
  .refine(({ startSeconds, endSeconds }) => endSeconds >= startSeconds, endsAfterStart);

const conditionAnswersSchema = z.strictObject({
  /** Shown the true evidence. */
  gold: z.string().optional(),
  /** Shown nothing. */
  none: z.string().optional(),
});

/** What a system found, best first, and what it answered. */
export const retrievalPredictionSchema = z.strictObject({
  answer: z.string().optional(),
  /** Where the answer is said to come from. */
  citations: z.array(spanSchema).readonly().optional(),
  clips: z.array(clipSchema).readonly(),
  /** What the same reader answers under other conditions. */
  conditions: conditionAnswersSchema.optional(),
  confidence: z.number().optional(),
  /** How long the video took to be made searchable. */
  indexSeconds: z.number().min(0).optional(),
  /** One score for each clip of the video, in the order of time. */
  saliency: z.array(z.number()).readonly().optional(),
  /** From the question to the answer. */
  seconds: z.number().min(0).optional(),
});
export type RetrievalPrediction = z.infer<typeof retrievalPredictionSchema>;

/** What a task of this family can set. */
export const retrievalOptionsSchema = z.strictObject({
  relevance: z
    .enum(["tiou", "containment", "overlap"])
    .default("tiou")
    .describe(
      "When a retrieved clip is relevant: by intersection over union, by the part of it inside evidence, or by any overlap.",
    ),
  minOverlap: z
    .number()
    .gt(0)
    .max(1)
    .default(0.3)
    .describe(
      "The least tIoU, or the least part of the clip inside evidence; not read by overlap.",
    ),
  noTruth: metricOptionSchema(noTruthOption)
    .default("skip")
    .describe(
      "Questions without anything to find: left out, or counted as 0, as VIGIL and trec_eval do.",
    ),
  missing: metricOptionSchema(missingOption)
    .default("zero")
    .describe(
      "Questions without any list: counted as 0 (trec_eval -c), or left out, as trec_eval does without it.",
    ),
  gain: metricOptionSchema(gainOption).default("linear"),
  compare: metricOptionSchema(compareOption).default("reach"),
  find: z
    .boolean()
    .optional()
    .describe(
      "Whether a chat system first names moments and is then shown only those, or is shown everything at once and answers; if left out, it finds wherever the data has anything to find.",
    ),
  readerClips: z
    .int()
    .min(1)
    .default(5)
    .describe("How many of the clips that were found a reader is shown."),
  attribution: z
    .boolean()
    .default(false)
    .describe(
      "Also asks a reader with the true evidence and with none, to tell what its finding costs and what its reading.",
    ),
  marks: z
    .boolean()
    .default(false)
    .describe(
      "Also has the judge mark every answer from 0 (wrong) to 3 (right in everything), as MMBench-Video's does.",
    ),
  judgeSees: z
    .boolean()
    .default(false)
    .describe(
      "Shows the judge of faithfulness frames of the clips that the system found or cited, and not the true answer.",
    ),
  transcript: z
    .boolean()
    .default(false)
    .describe(
      "Reads the transcripts of the samples: a reader is shown them, a retriever searches them.",
    ),
  transcriptWeight: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe(
      "What similarity to the transcript is worth beside that to the picture, for encoders: the larger of both counts.",
    ),
  scales: z
    .array(z.enum(["shot", "micro", "meso", "macro"]))
    .min(1)
    .default(["micro", "meso", "macro"])
    .describe(
      "How finely encoders have a video cut: at shots, or into short, middle and long chunks.",
    ),
  preset: z
    .enum(["generic", "factory", "surveillance", "sports"])
    .default("generic")
    .describe("How long chunks of each scale are."),
  search: z
    .enum(["flat", "coarse-to-fine"])
    .default("flat")
    .describe(
      "Whether encoders rank chunks of all scales together, or look for fine ones only where coarse ones were found.",
    ),
  rerank: z
    .boolean()
    .default(false)
    .describe(
      "Whether encoders prefer clips that follow each other, and then those that differ from what stands above them.",
    ),
  duplicateIou: z
    .number()
    .gt(0)
    .max(1)
    .default(0.5)
    .describe("Encoders leave out a clip that overlaps a better one by this tIoU."),
  topK: z.int().min(1).default(10).describe("How many clips an encoder returns."),
});
export type RetrievalOptions = z.infer<typeof retrievalOptionsSchema>;
