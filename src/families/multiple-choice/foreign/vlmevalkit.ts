import { shown } from "../../../core/asking/shown.ts";
import type { RowPredictionFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { noAnswer } from "../../../core/run/outcome.ts";
import { readReply } from "../parse.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";
import { textCell } from "./cell.ts";

/** What VLMEvalKit writes where a request failed. */
const failureText = /^Failed to obtain answer via API/;

/**
 * Result tables of VLMEvalKit as CSV, TSV or JSON; a spreadsheet must be saved as one of these
 * first.
 */
export const vlmEvalKitPredictions: RowPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "vlmevalkit",
  summary:
    "Result tables of VLMEvalKit (CSV, TSV or JSON): index, question, prediction, with or without the choices",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) &&
    !("id" in head) &&
    "index" in head &&
    "question" in head &&
    "prediction" in head,
  read(row) {
    const id = isRecord(row) ? textCell(row.index) : undefined;
    if (!isRecord(row) || id === undefined)
      return failure(`index is missing; a row is ${shown(row)}`);
    return success({ id, raw: textCell(row.prediction) ?? "" });
  },
  reply: (raw) =>
    typeof raw === "string" && raw !== "" && !failureText.test(raw) ? raw : undefined,
  interpret(raw, { choices }) {
    const text = String(raw ?? "");
    if (text === "") return noAnswer("unparsed", "the table gives no prediction");
    return failureText.test(text)
      ? noAnswer("failed", "the table says that this request failed")
      : readReply(text, choices);
  },
};
