import { shown } from "../../../core/asking/shown.ts";
import type {
  DocumentPredictionFormat,
  RawPrediction,
  RowFormat,
} from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { letterIndex } from "../choice-letter.ts";
import { readReply } from "../parse.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";
import { metadataOf, type Row, textCell, textList } from "./cell.ts";
import { withoutLetters } from "./lettered-options.ts";

const ofVideo = ["video_id", "videoID", "duration", "domain", "sub_category", "url"] as const;

/**
 * Video-MME: the hub's table with one question a row, or the official template with the questions
 * of a video in one record.
 */
export const videoMmeFormat: RowFormat<ChoiceSample> = {
  id: "video-mme",
  summary:
    "Video-MME: rows with videoID, question_id, task_type, duration, domain, sub_category, question, options, answer; or its result template",
  media: "`<videoID>`, usually in `data/`",
  reads: "rows",
  read(row) {
    if (!isRecord(row))
      return failure(`a row must have the columns of Video-MME, but is ${shown(row)}`);
    if (!Array.isArray(row.questions)) return one(row, row);
    const samples: ChoiceSample[] = [];
    for (const question of row.questions as readonly unknown[]) {
      const read = isRecord(question)
        ? one(question, row)
        : failure(`questions must hold records, but has ${shown(question)}`);
      if (!read.ok) return read;
      samples.push(...read.value);
    }
    return success(samples);
  },
};

function one(row: Row, video: Row): Result<readonly ChoiceSample[]> {
  const id = textCell(row.question_id);
  if (id === undefined)
    return failure(`question_id is ${shown(row.question_id)}, but must be a text such as "001-1"`);
  const name = textCell(video.videoID) ?? textCell(video.video_id);
  if (name === undefined) return failure(`videoID is ${shown(video.videoID)}, but must be a text`);
  if (typeof row.question !== "string")
    return failure(`question is ${shown(row.question)}, but must be a text`);
  const options = textList(row.options);
  if (!options || options.length < 2)
    return failure(
      `options is ${shown(row.options)}, but must be a list such as ["A. red", "B. blue"]`,
    );
  const answer = readAnswer(row.answer, options.length);
  if (answer === undefined)
    return failure(
      `answer is ${shown(row.answer)}, but must be the letter of one of the ${options.length} options`,
    );
  const type = textCell(row.task_type);
  return success([
    {
      id,
      group: name,
      question: row.question,
      choices: withoutLetters(options),
      answer,
      ...(type === undefined ? {} : { type }),
      media: [impliedVideo([name], `data/${name}.mp4`)],
      metadata: metadataOf(video, ofVideo),
      subtitles: { isOptional: true, path: `subtitle/${name}.srt` },
    },
  ]);
}

function readAnswer(value: unknown, count: number): number | null | undefined {
  const letters = textCell(value);
  return letters === undefined ? null : letterIndex(letters.trim(), count);
}

/** The official result template, filled in: every question with the model's response. */
export const videoMmePredictions: DocumentPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "video-mme",
  summary:
    "Video-MME results: a JSON list of videos, each with questions of question_id and response",
  reads: "document",
  recognises: (head) =>
    isRecord(head) &&
    Array.isArray(head.questions) &&
    isRecord(head.questions[0]) &&
    "response" in head.questions[0],
  read(document) {
    if (!Array.isArray(document))
      return failure(`the document must be a list of videos, but is ${shown(document)}`);
    const found: RawPrediction[] = [];
    for (const [at, video] of document.entries())
      for (const question of isRecord(video) && Array.isArray(video.questions)
        ? (video.questions as readonly unknown[])
        : []) {
        const id = isRecord(question) ? textCell(question.question_id) : undefined;
        if (!isRecord(question) || id === undefined)
          return failure(`video ${at + 1} has a question without question_id`);
        found.push({ id, raw: textCell(question.response) ?? "" });
      }
    return success(found);
  },
  reply: (raw) => (typeof raw === "string" ? raw : undefined),
  interpret: (raw, { choices }) => readReply(String(raw ?? ""), choices),
};
