/**
 * Words of an answer as SQuAD compares them: lower case, no punctuation, no articles (Rajpurkar et
 * al., 2016).
 */
function answerWords(text: string): readonly string[] {
  const plain = text.toLowerCase().replaceAll(/[\p{P}\p{S}]/gu, "");
  return plain
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "a" && word !== "an" && word !== "the");
}

/** Whether both answers consist of the same words in the same order. */
export function isSameAnswer(answer: string, truth: string): boolean {
  return answerWords(answer).join(" ") === answerWords(truth).join(" ");
}

/** F1 of the words that both answers share, counted with repetitions; 1 where both have none. */
export function tokenF1(answer: string, truth: string): number {
  const [said, wanted] = [answerWords(answer), answerWords(truth)];
  if (said.length === 0 || wanted.length === 0) return said.length === wanted.length ? 1 : 0;
  const counts = new Map<string, number>();
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of said) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common++;
  }
  return (2 * common) / (said.length + wanted.length);
}
