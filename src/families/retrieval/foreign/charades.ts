import type { DocumentFormat } from "../../../core/data/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { lineRecords } from "../../shared/line-records.ts";
import type { RetrievalSample } from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

/**
 * Charades-STA: lines of `video start end##sentence`. Samples are named by video, times and
 * sentence, since the file names none.
 */
export const charadesFormat: DocumentFormat<RetrievalSample> = {
  id: "charades-sta",
  summary: "Charades-STA text file: lines of video start end##sentence",
  media: "`<video>`",
  reads: "document",
  read: (document) =>
    lineRecords(document, { layout: "video start end##sentence", read: readLine }),
};

function readLine(line: string): Result<RetrievalSample> {
  const parts = /^(\S+)\s+(\S+)\s+(\S+?)\s*##(.*)$/s.exec(line);
  if (!parts) return failure("must read: video start end##sentence");
  const [video, sentence] = [parts[1]!, parts[4]!.trim()];
  const [startSeconds, endSeconds] = [Number(parts[2]), Number(parts[3])];
  if (!(startSeconds >= 0) || !Number.isFinite(endSeconds))
    return failure(`"${parts[2]} ${parts[3]}" are no seconds`);
  if (endSeconds < startSeconds)
    return failure(`the moment ends at ${endSeconds} s before it starts at ${startSeconds} s`);
  const sample = emptySample(`${video}@${startSeconds}-${endSeconds}:${sentence}`, sentence, video);
  return success({
    ...sample,
    evidence: [{ endSeconds, relevance: "primary", startSeconds }],
    media: [impliedVideo([video])],
  });
}
