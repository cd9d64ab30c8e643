import { z } from "zod";
import type { DocumentFormat } from "../../../core/data/format.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { RetrievalSample } from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

const videoSchema = z.looseObject({
  duration: z.number().positive(),
  timestamps: z.array(z.tuple([z.number(), z.number()])),
  sentences: z.array(z.string()),
});

/**
 * ActivityNet Captions: by video, sentences with the seconds they describe. Each sentence is a
 * question; reversed times are put in order.
 */
export const activityNetCaptionsFormat: DocumentFormat<RetrievalSample> = {
  id: "activitynet-captions",
  summary: "ActivityNet Captions: by video, duration, timestamps and sentences",
  media: "`<video>`, with or without its `v_`",
  reads: "document",
  read(document) {
    if (!isRecord(document)) return failure("must be an object of videos");
    const samples: RetrievalSample[] = [];
    for (const [video, value] of Object.entries(document)) {
      const parsed = videoSchema.safeParse(value);
      if (!parsed.success) return failure(`${video}.${firstIssue(parsed.error, "video")}`);
      const { duration, timestamps, sentences } = parsed.data;
      if (timestamps.length !== sentences.length)
        return failure(
          `${video}: ${timestamps.length} timestamps for ${sentences.length} sentences`,
        );
      for (const [at, sentence] of sentences.entries()) {
        const [first, second] = timestamps[at]!;
        const [startSeconds, endSeconds] = [
          Math.max(0, Math.min(first, second)),
          Math.max(first, second),
        ];
        samples.push({
          ...emptySample(`${video}/${at}`, sentence.trim(), video),
          durationSeconds: duration,
          evidence: [{ endSeconds, relevance: "primary", startSeconds }],
          media: [impliedVideo([video, video.replace(/^v_/, "")])],
        });
      }
    }
    return success(samples);
  },
};
