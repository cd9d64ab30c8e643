import { z } from "zod";
import type { RowFormat } from "../../../core/data/format.ts";
import { firstIssue } from "../../../core/first-issue.ts";
import { failure, success } from "../../../core/result.ts";
import { textList } from "../../multiple-choice/foreign/cell.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { RetrievalSample } from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

const name = z.union([z.string().min(1), z.int()]).transform(String);
const rowSchema = z.looseObject({
  index: name,
  video: name,
  question: z.string().min(1),
  answer: z.string().min(1),
  video_path: z.string().optional(),
  dimensions: z.unknown(),
});

/**
 * MMBench-Video's open questions: an answer in words and no evidence, so that nothing is retrieved
 * and a judge says whether answers are right and marks them from 0 to 3. MMBench-Video's own judge
 * does the latter with a prompt of its own: figures are not comparable with published ones.
 */
export const mmbenchVideoFormat: RowFormat<RetrievalSample> = {
  id: "mmbench-video",
  summary:
    "MMBench-Video's open questions (TSV: index, video, question, answer, dimensions, video_path), answered in words",
  media: "`video_path`; else `<video>`, usually in `video/`",
  reads: "rows",
  suits: { marks: true },
  read(row) {
    const parsed = rowSchema.safeParse(row);
    if (!parsed.success) return failure(firstIssue(parsed.error));
    const { index, video, question, answer, video_path: place, dimensions } = parsed.data;
    const kind = textList(dimensions)?.at(-1);
    return success([
      {
        ...emptySample(index, question, video),
        answer,
        media: [impliedVideo([video], place?.replace(/^\.\//, "") || `video/${video}.mp4`)],
        ...(kind === undefined ? {} : { kind }),
      },
    ]);
  },
};
