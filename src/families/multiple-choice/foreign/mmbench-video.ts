import { shown } from "../../../core/asking/shown.ts";
import type { RowFormat } from "../../../core/data/format.ts";
import { withoutMediaEnding } from "../../../core/data/media-endings.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { ChoiceSample } from "../schema.ts";
import { textCell, textList } from "./cell.ts";
import { letteredColumns, readTableRow } from "./table.ts";

/**
 * MMBench-Video asks open questions whose answers a judge grades from 0 to 3. The family retrieval
 * reads those; this one reads the rows of a multiple-choice rendition, which has the same columns
 * and a column for each choice.
 */
export const mmbenchVideoFormat: RowFormat<ChoiceSample> = {
  id: "mmbench-video",
  summary:
    "MMBench-Video (TSV: index, video, video_type, question, answer, dimensions, video_path) with choices added as columns A, B, C …",
  media: "`video_path`; else `<video>`, usually in `video/`",
  reads: "rows",
  read(row) {
    if (!isRecord(row))
      return failure(`a row must have the columns of MMBench-Video, but is ${shown(row)}`);
    if (!("choices" in row) && letteredColumns(row).length === 0)
      return failure(
        "this is an open question: MMBench-Video has no choices, and its answers are graded from 0 to 3 by a judge, which multiple-choice cannot do; read it as family retrieval, whose judge says whether such answers are right, or add columns A, B, C … with choices, of which answer is one",
      );
    const { video, video_path, dimensions, ...rest } = row;
    const read = readTableRow(rest);
    if (!read.ok) return read;
    const name = textCell(video);
    const path =
      textCell(video_path)?.replace(/^\.\//, "") ??
      (name === undefined ? undefined : `video/${name}.mp4`);
    if (path === undefined)
      return failure("there is no video: video_path or video must have a value");
    const types = textList(dimensions) ?? [];
    return success(
      read.value.map(({ type, group, ...sample }) => ({
        ...sample,
        group: name ?? path,
        ...(types.length > 0 ? { type: types.at(-1)! } : type === undefined ? {} : { type }),
        media: [impliedVideo([name ?? withoutMediaEnding(path)], path)],
        metadata: { ...sample.metadata, dimensions: types.join(", ") },
      })),
    );
  },
};
