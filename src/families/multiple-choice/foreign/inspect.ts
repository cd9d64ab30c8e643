import { shown } from "../../../core/asking/shown.ts";
import type {
  DocumentPredictionFormat,
  RawPrediction,
  RowPredictionFormat,
} from "../../../core/data/format.ts";
import { isRecord } from "../../../core/json.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer, type Outcome } from "../../../core/run/outcome.ts";
import { letterIndex } from "../choice-letter.ts";
import { readReply } from "../parse.ts";
import type { ChoicePrediction, ChoiceSample } from "../schema.ts";
import { type Row, textCell } from "./cell.ts";

const shared = {
  reply: (raw: unknown) =>
    isRecord(raw) && typeof raw.completion === "string" ? raw.completion : undefined,
  interpret,
};

/**
 * Logs of inspect_ai in their JSON form: one document with `samples`. Only the first epoch of a
 * sample counts.
 */
export const inspectPredictions: DocumentPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "inspect",
  summary: "Logs of inspect_ai (.json): samples of id, epoch, output and scores",
  reads: "document",
  recognises: (head) => isRecord(head) && isRecord(head.eval) && Array.isArray(head.samples),
  read(document) {
    if (!isRecord(document) || !Array.isArray(document.samples))
      return failure("the log holds no samples; read it with samples, not as a header");
    const found: RawPrediction[] = [];
    for (const sample of document.samples as readonly unknown[]) {
      const read = readSample(sample);
      if (!read.ok) return read;
      if ((sample as Row).epoch === undefined || Number((sample as Row).epoch) === 1)
        found.push(read.value);
    }
    return success(found);
  },
  ...shared,
};

/** The same logs in their packed form, `.eval`, of which every row is a sample. */
export const inspectEvalPredictions: RowPredictionFormat<ChoiceSample, ChoicePrediction> = {
  id: "inspect-eval",
  summary: "Logs of inspect_ai (.eval): samples of id, output and scores; the first epoch",
  reads: "rows",
  recognises: (head) =>
    isRecord(head) && "epoch" in head && "target" in head && isRecord(head.output),
  read: readSample,
  ...shared,
};

function readSample(sample: unknown): Result<RawPrediction> {
  if (!isRecord(sample)) return failure(`a sample must be a record, but is ${shown(sample)}`);
  const id = textCell(sample.id);
  if (id === undefined)
    return failure(`id is ${shown(sample.id)}, but must be a text or a whole number`);
  const output = isRecord(sample.output) ? sample.output : {};
  const scores = isRecord(sample.scores) ? sample.scores : {};
  // The scorer `choice` states the letters it read, also where the choices were shuffled and put
  // back.
  const answer = isRecord(scores.choice) ? textCell(scores.choice.answer) : undefined;
  return success({
    id,
    raw: {
      answer,
      completion: completionOf(output),
      stop: stopReason(output),
      error: sample.error != null,
    },
  });
}

function completionOf(output: Row): string | undefined {
  if (typeof output.completion === "string") return output.completion;
  const first = Array.isArray(output.choices) ? (output.choices[0] as unknown) : undefined;
  const content = isRecord(first) && isRecord(first.message) ? first.message.content : undefined;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  return content
    .flatMap((part: unknown) =>
      isRecord(part) && typeof part.text === "string" ? [part.text] : [],
    )
    .join("\n");
}

function stopReason(output: Row): unknown {
  const first = Array.isArray(output.choices) ? (output.choices[0] as unknown) : undefined;
  return isRecord(first) ? first.stop_reason : undefined;
}

function interpret(raw: unknown, { choices }: ChoiceSample): Outcome<ChoicePrediction> {
  if (!isRecord(raw)) return noAnswer("unparsed", `${shown(raw)} is no prediction`);
  if (raw.error === true)
    return noAnswer("failed", "the log says that this sample ended in an error");
  const choice =
    typeof raw.answer === "string" ? letterIndex(raw.answer.trim(), choices.length) : undefined;
  if (choice !== undefined) return answered({ choice, rule: "inspect" });
  if (raw.stop === "content_filter") return noAnswer("refused", "stopped by a content filter");
  if (raw.stop === "max_tokens" || raw.stop === "model_length")
    return noAnswer("truncated", "the reply was cut off by the token limit");
  return typeof raw.completion === "string" && raw.completion !== ""
    ? readReply(raw.completion, choices)
    : noAnswer("unparsed", "the log holds no completion");
}
