import { shown } from "../../../core/asking/shown.ts";
import type { DocumentPredictionFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { namedChoice } from "../named-choice.ts";
import { readReply } from "../parse.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";

/** Names of fields: an object that has one is a record about one sample, not a map from ids. */
const fieldNames = new Set(
  [
    "id",
    "index",
    "doc_id",
    "sample_id",
    "question_id",
    "q_uid",
    "qid",
    "file_name",
    "video",
    "question",
  ].concat(["answer", "choice", "prediction", "reply", "response", "text"]),
);

/**
 * `{"q1": "A", "q2": 3}`: submissions of EgoSchema and LongVideoBench, and what people write by
 * hand.
 */
export const answerMapPredictions: DocumentPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "answer-map",
  summary:
    'One JSON object from sample id to answer, {"q1": "A"}: an index from 0, a letter, a choice\'s text or a reply',
  reads: "document",
  recognises(head) {
    if (!isRecord(head)) return false;
    const entries = Object.entries(head);
    return (
      entries.length > 0 && entries.every(([id, value]) => !fieldNames.has(id) && isAnswer(value))
    );
  },
  read(document) {
    if (!isRecord(document))
      return failure(
        `the document must be an object from sample id to answer, but is ${shown(document)}`,
      );
    const wrong = Object.entries(document).find(([, value]) => !isAnswer(value));
    if (wrong)
      return failure(
        `"${wrong[0]}" is ${shown(wrong[1])}, but must be an index from 0, a letter or a text`,
      );
    return success(Object.entries(document).map(([id, raw]) => ({ id, raw })));
  },
  interpret(raw, { choices }) {
    if (raw === null || raw === "" || raw === -1)
      return noAnswer("unparsed", "the file gives no answer");
    const choice = namedChoice(raw, choices);
    if (choice.ok) return answered({ choice: choice.value });
    return typeof raw === "string" ? readReply(raw, choices) : noAnswer("unparsed", choice.reason);
  },
};

function isAnswer(value: unknown): value is string | number | null {
  return value === null || typeof value === "string" || Number.isInteger(value);
}
