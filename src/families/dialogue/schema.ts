import { z } from "zod";
import { mediaRefSchema } from "../../core/data/media-ref-schema.ts";
import {
  documentsOption,
  factorOption,
  powerOption,
  usualThreshold,
  zeroEdgeOption,
} from "../../metrics/dialogue/dialogue-options.ts";
import { metricOptionSchema } from "../shared/metric-option-schema.ts";
import { parseWindow } from "./match-window.ts";

const frame = z.int().min(0);

/** Frames per second of a stream that does not say: those of ProAssist's sets. */
export const usualRate = 2;

const inputSchema = z.strictObject({ frame, role: z.enum(["user", "system"]), text: z.string() });
const referenceSchema = z.strictObject({
  frame,
  /** Kind of utterance, such as `initiative|instruction,feedback`. */
  label: z.string().optional(),
  text: z.string().min(1),
});
export type DialogueInput = z.infer<typeof inputSchema>;
export type DialogueReference = z.infer<typeof referenceSchema>;

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * One stream: its frames, what the user says at which frame, and what the assistant should say at
 * which frame. Frames count from 0.
 */
export const dialogueSampleSchema = z
  .strictObject({
    /** Name of the set; decides the window where it is `auto`. */
    dataset: z.string().optional(),
    /**
     * Only the video says where the stream ends; until it was looked into, and where it cannot be,
     * the stream ends after its last turn.
     */
    endsWithVideo: z.literal(true).optional(),
    fps: z.number().positive(),
    frameCount: z.int().min(1),
    goal: z.string().optional(),
    group: z.string().min(1),
    id: z.string().min(1),
    inputs: z.array(inputSchema).readonly(),
    knowledge: z.string().optional(),
    media: z.array(mediaRefSchema).readonly(),
    metadata: z.record(z.string(), metadataValue),
    references: z.array(referenceSchema).readonly(),
    split: z.string().optional(),
    /** Index of the first frame of the stream in the video it was cut from. */
    startFrame: z.int().min(0).optional(),
    /** What is annotated to happen when, on the clock of the video; read by a baseline only. */
    substeps: z
      .array(
        z.strictObject({
          startSeconds: z.number(),
          endSeconds: z.number(),
          name: z.string().min(1),
        }),
      )
      .readonly()
      .optional(),
    /**
     * Turns of the source that come after the end: put at it, or left out where it has no room for
     * them.
     */
    turnsAfterEnd: z.strictObject({ moved: z.int().min(0), lost: z.int().min(0) }).optional(),
    /** How much the user talks: `no_talk`, `talk_some`, `talk_more`. */
    userType: z.string().optional(),
  })
  .superRefine(({ frameCount, references, inputs }, context) => {
    const wrong = framesOutOfOrder(references, frameCount) ?? undefined;
    if (wrong)
      context.addIssue({
        code: "custom",
        path: ["references", wrong.at, "frame"],
        message: wrong.message,
      });
    const outside = inputs.findIndex((input) => input.frame >= frameCount);
    if (outside >= 0)
      context.addIssue({
        code: "custom",
        path: ["inputs", outside, "frame"],
        message: `the stream has frames 0 to ${frameCount - 1}`,
      });
  });
export type DialogueSample = z.infer<typeof dialogueSampleSchema>;

const utterancesSchema = z
  .array(
    z.strictObject({
      frame,
      text: z.string().min(1),
      /** How sure the system was that it should talk, from 0 to 1, where it says so. */
      confidence: z.number().min(0).max(1).optional(),
      /**
       * How many utterances of it came after the end of the stream, and were put on its last frame.
       */
      afterEnd: z.int().min(1).optional(),
    }),
  )
  .readonly()
  .superRefine((utterances, context) => {
    const wrong = framesOutOfOrder(utterances, Number.POSITIVE_INFINITY);
    if (wrong)
      context.addIssue({ code: "custom", path: [wrong.at, "frame"], message: wrong.message });
  });

/** What an assistant said: at most one utterance a frame, in the order of frames. */
export const dialoguePredictionSchema = z.strictObject({
  utterances: utterancesSchema,
  /**
   * What it said when it was run with other not-talk thresholds, by rising threshold; `utterances`
   * are those of one of them.
   */
  sweep: z
    .array(z.strictObject({ notTalkThreshold: z.number(), utterances: utterancesSchema }))
    .readonly()
    .optional(),
});
export type DialoguePrediction = z.infer<typeof dialoguePredictionSchema>;

function framesOutOfOrder(
  items: readonly { readonly frame: number }[],
  frameCount: number,
): { readonly at: number; readonly message: string } | undefined {
  for (const [at, item] of items.entries()) {
    if (item.frame >= frameCount)
      return { at, message: `the stream has frames 0 to ${frameCount - 1}` };
    if (at > 0 && item.frame <= items[at - 1]!.frame)
      return { at, message: "frames must rise: at most one utterance a frame, in order" };
  }
  return undefined;
}

const windowExpected = 'expected "auto", frames such as "-30,30", or seconds such as "-15s,15s"';
const windowSchema = z
  .string({ error: windowExpected })
  .refine((text) => parseWindow(text) !== undefined, windowExpected);

/** What a task of this family can set. */
export const dialogueOptionsSchema = z
  .strictObject({
    conversations: z
      .enum(["each", "first", "concatenate"])
      .default("each")
      .describe(
        "Which conversations of a video in ProAssist's files are streams: each its own, only the first, or all in one, as PROSPECT has it.",
      ),
    window: windowSchema
      .default("auto")
      .describe(
        'How far apart an utterance and its reference may be, as bounds of reference − prediction, so that the first says how late it may come and the second how early: frames ("-30,30"), seconds ("-15s,15s"), or "auto" by the name of the set.',
      ),
    factor: metricOptionSchema(factorOption).default(0.3),
    power: metricOptionSchema(powerOption).default(1.5),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(usualThreshold)
      .describe(
        "Similarity above which a matched pair counts as said right; null: every matched pair does.",
      ),
    zeroEdge: metricOptionSchema(zeroEdgeOption).default("keep"),
    documents: metricOptionSchema(documentsOption).default("all"),
    averages: z
      .boolean()
      .default(false)
      .describe(
        "Also the means of precision, recall and F1 over similarities .50 to 1.00 (AP, AR, Avg_F1 of earlier versions).",
      ),
    speaking: z
      .boolean()
      .default(false)
      .describe(
        "Also how exactly the frames of speech are hit, frame by frame, as PROSPECT's DST evaluator has it (speaking_precision, …).",
      ),
    judgements: z
      .int()
      .min(1)
      .max(20)
      .default(3)
      .describe("How often a judge is asked about each stream; its marks are averaged."),
    askEverySeconds: z
      .number()
      .positive()
      .default(1)
      .describe("How often a chat system is asked whether it speaks."),
    ask: z
      .enum(["every-step", "on-change"])
      .default("every-step")
      .describe(
        "on-change: only where a user's turn is new, or a frame shows another picture than the one before it.",
      ),
    talkThreshold: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(null)
      .describe(
        "How likely a chat system must find it that it talks now, to be asked for words (needs likelihoods); null: its reply alone says.",
      ),
    notTalkThreshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        "The same as ProAssist has it: silent where not talking is likelier than this, so that a higher one talks more; 0: the reply alone says.",
      ),
    context: z
      .enum(["keep", "drop-all", "drop-middle", "summarise-and-drop"])
      .default("keep")
      .describe("What happens to the conversation when it is longer than contextSteps."),
    contextSteps: z
      .int()
      .min(2)
      .default(60)
      .describe("Steps of the conversation that are kept before the context strategy applies."),
    contextFrames: z
      .int()
      .min(1)
      .default(16)
      .describe(
        "How many frames one request to a chat system holds at most: the latest ones; what was said stays when its frames go.",
      ),
    keepSteps: z
      .int()
      .min(1)
      .default(8)
      .describe("Last steps that drop-middle and summarise-and-drop keep."),
  })
  .refine(({ keepSteps, contextSteps }) => keepSteps < contextSteps, {
    path: ["keepSteps"],
    error: "must be below contextSteps",
  })
  .refine(
    ({ talkThreshold, notTalkThreshold }) =>
      talkThreshold === null || notTalkThreshold === undefined,
    {
      path: ["notTalkThreshold"],
      error: "is 1 − talkThreshold; give one of them",
    },
  );
export type DialogueOptions = z.infer<typeof dialogueOptionsSchema>;

/** How likely talking must be, by either spelling; `null` where the reply alone says. */
export function talkThresholdOf({
  talkThreshold,
  notTalkThreshold,
}: DialogueOptions): number | null {
  if (notTalkThreshold === undefined) return talkThreshold;
  return notTalkThreshold === 0 ? null : Number((1 - notTalkThreshold).toFixed(12));
}
