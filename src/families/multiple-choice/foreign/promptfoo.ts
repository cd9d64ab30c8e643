import { shown } from "../../../core/asking/shown.ts";
import type { DocumentPredictionFormat, RawPrediction } from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, success } from "../../../core/result.ts";
import { noAnswer } from "../../../core/run/outcome.ts";
import { readReply } from "../parse.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";
import { type Row, textCell } from "./cell.ts";
import { foreignId } from "./foreign-id.ts";

/**
 * Outputs of promptfoo (`--output results.json`). A result belongs to the sample that its variables
 * or metadata name, else to its `testIdx`. Answers of several providers or prompts are variants,
 * named `provider #prompt`.
 */
export const promptfooPredictions: DocumentPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "promptfoo",
  summary: "Outputs of promptfoo (JSON): results.results of vars, response and testIdx",
  reads: "document",
  recognises: (head) => isRecord(head) && resultsOf(head) !== undefined,
  read(document) {
    const results = isRecord(document) ? resultsOf(document) : undefined;
    if (!results) return failure("results.results is missing; it must be a list");
    const found: RawPrediction[] = [];
    for (const [at, result] of results.entries()) {
      if (!isRecord(result))
        return failure(`result ${at + 1} is ${shown(result)}, but must be a record`);
      found.push({
        id: idOf(result) ?? String(at),
        raw: { output: outputOf(result), error: textCell(result.error) },
        variant: columnOf(result),
      });
    }
    return success(found);
  },
  reply: (raw) => (isRecord(raw) && typeof raw.output === "string" ? raw.output : undefined),
  interpret(raw, { choices }) {
    if (!isRecord(raw)) return noAnswer("unparsed", `${shown(raw)} is no prediction`);
    if (typeof raw.output === "string") return readReply(raw.output, choices);
    return noAnswer(
      "failed",
      typeof raw.error === "string" ? raw.error : "the file holds no output",
    );
  },
};

/**
 * Of version 3 and later under `results.results`, of version 2 under `results`; both have `testIdx`
 * or `vars`.
 */
function resultsOf(document: Row): readonly unknown[] | undefined {
  const outer = document.results;
  const list = isRecord(outer) ? outer.results : outer;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const [first] = list as readonly unknown[];
  return isRecord(first) && "vars" in first && ("response" in first || "error" in first)
    ? list
    : undefined;
}

function idOf(result: Row): string | undefined {
  const test = isRecord(result.testCase) ? result.testCase : {};
  for (const record of [result.vars, test.metadata, test.vars]) {
    const id = isRecord(record) ? foreignId(record) : undefined;
    if (id !== undefined) return id;
  }
  return textCell(result.testIdx);
}

function columnOf(result: Row): string {
  const provider = isRecord(result.provider)
    ? (textCell(result.provider.label) ?? textCell(result.provider.id))
    : textCell(result.provider);
  return `${provider ?? ""} #${textCell(result.promptIdx) ?? "0"}`;
}

function outputOf({ response }: Row): string | undefined {
  const output = isRecord(response) ? response.output : undefined;
  if (output === undefined || output === null) return undefined;
  return typeof output === "string" ? output : JSON.stringify(output);
}
