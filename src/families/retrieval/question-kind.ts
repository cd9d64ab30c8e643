/** The kinds of questions that a benchmark should hold. */
export const questionKinds = [
  "who",
  "what",
  "when",
  "where",
  "why",
  "how",
  "compare",
  "count",
] as const;

/**
 * The kind by the first word of a question, where it is one of these; "how many" counts. What is no
 * question has none.
 */
export function questionKind(question: string): string | undefined {
  const words = question
    .trim()
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  if (words[0] === "how" && words[1] === "many") return "count";
  return questionKinds.find((kind) => kind === words[0]);
}
