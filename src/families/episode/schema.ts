import { z } from "zod";
import { deriveSchema } from "./features/derive-settings.ts";
import { episodeTaskIds } from "./tasks.ts";

const range = z.tuple([z.int().min(0), z.int().min(1)]).readonly();
const arrayRefSchema = z.strictObject({
  columns: z.array(range).readonly().optional(),
  name: z.string().min(1).optional(),
  path: z.string().min(1),
  rows: range.optional(),
});

const spanSchema = z.strictObject({
  centerFrame: z.int().min(0),
  /** The last frame; it belongs to the window. */
  endFrame: z.int().min(0),
  index: z.int().min(0),
  startFrame: z.int().min(0),
});
export type WindowSpan = z.infer<typeof spanSchema>;

/** The seven fields of an omni model's answer; the evidence is kept and not scored. */
const answerSchema = z.strictObject({
  action: z.string().nullable(),
  contact: z.string().nullable(),
  nextAction: z.string().nullable(),
  objects: z.array(z.string()).readonly(),
  subtask: z.string().nullable(),
  transition: z.string().nullable(),
});
export type WindowAnswer = z.infer<typeof answerSchema>;

const truthSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("class"), label: z.string() }),
  z.strictObject({ kind: z.literal("labels"), labels: z.array(z.string()).readonly() }),
  z.strictObject({
    kind: z.literal("values"),
    /** Taken away from what `refs` name, number by number. */
    minus: z.array(arrayRefSchema).readonly().optional(),
    refs: z.array(arrayRefSchema).readonly(),
    /** Little-endian single-precision numbers in base64. */
    values: z.string().optional(),
  }),
  /** The index of the window that belongs to the query. */
  z.strictObject({ kind: z.literal("match"), window: z.int().min(0) }),
  z.strictObject({ kind: z.literal("answer"), answer: answerSchema }),
]);
export type EpisodeTruth = z.infer<typeof truthSchema>;

/** What a window itself shows of what is to be predicted of the time after it. */
const lastSchema = z.union([
  z.strictObject({ label: z.string() }),
  z.strictObject({
    refs: z.array(arrayRefSchema).readonly(),
    /** As in the truth; of one frame, where the truth has several. */
    values: z.string().optional(),
  }),
]);
export type LastSeen = z.infer<typeof lastSchema>;

/** Lines that views show beside windows: columns of the table, and what a row of them comes to. */
const signalsSchema = z.strictObject({
  lanes: z
    .array(
      z.strictObject({
        columns: z.array(range).min(1).readonly(),
        label: z.string().min(1),
        reduce: z.enum(["mean", "rms"]),
      }),
    )
    .readonly(),
  /** Frames from the centre of a window to that of the next. */
  stride: z.int().min(1),
  /** How many rows the table has. */
  windows: z.int().min(1),
});
export type SignalFacts = z.infer<typeof signalsSchema>;

/** Facts of the set that a sample was taken from, the same for all of its samples. */
const setSchema = z.strictObject({
  /** All true boundaries of the episode; of transition_detection. */
  boundaries: z.array(z.int().min(0)).readonly().optional(),
  /** Training samples that share frames with test samples and were left out for it. */
  embargoed: z.int().min(0),
  /** Numbers that are read as the input, and all columns of the table. */
  featureCount: z.int().min(0).optional(),
  tableFeatureCount: z.int().min(0).optional(),
  /** How many episodes are tested; absent where one is split by time. */
  heldOutEpisodes: z.int().min(1).optional(),
  /** The most frequent answer of the training samples. */
  majority: z.string().optional(),
  /** What the original protocol, `compat: true`, would do on this table. */
  original: z.array(z.string()).readonly().optional(),
  /** Training samples that share frames with test samples and are learnt from all the same. */
  overlapping: z.int().min(0),
  /** How targets were found, where the table does not say them. */
  remark: z.string().optional(),
  /** Of test samples, which are shown. */
  signals: signalsSchema.optional(),
  test: z.int().min(0),
  train: z.int().min(0),
  /** Classes of test samples that no training sample has, in code-point order. */
  unseen: z.array(z.string()).readonly(),
});
export type SetFacts = z.infer<typeof setSchema>;

/**
 * A window of an episode, or a pair of windows, under one task. Members are in the order of the
 * alphabet, in which samples are digested.
 */
export const episodeSampleSchema = z.strictObject({
  /** True boundaries after the test window before this one, up to the centre of this one. */
  boundaries: z.array(z.int().min(0)).readonly().optional(),
  /** What can be answered, where the answer is a class or a set of labels. */
  classes: z.array(z.string()).readonly().optional(),
  episode: z.string().min(1),
  features: z
    .strictObject({
      /** Names of the blocks that are read. */
      blocks: z.array(z.string()).readonly(),
      /** SHA-256 of the files that are read. */
      digests: z.record(z.string(), z.string()).optional(),
      inputs: z.array(arrayRefSchema).min(1).readonly(),
      /** The same window in the space that inputs are projected into; of retrieval. */
      targets: z.array(arrayRefSchema).readonly().optional(),
    })
    .optional(),
  group: z.string().min(1),
  id: z.string().min(1),
  /** What is copied where the future is taken to be like the present; never an input. */
  last: lastSchema.optional(),
  /** The windows among which the right one is looked for: ranges of indices, the end not included. */
  pool: z.strictObject({ id: z.string(), windows: z.array(range).readonly() }).optional(),
  /** Frames that a training sample and its target read, both ends included. */
  reads: z.array(range).readonly().optional(),
  set: setSchema.optional(),
  split: z.string().optional(),
  task: z.enum(episodeTaskIds),
  /** `null` where it is hidden. */
  truth: truthSchema.nullable(),
  windows: z.array(spanSchema).min(1).max(2).readonly(),
});
export type EpisodeSample = z.infer<typeof episodeSampleSchema>;

/** What was answered; each task has one of these forms. */
export const episodePredictionSchema = z.union([
  z.strictObject({
    /** `null`: no class is named. */
    label: z.string().nullable(),
    /** Probability of the label. */
    confidence: z.number().min(0).max(1).optional(),
  }),
  z.strictObject({ labels: z.array(z.string()).readonly() }),
  /** Numbers, or little-endian single-precision numbers in base64. */
  z.strictObject({
    values: z.union([z.string(), z.array(z.number()).readonly()]).nullable(),
  }),
  /** Indices of windows, best first. */
  z.strictObject({ ranking: z.array(z.int().min(0)).readonly() }),
  /** Only where the right window stands among so many, counted from 1. */
  z.strictObject({ rank: z.int().min(1), candidates: z.int().min(1).optional() }),
  z.strictObject({
    answer: answerSchema,
    /** Whether all seven fields were there. */
    isComplete: z.boolean(),
  }),
]);
export type EpisodePrediction = z.infer<typeof episodePredictionSchema>;

/** What a task of this family can set. */
export const episodeOptionsSchema = z.strictObject({
  task: z
    .enum(episodeTaskIds)
    .default("timeline_action")
    .describe("Which of the tasks: the twelve of the suite, its extensions, or structured_answer."),
  compat: z
    .boolean()
    .default(false)
    .describe(
      "Splits and reads as the original does: no embargo, classes and vocabulary of all rows, the caption block among the inputs.",
    ),
  trainFraction: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.7)
    .describe("The earlier part of an episode that is learnt from, or the share of episodes."),
  embargo: z
    .boolean()
    .optional()
    .describe(
      "Leaves out training samples that share frames with test samples. Default: true, false under compat.",
    ),
  heldOut: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Names of the episodes that are tested, where there are several. Default: the last ones by name.",
    ),
  blocks: z
    .array(z.string().min(1))
    .default(["all"])
    .describe(
      `Which of the blocks that a task may read are read: names of blocks (a final * stands for any ending) or of groups such as video, audio, depth, inertial, pose_slam, motion_capture, language.`,
    ),
  withoutBlocks: z
    .array(z.string().min(1))
    .default([])
    .describe("Blocks or groups that are not read."),
  boundaryTolerance: z
    .int()
    .min(0)
    .default(10)
    .describe("How many frames a boundary may be away from the centre of a window."),
  futureFrames: z
    .int()
    .min(1)
    .default(20)
    .describe("How many frames after the window the next action is looked up."),
  forecastFrames: z
    .int()
    .min(1)
    .default(10)
    .describe("How many frames after the window the hands are forecast."),
  misalignmentShift: z
    .int()
    .min(1)
    .default(8)
    .describe("By how many windows misaligned pairs are shifted."),
  futureWindows: z
    .int()
    .min(1)
    .default(4)
    .describe("How many windows ahead ego_motion_forecast looks."),
  derive: deriveSchema
    .omit({ futureFrames: true, forecastFrames: true })
    .prefault({})
    .describe("How a table is made of a recording, where the data is one."),
  blockFrames: z
    .int()
    .min(1)
    .optional()
    .describe(
      "How many frames of an episode count as one group of intervals. Default: twice the frames that a sample and its target read.",
    ),
});
export type EpisodeOptions = z.infer<typeof episodeOptionsSchema>;

/** Whether training samples that share frames with test samples are left out. */
export function hasEmbargo({ embargo, compat }: EpisodeOptions): boolean {
  return embargo ?? !compat;
}
