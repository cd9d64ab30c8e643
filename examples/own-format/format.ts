import { type ChoiceSample, defineFormat, failure, success } from "vidimus";

/**
 * A quiz as somebody keeps it: `Question? | *right | wrong | wrong`, one a line of a JSONL file as
 * { n, line }.
 */
export const format = defineFormat<ChoiceSample>({
  family: "multiple-choice",
  id: "pub-quiz",
  summary: "Pub quiz: rows of n and line, with the right choice marked by a star",
  reads: "rows",
  read(row) {
    const { n, line } = row as { readonly n?: number; readonly line?: string };
    if (typeof n !== "number" || typeof line !== "string")
      return failure("a row needs n (a number) and line (a text)");
    const [question = "", ...marked] = line.split("|").map((part) => part.trim());
    const answer = marked.findIndex((choice) => choice.startsWith("*"));
    if (answer < 0)
      return failure(`line ${JSON.stringify(line)} has no choice that is marked by a star`);
    const choices = marked.map((choice) => choice.replace(/^\*\s*/, ""));
    return success([
      { id: `quiz-${n}`, group: `quiz-${n}`, question, choices, answer, media: [], metadata: {} },
    ]);
  },
});
