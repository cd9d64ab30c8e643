import { z } from "zod";
import { mediaRefSchema } from "../../core/data/media-ref-schema.ts";
import { isRecord } from "../../core/json.ts";

/** Facts about a sample that no score reads; exports and views show them. */
export type Metadata = Readonly<Record<string, string | number | boolean | null>>;

/** Whether a value may stand in `metadata`. */
export function isMetadataValue(value: unknown): value is Metadata[string] {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    Number.isFinite(value)
  );
}

function isMetadata(value: unknown): value is Metadata {
  if (!isRecord(value)) return false;
  for (const key in value) if (!isMetadataValue(value[key])) return false;
  return true;
}

const cueSchema = z.strictObject({
  endSeconds: z.number(),
  startSeconds: z.number(),
  text: z.string(),
});

/** What is said in the video: cues, or the file that holds them, relative to the media folder. */
const subtitlesSchema = z.strictObject({
  cues: z.array(cueSchema).readonly().optional(),
  /** Whether a file that is not there means that nothing is said. */
  isOptional: z.boolean().optional(),
  /** Where the video starts on the clock of the cues. */
  offsetSeconds: z.number().optional(),
  path: z.string().min(1).optional(),
});

/**
 * One question with its choices. Every row of a set passes through here, so it is kept cheap: one
 * own predicate instead of a `z.record`, and members in the order of the alphabet, in which they
 * are digested.
 */
export const choiceSampleSchema = z
  .strictObject({
    /** Index of the right choice, from 0; `null` where the truth is hidden. */
    answer: z.int().min(0).nullable(),
    choices: z.array(z.string()).min(2).readonly(),
    group: z.string().min(1),
    id: z.string().min(1),
    media: z.array(mediaRefSchema).readonly(),
    metadata: z.custom<Metadata>(
      isMetadata,
      "metadata must hold only texts, numbers, true, false and null",
    ),
    question: z.string(),
    split: z.string().optional(),
    subtitles: subtitlesSchema.optional(),
    /** The kind of question, where the set tells kinds apart. */
    type: z.string().min(1).optional(),
  })
  .refine(({ answer, choices }) => answer === null || answer < choices.length, {
    path: ["answer"],
    error: "answer must be the index of a choice, counted from 0",
  });
export type ChoiceSample = z.infer<typeof choiceSampleSchema>;

/** One answer. The reply it was read from is in the run log and not repeated here. */
export const choicePredictionSchema = z.strictObject({
  /** Index of the choice, from 0; `null` says nothing. */
  choice: z.int().min(0).nullable(),
  /** Which rule of the extractor read it. */
  rule: z.string().optional(),
  /** What the system wrote below its answer. */
  explanation: z.string().optional(),
});
export type ChoicePrediction = z.infer<typeof choicePredictionSchema>;

/** What a task of this family can set. */
export const choiceOptionsSchema = z.strictObject({
  answer: z
    .enum(["letter", "verbatim", "log-likelihood"])
    .default("letter")
    .describe(
      "What a chat system is asked for: the letter of a choice, its text word for word, or how likely each letter is, so that no reply has to be read.",
    ),
  subtitles: z
    .enum(["none", "interleaved", "all"])
    .default("none")
    .describe(
      "What is said in the video, as text between its frames: nothing, what is said while a frame was taken, or everything.",
    ),
  choiceTemplate: z
    .string()
    .includes("{choice}")
    .default("{question} {choice}")
    .describe(
      "What an encoder compares with the frames, once for each choice; {question} and {choice} are filled in.",
    ),
});
export type ChoiceOptions = z.infer<typeof choiceOptionsSchema>;
