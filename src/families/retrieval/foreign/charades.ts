import type { RowFormat } from "../../../core/format.ts";
import { failure, success } from "../../../core/result.ts";
import type { RetrievalSample } from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

/** Charades-STA: lines of `video start end##sentence`. Samples are named by video and sentence, since the file names none. */
export const charadesFormat: RowFormat<RetrievalSample> = {
  id: "charades-sta",
  summary: "Charades-STA lines: video start end##sentence",
  reads: "rows",
  read(row) {
    const parts = typeof row === "string" ? /^(\S+)\s+(\S+)\s+(\S+?)\s*##(.*)$/.exec(row) : null;
    if (!parts) return failure("a line must read: video start end##sentence");
    const [video, sentence] = [parts[1]!, parts[4]!.trim()];
    const [startSeconds, endSeconds] = [Number(parts[2]), Number(parts[3])];
    if (!(startSeconds >= 0) || !Number.isFinite(endSeconds)) return failure(`"${parts[2]} ${parts[3]}" are no seconds`);
    if (endSeconds < startSeconds) return failure(`the moment ends at ${endSeconds} s before it starts at ${startSeconds} s`);
    const sample = emptySample(`${video}@${startSeconds}-${endSeconds}:${sentence}`, sentence, video);
    return success([{ ...sample, evidence: [{ endSeconds, relevance: "primary", startSeconds }] }]);
  },
};
