import type { ExportAbout } from "../../../core/family/display-facet.ts";

type Figure = number | null;

/**
 * What one task knows of the report of VIGIL-RAG's framework; blocks that it knows nothing of are
 * left out.
 */
export interface VigilBlocks {
  readonly config?: Readonly<Record<"retrieval_top_k" | "rerank_top_k", Figure>>;
  readonly rag_metrics?: Readonly<
    Record<
      | "recall_at_5"
      | "recall_at_10"
      | "precision_at_10"
      | "mean_time_to_answer_sec"
      | "faithfulness",
      Figure
    >
  > & {
    /** Whose word it is: `people`, or the name of a judge. */
    readonly faithfulness_by: string | null;
  };
  /**
   * Next to the document's fields are those that its text sets targets for: `mean_tiou` and the
   * times until an alert, of detected events and of all (missed ones take for ever).
   */
  readonly event_metrics?: Readonly<
    Record<
      | "map"
      | "f1_macro"
      | "fah"
      | "mean_tiou"
      | "p50_alert_latency_sec"
      | "p95_alert_latency_sec"
      | "p50_alert_latency_with_misses_sec"
      | "p95_alert_latency_with_misses_sec",
      Figure
    >
  > & {
    readonly ap_per_type: Readonly<Record<string, Figure>>;
    /** What F1, false alarms and latencies count: `null` for every prediction. */
    readonly min_confidence: number | "calibrated" | null;
    readonly matching: string;
  };
  readonly performance?: Readonly<
    Record<"p50_latency_sec" | "p95_latency_sec" | "avg_indexing_time_min", Figure>
  >;
}

/**
 * The report of VIGIL-RAG's framework as JSON. The timestamp is that of the run. What is not known
 * is `null`, such as indexing time and video memory where nobody measured them.
 */
export function vigilReport(
  {
    system,
    task,
    startedAt,
    model,
    peakVramBytes,
  }: Pick<ExportAbout<unknown>, "system" | "task" | "startedAt" | "model" | "peakVramBytes">,
  blocks: VigilBlocks,
): string {
  const nameIf = (speaks: "chat" | "encoder") => (model?.speaks === speaks ? model.name : null);
  return document({
    benchmark_id: task ?? null,
    timestamp: startedAt === undefined ? null : new Date(startedAt).toISOString(),
    system,
    config: {
      embedding_model: nameIf("encoder"),
      llm_model: nameIf("chat"),
      retrieval_top_k: null,
      rerank_top_k: null,
      ...blocks.config,
    },
    rag_metrics: blocks.rag_metrics ?? null,
    event_metrics: blocks.event_metrics ?? null,
    performance: {
      p50_latency_sec: null,
      p95_latency_sec: null,
      avg_indexing_time_min: null,
      ...blocks.performance,
      peak_vram_gb: peakVramBytes === undefined ? null : peakVramBytes / 1e9,
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** One report of several tasks: of every figure and block the first that is known. */
export function mergeVigilReports(texts: readonly string[]): string {
  const reports = texts.map((text) => JSON.parse(text) as Fields);
  const ids = reports.flatMap(({ benchmark_id: id }) => (typeof id === "string" ? [id] : []));
  return document({
    ...reports.reduce(filled),
    benchmark_id: ids.length === 0 ? null : ids.join("+"),
  });
}

function filled(first: Fields, second: Fields): Fields {
  return Object.fromEntries(
    Object.entries(first).map(([key, value]) => {
      const other = second[key];
      if (value === null) return [key, other ?? null];
      return [
        key,
        isFields(value) && isFields(other) && key !== "ap_per_type" ? filled(value, other) : value,
      ];
    }),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function document(report: Fields): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
