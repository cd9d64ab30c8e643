import type { Export, ExportItem, ExportPiece } from "../../core/family/display-facet.ts";
import { isScored } from "../../core/run/outcome.ts";
import { missingMark, noAnswerText, openseesimeColumns } from "./foreign/openseesime.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";
import { submissions } from "./submissions.ts";

type Item = ExportItem<ChoiceSample, ChoicePrediction>;
type Cells = Readonly<Record<(typeof openseesimeColumns)[number], string>>;

const path = "openseesime.csv";
const pieceLength = 1 << 16;

/**
 * The result file of OpenSeeSimE: 13 columns. `answer_choices` is JSON. A sample without an answer
 * has the model's answer `None` (nothing, where a choice is spelled so) and the reason as
 * explanation, marked where nothing came from the system at all; `correct` is empty where nothing
 * was scored (a hidden truth, a failure on our side).
 */
const openseesime: Export<ChoiceSample, ChoicePrediction> = {
  id: "openseesime",
  summary: "OpenSeeSimE result file: CSV with 13 columns",
  async *write(items, { system }): AsyncIterable<ExportPiece> {
    let text = csvLine(openseesimeColumns);
    for await (const item of items) {
      const cells = openseesimeCells(item, system);
      text += csvLine(openseesimeColumns.map((column) => cells[column]));
      if (text.length < pieceLength) continue;
      yield { path, text };
      text = "";
    }
    if (text !== "") yield { path, text };
  },
};

/** Foreign result layouts that this family writes. */
export const choiceExports: readonly Export<ChoiceSample, ChoicePrediction>[] = [
  openseesime,
  ...submissions,
];

function openseesimeCells({ sample, outcome }: Item, system: string): Cells {
  const { metadata, choices, answer, media } = sample;
  const choice = outcome.kind === "answered" ? outcome.value.choice : null;
  return {
    file_name: String(metadata.file_name ?? media[0]?.path ?? sample.id),
    source_file: String(metadata.source_file ?? ""),
    question: sample.question,
    question_type: sample.type ?? "",
    question_id: String(metadata.question_id ?? sample.id),
    answer: answer === null ? "" : choices[answer]!,
    answer_choices: JSON.stringify(choices),
    correct_choice_idx: String(metadata.correct_choice_idx ?? answer ?? ""),
    model: system,
    model_answer: (choice === null ? undefined : choices[choice]) ?? noAnswerText(choices),
    explanation: explanationOf(outcome),
    correct: answer === null || !isScored(outcome.kind) ? "" : choice === answer ? "True" : "False",
    media_type: String(metadata.media_type ?? media[0]?.kind ?? ""),
  };
}

function explanationOf(outcome: Item["outcome"]): string {
  if (outcome.kind === "answered") return outcome.value.explanation ?? "";
  return outcome.kind === "missing" ? `${missingMark}${outcome.reason}` : outcome.reason;
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
}
