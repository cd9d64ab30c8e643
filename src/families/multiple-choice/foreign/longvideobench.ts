import { shown } from "../../../core/asking/shown.ts";
import type { RowFormat } from "../../../core/data/format.ts";
import { withoutMediaEnding } from "../../../core/data/media-endings.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import type { ChoiceSample } from "../schema.ts";
import { metadataOf, type Row, textCell, textList } from "./cell.ts";
import { withoutLetters } from "./lettered-options.ts";

const kept = [
  "video_id",
  "topic_category",
  "level",
  "duration_group",
  "duration",
  "position",
  "view_count",
] as const;

/**
 * LongVideoBench: questions about long videos with their subtitles. A clip's subtitles are on the
 * clock of the video it was cut from.
 */
export const longVideoBenchFormat: RowFormat<ChoiceSample> = {
  id: "longvideobench",
  summary:
    "LongVideoBench (lvb_val.json, lvb_test_wo_gt.json, or its table): id, video_id, question, candidates, correct_choice, video_path, subtitle_path",
  media: "`video_path`, usually in `videos/`",
  reads: "rows",
  read(row) {
    if (!isRecord(row))
      return failure(`a row must have the fields of LongVideoBench, but is ${shown(row)}`);
    const id = textCell(row.id);
    const video = textCell(row.video_path);
    if (id === undefined) return failure(`id is ${shown(row.id)}, but must be a text`);
    if (video === undefined)
      return failure(`video_path is ${shown(row.video_path)}, but must be a path below videos/`);
    if (typeof row.question !== "string")
      return failure(`question is ${shown(row.question)}, but must be a text`);
    const choices = candidates(row);
    if (choices.length < 2)
      return failure(
        `candidates is ${shown(row.candidates)}, but must be a list of 2 or more texts`,
      );
    const answer = readAnswer(row.correct_choice, choices.length);
    if (answer === undefined)
      return failure(
        `correct_choice is ${shown(row.correct_choice)}, but must be an index from 0 to ${choices.length - 1}`,
      );
    const subtitles = textCell(row.subtitle_path);
    const type = textCell(row.question_category);
    return success([
      {
        id,
        group: textCell(row.video_id) ?? video,
        question: row.question,
        choices,
        answer,
        ...(type === undefined ? {} : { type }),
        media: [impliedVideo([withoutMediaEnding(video)], `videos/${video}`)],
        metadata: metadataOf(row, kept),
        ...(subtitles === undefined
          ? {}
          : {
              subtitles: {
                offsetSeconds: Number(row.starting_timestamp_for_subtitles ?? 0),
                path: `subtitles/${subtitles}`,
              },
            }),
      },
    ]);
  },
};

/** A list, or the columns option0 to option4 of its table, where "N/A" fills up. */
function candidates(row: Row): readonly string[] {
  const columns = [0, 1, 2, 3, 4].flatMap((index) => textCell(row[`option${index}`]) ?? []);
  const list =
    row.candidates === undefined
      ? columns.filter((text) => text !== "N/A")
      : (textList(row.candidates) ?? []);
  return withoutLetters(list);
}

/** The test set has no truth; its table says −1. */
function readAnswer(value: unknown, count: number): number | null | undefined {
  if (value === null || value === undefined || value === "" || Number(value) === -1) return null;
  const index = Number(value);
  return Number.isInteger(index) && index >= 0 && index < count ? index : undefined;
}
