import { shown } from "../../../core/asking/shown.ts";
import type { RowPredictionFormat } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { readReply } from "../parse.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";
import { type Row, textCell } from "./cell.ts";
import { foreignId } from "./foreign-id.ts";

/**
 * Sample logs of lm-evaluation-harness and lmms-eval (`samples_<task>_<time>.jsonl`). A row belongs
 * to the sample that its `doc` names; without such a name, to the one called like its `doc_id`,
 * which is the position in the set. A reply is what was generated; of logarithms of likelihoods,
 * one for each choice, the largest counts. A log has one row for each filter of a task; the words
 * are the same in all of them.
 */
export const lmEvalPredictions: RowPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "lm-eval",
  summary:
    "Sample logs of lm-eval and lmms-eval (samples_*.jsonl): doc_id, doc, resps or filtered_resps",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) && "doc_id" in head && ("resps" in head || "filtered_resps" in head),
  read(row) {
    if (!isRecord(row))
      return failure(`a row must be a record of a sample log, but is ${shown(row)}`);
    const id = (isRecord(row.doc) ? foreignId(row.doc) : undefined) ?? textCell(row.doc_id);
    const variant = textCell(row.filter);
    return id === undefined
      ? failure("doc_id is missing")
      : success({
          id,
          raw: { generated: generated(row), likelihoods: likelihoods(row) },
          ...(variant === undefined ? {} : { variant }),
        });
  },
  reply: (raw) => (isRecord(raw) && typeof raw.generated === "string" ? raw.generated : undefined),
  interpret(raw, { choices }) {
    if (!isRecord(raw)) return noAnswer("unparsed", `${shown(raw)} is no prediction`);
    if (typeof raw.generated === "string") return readReply(raw.generated, choices);
    const values = raw.likelihoods as readonly number[] | undefined;
    if (!values)
      return noAnswer("unparsed", "the log holds neither a generated text nor likelihoods");
    if (values.length !== choices.length)
      return noAnswer("unparsed", `${values.length} likelihoods for ${choices.length} choices`);
    return answered({ choice: values.indexOf(Math.max(...values)), rule: "likelihood" });
  },
};

/**
 * The first text of the unfiltered answers, else of the filtered ones, which a task may have
 * rewritten.
 */
function generated(row: Row): string | undefined {
  for (const list of [row.resps, row.filtered_resps]) {
    const found = firstText(list);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  // A pair of a number and a truth value is a likelihood, not a text.
  if (!Array.isArray(value) || isLikelihood(value)) return undefined;
  return firstText(value[0]);
}

function isLikelihood(value: unknown): value is readonly [unknown, unknown] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    Number.isFinite(Number(value[0])) &&
    /^(?:true|false)$/i.test(String(value[1]))
  );
}

function likelihoods(row: Row): readonly number[] | undefined {
  for (const list of [row.filtered_resps, row.resps]) {
    if (!Array.isArray(list)) continue;
    const pairs = list.map((item: unknown) =>
      Array.isArray(item) && item.length === 1 ? (item[0] as unknown) : item,
    );
    if (pairs.length > 0 && pairs.every(isLikelihood)) return pairs.map(([value]) => Number(value));
  }
  return undefined;
}
