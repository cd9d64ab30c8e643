import { z } from "zod";
import type { RowFormat } from "../../core/data/format.ts";
import { firstIssue } from "../../core/first-issue.ts";
import { failure, success } from "../../core/result.ts";
import { groupFrames, groupName } from "./groups.ts";
import { noJointFrames } from "./joint-frames.ts";
import { packValues } from "./packed-values.ts";
import {
  type EpisodeOptions,
  type EpisodeSample,
  type EpisodeTruth,
  episodeOptionsSchema,
  type WindowSpan,
} from "./schema.ts";
import { taskOf } from "./tasks.ts";

/** One row of the plain format. */
const plainRowSchema = z.strictObject({
  window: z.int().min(0).describe("Index of the window in its episode."),
  start: z.int().min(0).describe("Its first frame."),
  end: z.int().min(0).describe("Its last frame, which belongs to it."),
  id: z.string().min(1).optional().describe("Names the sample. Default: the index of the window."),
  episode: z.string().min(1).default("episode"),
  label: z.string().min(1).nullable().optional().describe("The true class. Null: hidden."),
  labels: z
    .array(z.string().min(1))
    .optional()
    .describe("The true labels, where there are several."),
  values: z.array(z.number()).optional().describe("The true numbers."),
  among: z
    .tuple([z.int().min(0), z.int().min(1)])
    .optional()
    .describe("Of retrieval: the first window that is looked among, and the one after the last."),
  classes: z.array(z.string().min(1)).optional().describe("What can be answered."),
  group: z
    .string()
    .min(1)
    .optional()
    .describe("What counts as one in intervals. Default: a block of the episode."),
  split: z.string().optional(),
});
type PlainRow = z.infer<typeof plainRowSchema>;

function truthOf(row: PlainRow, { task }: EpisodeOptions): EpisodeTruth | null {
  const { kind } = taskOf(task);
  if (kind === "labels") return row.labels ? { kind: "labels", labels: row.labels } : null;
  if (kind === "values")
    return row.values ? { kind: "values", refs: [], values: packValues(row.values) } : null;
  if (kind === "match") return { kind: "match", window: row.window };
  return row.label === null || row.label === undefined ? null : { kind: "class", label: row.label };
}

/** Windows without a table: for systems that read the recordings themselves. */
export const plainFormat: RowFormat<EpisodeSample> = {
  id: "jsonl",
  summary:
    "One object per row: window, start, end (frames) and label, labels, values or among, as the task asks for; where wanted id, episode, classes, group, split",
  reads: "rows",
  row: plainRowSchema,
  read(row, options) {
    const own = episodeOptionsSchema.parse(options ?? {});
    const parsed = plainRowSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const { window: index, start, end, episode, id, among, classes, group, split } = parsed.data;
    if (end < start) return failure(`end: ${end} is before start, ${start}`);
    const { values } = parsed.data;
    const wrong =
      values && own.task === "hand_trajectory_forecast"
        ? noJointFrames(values.length, own.forecastFrames)
        : undefined;
    if (wrong) return failure(`values: ${wrong}`);
    if (taskOf(own.task).kind === "answer")
      return failure(`${own.task} is read from rows of the format omni`);
    const span: WindowSpan = {
      centerFrame: Math.floor((start + end) / 2),
      endFrame: end,
      index,
      startFrame: start,
    };
    return success([
      {
        ...(classes ? { classes } : {}),
        episode,
        group: group ?? groupName(episode, span, groupFrames([[span]], own)),
        id: id ?? String(index),
        ...(among ? { pool: { id: episode, windows: [among] } } : {}),
        ...(split === undefined ? {} : { split }),
        task: own.task,
        truth: truthOf(parsed.data, own),
        windows: [span],
      },
    ]);
  },
};
