import type {
  Export,
  ExportAbout,
  ExportItem,
  ExportPiece,
} from "../../core/family/display-facet.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { precision } from "../../metrics/retrieval/precision.ts";
import { scoreItems } from "../shared/vigil/score-items.ts";
import { mergeVigilReports, vigilReport } from "../shared/vigil/vigil-report.ts";
import { retrievalBaselines } from "./baselines.ts";
import { judgeRole } from "./graders.ts";
import { relevanceMeasure, retrievalScoring } from "./metrics.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";

type Item = ExportItem<RetrievalSample, RetrievalPrediction>;
type RetrievalExport = Export<RetrievalSample, RetrievalPrediction, RetrievalOptions>;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly score: number | undefined;
}

/** What was found as intervals, best first; clips that are only named have none. */
function spansOf({ outcome }: Item): readonly Span[] {
  if (outcome.kind !== "answered") return [];
  return outcome.value.clips.flatMap(({ startSeconds: start, endSeconds: end, score }) =>
    start === undefined || end === undefined ? [] : [{ start, end, score }],
  );
}

/** The layout wants a score for every window: where none was given, one that keeps the order. */
const qvhighlights: RetrievalExport = {
  id: "qvhighlights",
  summary:
    "QVHighlights submission: submission.jsonl with qid, query, vid, pred_relevant_windows (start, end, score), pred_saliency_scores",
  async *write(items): AsyncIterable<ExportPiece> {
    for await (const item of items) {
      const { id, question, group, metadata } = item.sample;
      const spans = spansOf(item);
      const row = {
        qid: /^\d+$/.test(id) ? Number(id) : id,
        query: question,
        vid: String(metadata.vid ?? group),
        pred_relevant_windows: spans.map(({ start, end, score }, rank) => [
          start,
          end,
          score ?? 1 - rank / spans.length,
        ]),
        ...(item.outcome.kind === "answered" && item.outcome.value.saliency
          ? { pred_saliency_scores: item.outcome.value.saliency }
          : {}),
      };
      yield { path: "submission.jsonl", text: `${JSON.stringify(row)}\n` };
    }
  },
};

/** Only samples that were read from Ego4D's files know the uids that the layout asks for. */
const nlq: RetrievalExport = {
  id: "ego4d-nlq",
  summary:
    "Ego4D NLQ submission: JSON with results of clip_uid, annotation_uid, query_idx, predicted_times, best first",
  async *write(items): AsyncIterable<ExportPiece> {
    const path = "submission.json";
    yield { path, text: '{"version": "1.0", "challenge": "ego4d_nlq_challenge", "results": [' };
    let before = "";
    for await (const item of items) {
      const { clip, annotation, query } = item.sample.metadata;
      const result = {
        clip_uid: String(clip ?? item.sample.group),
        annotation_uid: String(annotation ?? item.sample.id.replace(/_\d+$/, "")),
        query_idx: Number(query ?? /_(\d+)$/.exec(item.sample.id)?.[1] ?? 0),
        predicted_times: spansOf(item).map(({ start, end }) => [start, end]),
      };
      yield { path, text: `${before}\n${JSON.stringify(result)}` };
      before = ",";
    }
    yield { path, text: "\n]}\n" };
  },
};

/**
 * The figures that VIGIL-RAG's framework reports of questions; those of events are another task's.
 */
const vigil: RetrievalExport = {
  id: "vigil",
  summary:
    "VIGIL-RAG report: report.json with rag_metrics and performance; one report for all tasks of a system beside it",
  async *write(items, about): AsyncIterable<ExportPiece> {
    const { measures, metrics } = retrievalScoring(about.options, about.lent.graders);
    const { relevance, minOverlap, noTruth, missing } = about.options;
    const everyClip = relevanceMeasure({ relevance, minOverlap, credit: "every-clip" });
    const noted: Noted = { seconds: [], indexed: new Map() };
    const scores = await scoreItems(noting(items, noted), {
      measures: [...measures, everyClip],
      empty: retrievalBaselines.empty,
    });
    const figure = (id: string) => scores.score(metrics.find((metric) => metric.id === id)!);
    const text = vigilReport(about, {
      config: {
        retrieval_top_k: about.options.topK,
        rerank_top_k: about.options.rerank ? about.options.topK : null,
      },
      rag_metrics: {
        // The document counts a question as recalled where any clip is right.
        recall_at_5: figure("hit@5"),
        recall_at_10: figure("hit@10"),
        // The document counts every clip that overlaps evidence, also several of the same evidence.
        precision_at_10: scores.score(
          precision(everyClip.signature, { k: 10, noTruth, missing }) as Metric,
        ),
        mean_time_to_answer_sec: meanOf(noted.seconds),
        ...faithfulnessOf(about, figure("faithfulness")),
      },
      performance: {
        p50_latency_sec: figure("time-to-answer-p50"),
        p95_latency_sec: figure("time-to-answer-p95"),
        avg_indexing_time_min: meanOf([...noted.indexed.values()].map((one) => one / 60)),
      },
    });
    yield { path: "report.json", text };
  },
  merge: mergeVigilReports,
};

/**
 * By people where they agree enough to be quoted, else by the judge; the report says whose it is.
 */
function faithfulnessOf({ people, lent }: ExportAbout<RetrievalOptions>, judged: number | null) {
  const labelled = people?.faithfulness?.faithfulness ?? null;
  if (labelled !== null) return { faithfulness: labelled, faithfulness_by: "people" };
  return {
    faithfulness: judged,
    faithfulness_by: judged === null ? null : (lent.graders[judgeRole] ?? null),
  };
}

/** Notes how long answers took as they pass. */
async function* noting(
  items: AsyncIterable<Item>,
  { seconds, indexed }: Noted,
): AsyncIterable<Item> {
  for await (const item of items) {
    if (item.outcome.kind === "answered") {
      const { seconds: reported = item.seconds, indexSeconds } = item.outcome.value;
      if (reported !== undefined) seconds.push(reported);
      const video = item.sample.media[0]?.path ?? item.sample.group;
      if (indexSeconds !== undefined && !indexed.has(video)) indexed.set(video, indexSeconds);
    }
    yield item;
  }
}

interface Noted {
  /** From question to answer. */
  readonly seconds: number[];
  /** How long each video took to be indexed. */
  readonly indexed: Map<string, number>;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/**
 * What benchmarks whose truth is hidden want to be sent, and a report as the family's origin writes
 * it.
 */
export const retrievalExports: readonly RetrievalExport[] = [qvhighlights, nlq, vigil];
