import type { DocumentFormat, DocumentPredictionFormat } from "../../../core/data/format.ts";
import { failure, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { nameAt } from "../../../metrics/retrieval/packed-names.ts";
import { parseQrels } from "../../../metrics/retrieval/trec-qrels.ts";
import { parseRun, rankedDocuments } from "../../../metrics/retrieval/trec-run.ts";
import type { RetrievalPrediction, RetrievalSample } from "../schema.ts";
import { emptySample } from "./empty-sample.ts";

/**
 * TREC judgements: a sample for each query, its documents as clips; judged not relevant is a gain
 * of 0, negative not judged.
 */
export const trecFormat: DocumentFormat<RetrievalSample> = {
  id: "trec",
  summary: "TREC qrels: lines of query, iteration, document, relevance",
  media: "none: collections of documents",
  reads: "document",
  read(document) {
    if (typeof document !== "string")
      return failure("must be a text file of lines: query iteration document relevance");
    const samples: RetrievalSample[] = [];
    for (const [query, { names, numbers }] of parseQrels(document))
      samples.push({
        ...emptySample(query, query, query),
        clips: Array.from(numbers, (gain, at) => ({ gain, id: nameAt(names, at) })),
      });
    return success(samples);
  },
};

/** A TREC run: documents by falling score, equal ones by falling name, as trec_eval orders them. */
export const trecPredictions: DocumentPredictionFormat<RetrievalSample, RetrievalPrediction> = {
  id: "trec",
  summary: "TREC run: lines of query, Q0, document, rank, score, name",
  reads: "document",
  foundOnly: { nothing: [] },
  recognises: (head) =>
    typeof head === "string" && /^\s*\S+\s+\S+\s+\S+\s+\S+\s+[-+.\deE]+\s+\S+/.test(head),
  read(document) {
    if (typeof document !== "string")
      return failure("must be a text file of lines: query Q0 document rank score name");
    return success(
      [...parseRun(document)].map(([id, hits]) => ({ id, raw: rankedDocuments(hits) })),
    );
  },
  interpret(raw) {
    if (!Array.isArray(raw)) return noAnswer("unparsed", "no list of documents");
    return answered({ clips: (raw as readonly string[]).map((id) => ({ id })) });
  },
};
