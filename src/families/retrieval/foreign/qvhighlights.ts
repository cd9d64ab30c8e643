import { z } from "zod";
import type { RowFormat, RowPredictionFormat } from "../../../core/data/format.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { RetrievalPrediction, RetrievalSample } from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

const clipSeconds = 2;
const window = z.tuple([z.number(), z.number()]);

const rowSchema = z.looseObject({
  qid: z.union([z.int(), z.string()]),
  query: z.string(),
  vid: z.string().min(1),
  duration: z.number().positive(),
  relevant_windows: z.array(window).optional(),
  relevant_clip_ids: z.array(z.int().min(0)).optional(),
  saliency_scores: z.array(z.array(z.int().min(0).max(4))).optional(),
});

/**
 * QVHighlights: windows in seconds and, for each relevant clip of two seconds, the grades of three
 * raters. The test split hides both.
 */
export const qvhighlightsFormat: RowFormat<RetrievalSample> = {
  id: "qvhighlights",
  summary:
    "QVHighlights annotations (JSONL): qid, query, vid, duration, relevant_windows, relevant_clip_ids, saliency_scores",
  media: "`<vid>`",
  reads: "rows",
  read(row) {
    const parsed = rowSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const {
      qid,
      query,
      vid,
      duration,
      relevant_windows: windows = [],
      relevant_clip_ids: clips,
      saliency_scores: grades,
    } = parsed.data;
    if (clips && grades && clips.length !== grades.length)
      return failure(
        `relevant_clip_ids has ${clips.length} entries and saliency_scores ${grades.length}; they must be as many`,
      );
    return success([
      {
        ...emptySample(String(qid), query, vid),
        durationSeconds: duration,
        evidence: windows.map(([startSeconds, endSeconds]) => ({
          endSeconds,
          relevance: "primary",
          startSeconds,
        })),
        media: [impliedVideo([vid])],
        metadata: { vid },
        ...(clips && grades
          ? {
              saliency: {
                clipCount: Math.floor(duration / clipSeconds),
                graded: clips.map((clip, at) => ({ clip, grades: grades[at]! })),
              },
            }
          : {}),
      },
    ]);
  },
};

const predictionSchema = z.looseObject({
  pred_relevant_windows: z.array(z.tuple([z.number(), z.number(), z.number()])).optional(),
  pred_saliency_scores: z.array(z.number()).optional(),
});

/** What Moment-DETR and its kind write. Windows keep the order of the file. */
export const qvhighlightsPredictions: RowPredictionFormat<RetrievalSample, RetrievalPrediction> = {
  id: "qvhighlights",
  summary:
    "QVHighlights predictions (JSONL): qid, pred_relevant_windows (start, end, score), pred_saliency_scores",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) &&
    "qid" in head &&
    ("pred_relevant_windows" in head || "pred_saliency_scores" in head),
  read(row) {
    if (!isRecord(row) || (typeof row.qid !== "number" && typeof row.qid !== "string"))
      return failure("qid is missing");
    return success({ id: String(row.qid), raw: row });
  },
  interpret(raw) {
    const parsed = predictionSchema.safeParse(raw);
    if (!parsed.success) return noAnswer("unparsed", firstIssue(parsed.error));
    const { pred_relevant_windows: windows = [], pred_saliency_scores: saliency } = parsed.data;
    const reversed = windows.find(([start, end]) => end < start);
    if (reversed)
      return noAnswer(
        "unparsed",
        `a window ends at ${reversed[1]} s before it starts at ${reversed[0]} s`,
      );
    return answered({
      clips: windows.map(([startSeconds, endSeconds, score]) => ({
        endSeconds,
        score,
        startSeconds,
      })),
      ...(saliency === undefined ? {} : { saliency }),
    });
  },
};
