import { z } from "zod";
import type { DocumentFormat, DocumentPredictionFormat } from "../../../core/data/format.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { RetrievalPrediction, RetrievalSample } from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

const querySchema = z.looseObject({
  query: z.string().nullish(),
  template: z.string().nullish(),
  clip_start_sec: z.number().optional(),
  clip_end_sec: z.number().optional(),
});
const documentSchema = z.looseObject({
  videos: z.array(
    z.looseObject({
      video_uid: z.string(),
      split: z.string().optional(),
      clips: z.array(
        z.looseObject({
          clip_uid: z.string(),
          video_start_sec: z.number().optional(),
          video_end_sec: z.number().optional(),
          annotations: z.array(
            z.looseObject({ annotation_uid: z.string(), language_queries: z.array(querySchema) }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * Natural language queries of Ego4D: videos, their clips, annotations, queries. A query is named
 * `annotation_query`, as predictions name it.
 */
export const nlqFormat: DocumentFormat<RetrievalSample> = {
  id: "ego4d-nlq",
  summary:
    "Ego4D natural language queries (nlq_<split>.json): videos, clips, annotations, language_queries with clip times",
  media: "`<clip_uid>`: times count from the start of the clip",
  reads: "document",
  suits: { compare: "exceed" },
  read(document) {
    const parsed = documentSchema.safeParse(document);
    if (!parsed.success) return failure(firstIssue(parsed.error, "document"));
    const samples: RetrievalSample[] = [];
    for (const { video_uid: video, split, clips } of parsed.data.videos)
      for (const {
        clip_uid: clip,
        video_start_sec: from = 0,
        video_end_sec: to = from,
        annotations,
      } of clips)
        for (const { annotation_uid: annotation, language_queries: queries } of annotations)
          for (const [at, query] of queries.entries()) {
            const { clip_start_sec: start, clip_end_sec: end, template } = query;
            const hasTruth = start !== undefined && end !== undefined;
            samples.push({
              ...emptySample(`${annotation}_${at}`, query.query ?? "", clip),
              durationSeconds: to > from ? to - from : null,
              evidence: hasTruth
                ? [
                    {
                      endSeconds: Math.max(start, end),
                      relevance: "primary",
                      startSeconds: Math.max(0, Math.min(start, end)),
                    },
                  ]
                : [],
              ...(template ? { kind: template } : {}),
              // Times count from the start of the clip, so that the video it was cut from will not
              // do.
              media: [impliedVideo([clip])],
              metadata: { video, clip, annotation, query: at },
              ...(split ? { split } : {}),
            });
          }
    return success(samples);
  },
};

const resultSchema = z.looseObject({
  annotation_uid: z.string(),
  query_idx: z.int().min(0),
  predicted_times: z.array(z.tuple([z.number(), z.number()]).rest(z.number())),
});

/**
 * Submissions to the challenge: `results` of annotation_uid, query_idx and predicted_times, best
 * first.
 */
export const nlqPredictions: DocumentPredictionFormat<RetrievalSample, RetrievalPrediction> = {
  id: "ego4d-nlq",
  summary: "Ego4D NLQ results: results of annotation_uid, query_idx, predicted_times",
  reads: "document",
  recognises: (head) =>
    isRecord(head) &&
    Array.isArray(head.results) &&
    isRecord(head.results[0]) &&
    "predicted_times" in head.results[0],
  read(document) {
    const results = isRecord(document) ? document.results : undefined;
    if (!Array.isArray(results)) return failure("results is missing; it must be a list");
    const found = [];
    for (const [at, item] of results.entries()) {
      const parsed = resultSchema.safeParse(item);
      if (!parsed.success) return failure(`results.${at}.${firstIssue(parsed.error, "result")}`);
      found.push({
        id: `${parsed.data.annotation_uid}_${parsed.data.query_idx}`,
        raw: parsed.data.predicted_times,
      });
    }
    return success(found);
  },
  interpret(raw) {
    if (!Array.isArray(raw)) return noAnswer("unparsed", "no list of times");
    const times = raw as readonly (readonly number[])[];
    const reversed = times.find(([start, end]) => end! < start!);
    if (reversed)
      return noAnswer(
        "unparsed",
        `a moment ends at ${reversed[1]} s before it starts at ${reversed[0]} s`,
      );
    return answered({
      clips: times.map(([startSeconds, endSeconds]) => ({
        endSeconds: endSeconds!,
        startSeconds: startSeconds!,
      })),
    });
  },
};
