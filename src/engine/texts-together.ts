import type { AskFacts } from "../core/asking/asked.ts";
import { sumUsage } from "../core/asking/sum-usage.ts";
import type { Digest } from "../core/digest.ts";
import { canonicalJson } from "../core/json.ts";
import { answered, noAnswer } from "../core/run/outcome.ts";
import type { Answer, Question } from "./answer.ts";

/**
 * The vectors of several texts, each asked for by itself, one after the other; the first problem
 * where one has none.
 */
export async function textsTogether(
  texts: readonly string[],
  digest: Digest,
  put: (question: Question) => Promise<Answer>,
): Promise<Answer> {
  const answers = await Promise.all(
    texts.map((text) => {
      const ask = { text };
      const json = canonicalJson(ask);
      return put({ ask, text: json, digest: digest(json) });
    }),
  );
  const vectors: Float32Array[] = [];
  for (const answer of answers) {
    if (answer.outcome.kind !== "answered") return answer;
    vectors.push(answer.outcome.value as Float32Array);
  }
  const facts = factsOf(answers.flatMap(({ facts: own }) => own ?? []));
  const size = vectors[0]?.length ?? 0;
  const other = vectors.findIndex(({ length }) => length !== size);
  if (other >= 0) {
    const reason = `the encoder gave ${size} numbers for "${texts[0]}", and ${vectors[other]!.length} for "${texts[other]}"`;
    return { outcome: noAnswer("unparsed", reason), facts };
  }
  const packed = new Float32Array(size * vectors.length);
  for (const [at, vector] of vectors.entries()) packed.set(vector, at * size);
  return { outcome: answered(packed), facts };
}

/** As of one request: what was used in all, and the longest times, for they ran at once. */
function factsOf(all: readonly AskFacts[]): AskFacts | undefined {
  if (all.length === 0) return undefined;
  const asked = all.filter(({ cached }) => !cached);
  if (asked.length === 0) return { cached: true };
  const usage = asked.reduce<AskFacts["usage"]>((sum, one) => sumUsage(sum, one.usage), undefined);
  const longest = (of: (facts: AskFacts) => number | undefined) =>
    Math.max(...asked.map((facts) => of(facts) ?? 0));
  const queueMs = longest((facts) => facts.queueMs);
  return {
    ...asked[0],
    ...(usage ? { usage } : {}),
    ...(queueMs > 0 ? { queueMs } : {}),
    totalMs: longest((facts) => facts.totalMs),
    attempts: asked.reduce((sum, { attempts = 1 }) => sum + attempts, 0),
  };
}
