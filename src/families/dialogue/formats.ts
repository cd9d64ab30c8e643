import { z } from "zod";
import { shown } from "../../core/asking/shown.ts";
import type {
  Format,
  PredictionFormat,
  RowFormat,
  RowPredictionFormat,
} from "../../core/data/format.ts";
import { isFrameStore } from "../../core/data/media-endings.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { isRecord } from "../../core/json.ts";
import { failure, type Result, success } from "../../core/result.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { perVideoFormat } from "./foreign/per-video.ts";
import { preparedFormat } from "./foreign/prepared.ts";
import { proassistFormat } from "./foreign/proassist.ts";
import { proassistFolderFormat } from "./foreign/proassist-folder.ts";
import {
  proassistResultsFormat,
  proassistResultsPredictions,
} from "./foreign/proassist-results.ts";
import { type DialoguePrediction, type DialogueSample, usualRate } from "./schema.ts";
import {
  type StreamTurns,
  streamTurns,
  streamUpToLast,
  type TimedTurn,
  turnsAfterEnd,
} from "./stream-frames.ts";

const turnSchema = z.strictObject({
  role: z.enum(["user", "assistant", "system"]),
  seconds: z.number().min(0).describe("When it is said."),
  text: z.string(),
  label: z.string().optional().describe("Kind of utterance; scores are broken down by it."),
});

/** One row of the plain format: a conversation with times, put on frames as ProAssist does. */
const plainStreamSchema = z.strictObject({
  id: z.string().min(1).describe("Names the stream; must be unique in the set."),
  turns: z
    .array(turnSchema)
    .describe("What is said, in the order of time; the assistant's turns are the references."),
  fps: z.number().positive().default(usualRate).describe("Frames per second of the stream."),
  duration: z
    .number()
    .positive()
    .optional()
    .describe(
      "Length in seconds; if left out, that of the video, or up to the last turn where there is none.",
    ),
  video: z.string().min(1).optional().describe("Path of the video, relative to the media folder."),
  dataset: z.string().optional().describe("Name of the set, for windows that depend on it."),
  userType: z
    .string()
    .optional()
    .describe("How much the user talks; scores are broken down by it."),
  goal: z.string().optional().describe("What the user wants to do."),
  knowledge: z
    .string()
    .optional()
    .describe("What the assistant may know beforehand, such as a recipe."),
  group: z
    .string()
    .min(1)
    .optional()
    .describe("What the stream shares with others. Default: the video, else the id."),
  split: z.string().optional().describe("The part of the set it belongs to."),
});

const plainFormat: RowFormat<DialogueSample> = {
  id: "jsonl",
  summary:
    "One object per row: id, turns (role, seconds, text, label), and where wanted fps, duration, video, goal, knowledge, userType, group, split",
  media: "`video`: a path, also of stored frames (`.arrow`, at `fps`); rows without one name none",
  reads: "rows",
  row: plainStreamSchema,
  read(row): Result<readonly DialogueSample[]> {
    const parsed = plainStreamSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const { id, turns, fps, duration, video, group, ...rest } = parsed.data;
    const sorted = turns.toSorted((a, b) => a.seconds - b.seconds);
    const stream =
      duration === undefined
        ? success(streamUpToLast(sorted, fps))
        : streamOf(sorted, duration, fps);
    if (!stream.ok) return stream;
    const { inputs, references, frameCount } = stream.value;
    const media =
      video === undefined
        ? []
        : [
            {
              kind: "video" as const,
              path: video,
              ...(isFrameStore(video) ? { framesPerSecond: fps } : {}),
            },
          ];
    const end =
      duration === undefined && video !== undefined ? { endsWithVideo: true as const } : {};
    const after = turnsAfterEnd(stream.value);
    return success([
      {
        ...rest,
        ...end,
        ...after,
        id,
        fps,
        frameCount,
        inputs,
        references,
        media,
        group: group ?? video ?? id,
        metadata: {},
      },
    ]);
  },
};

function streamOf(turns: readonly TimedTurn[], duration: number, fps: number): Result<StreamTurns> {
  const videoFrames = Math.floor(duration * fps);
  if (videoFrames < 1) return failure(`duration is ${duration}, which is less than one frame`);
  const stream = streamTurns(turns, { fps, videoFrames, startFrame: 0 });
  return stream.lost > 0
    ? failure(`turns: ${stream.lost} come after the end of the stream at ${duration} s`)
    : success(stream);
}

/** Foreign stream layouts; the first is the default. */
export const formats: readonly Format<DialogueSample>[] = [
  plainFormat,
  proassistFormat,
  proassistFolderFormat,
  preparedFormat,
  perVideoFormat,
  proassistResultsFormat,
];

const plainUtterance = z
  .strictObject({
    frame: z.int().min(0).optional(),
    seconds: z.number().min(0).optional(),
    text: z.string(),
    confidence: z.number().min(0).max(1).optional(),
  })
  .refine(
    ({ frame, seconds }) => (frame === undefined) !== (seconds === undefined),
    "needs frame or seconds, one of the two",
  );

/**
 * An id with what was said, at frames or seconds of the stream. Utterances on one frame are joined.
 */
const plainPredictions: RowPredictionFormat<DialogueSample, DialoguePrediction> = {
  id: "plain",
  summary: "Rows with id and utterances: text with frame or seconds, and confidence where known",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) && typeof head.id === "string" && Array.isArray(head.utterances),
  accepts: (reply) =>
    saidIn(reply)?.some((utterance) => isRecord(utterance) && "seconds" in utterance) ?? false,
  read(row) {
    if (!isRecord(row) || typeof row.id !== "string")
      return failure(`id is ${shown(isRecord(row) ? row.id : row)}, but must be a text`);
    return success({ id: row.id, raw: row.utterances });
  },
  interpret(raw, sample) {
    const parsed = z.array(plainUtterance).safeParse(saidIn(raw) ?? raw);
    if (!parsed.success)
      return noAnswer("unparsed", `utterances.${firstIssue(parsed.error, "list")}`);
    return answered({ utterances: onFrames(parsed.data, sample) });
  },
};

/** The utterances of a reply or a row: itself, or its member `utterances`. */
function saidIn(reply: unknown): readonly unknown[] | undefined {
  const said = isRecord(reply) ? reply.utterances : reply;
  return Array.isArray(said) ? (said as readonly unknown[]) : undefined;
}

/**
 * Seconds are moments, as those of turns are: what is said then is put where a reference of that
 * time is due, on the last frame that is over by then, or on the frame on which a user is heard who
 * speaks at that time: it is the answer. What comes after the end is put on the last frame.
 */
export function onFrames(
  said: readonly {
    readonly frame?: number | undefined;
    readonly seconds?: number | undefined;
    readonly text: string;
    readonly confidence?: number | undefined;
  }[],
  { fps, frameCount, inputs }: Pick<DialogueSample, "fps" | "frameCount" | "inputs">,
): DialoguePrediction["utterances"] {
  const heard = new Set(inputs.flatMap(({ role, frame }) => (role === "user" ? [frame] : [])));
  const frameAt = (next: number) => (heard.has(next) ? next : Math.max(0, next - 1));
  const byFrame = new Map<
    number,
    { frame: number; text: string; confidence?: number; afterEnd?: number }
  >();
  for (const { frame, seconds, text, confidence } of said) {
    if (text === "") continue;
    const moment = Math.floor((seconds ?? 0) * fps);
    const at = Math.min(frameCount - 1, frame ?? frameAt(moment));
    const before = byFrame.get(at);
    const sure = confidence === undefined ? {} : { confidence };
    const isAfter = frame === undefined ? moment > frameCount : frame >= frameCount;
    const after = isAfter ? { afterEnd: (before?.afterEnd ?? 0) + 1 } : {};
    byFrame.set(
      at,
      before
        ? { ...before, ...after, text: `${before.text} ${text}` }
        : { frame: at, text, ...sure, ...after },
    );
  }
  return [...byFrame.values()].sort((a, b) => a.frame - b.frame);
}

/** Foreign prediction layouts. */
export const predictionFormats: readonly PredictionFormat<DialogueSample, DialoguePrediction>[] = [
  plainPredictions,
  proassistResultsPredictions,
];
