import type { RowFormat } from "../../src/core/data/format.ts";
import { formats } from "../../src/families/retrieval/formats.ts";
import type { RetrievalPrediction, RetrievalSample } from "../../src/families/retrieval/schema.ts";
import { retrievalScores } from "../retrieval/retrieval-scores.ts";

/** Questions in the shape of VIGIL-RAG's benchmark files. */
export function vigilQuestions(rows: readonly unknown[]): readonly RetrievalSample[] {
  const format = formats.find(({ id }) => id === "vigil-benchmark") as RowFormat<RetrievalSample>;
  return rows.flatMap((row) => {
    const read = format.read(row);
    if (!read.ok) throw new Error(read.reason);
    return read.value;
  });
}

/** Scores with the benchmark's own settings, of all questions or of one kind. */
export function vigilScores(
  questions: readonly RetrievalSample[],
  found: ReadonlyMap<string, RetrievalPrediction>,
  kind?: string,
): Readonly<Record<string, number | null>> {
  const own = questions.filter((question) => kind === undefined || question.kind === kind);
  return retrievalScores(own, found, { gain: "exponential", noTruth: "zero" });
}
