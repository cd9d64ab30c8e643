import type { Export, ExportPiece } from "../../core/family/display-facet.ts";
import type { Analysis } from "../../core/scores/analysis.ts";
import type { HasSplit } from "../../metrics/detection/calibrated-threshold.ts";
import { analysisOf, otherSplits } from "../../metrics/detection/held-out-split.ts";
import { typeAveragePrecision } from "../../metrics/detection/type-average-precision.ts";
import { type ItemScores, scoreItems } from "../shared/vigil/score-items.ts";
import { mergeVigilReports, vigilReport } from "../shared/vigil/vigil-report.ts";
import { eventBaselines } from "./baselines.ts";
import { detectedLatency, eventMeasures, eventMetrics } from "./metrics.ts";
import {
  type EventOptions,
  type EventPrediction,
  type EventSample,
  usualConfidence,
} from "./schema.ts";

/**
 * The tIoU at which the document computes average precision, whatever thresholds the task averages
 * over.
 */
const vigilIou = 0.5;

/** The document counts every prediction. A threshold other than the family's own was set on purpose. */
function vigilConfidence({ minConfidence }: EventOptions): EventOptions["minConfidence"] {
  return minConfidence === usualConfidence ? "none" : minConfidence;
}

/**
 * The figures that VIGIL-RAG's framework reports of events; those of questions are another task's.
 */
const vigil: Export<EventSample, EventPrediction, EventOptions> = {
  id: "vigil",
  summary:
    "VIGIL-RAG report: report.json with event_metrics; one report for all tasks of a system beside it",
  async *write(items, about): AsyncIterable<ExportPiece> {
    const options = {
      ...about.options,
      minIous: [vigilIou],
      spotting: false,
      minConfidence: vigilConfidence(about.options),
    };
    const scores = await scoreItems(items, {
      measures: eventMeasures(options),
      empty: eventBaselines.empty,
    });
    const [map, ...others] = eventMetrics(options);
    const figure = (id: string) => scores.score(others.find((metric) => metric.id === id)!);
    const { minIou, minConfidence } = options;
    const text = vigilReport(about, {
      event_metrics: {
        map: scores.score(map!),
        f1_macro: figure("event-f1-macro"),
        fah: figure("false-alarms-per-hour"),
        ap_per_type: precisionsByType(scores, options),
        mean_tiou: figure("truth-iou"),
        p50_alert_latency_sec: scores.score(detectedLatency(options, 0.5)),
        p95_alert_latency_sec: scores.score(detectedLatency(options, 0.95)),
        p50_alert_latency_with_misses_sec: figure("latency-p50"),
        p95_alert_latency_with_misses_sec: figure("latency-p95"),
        min_confidence: minConfidence === "none" ? null : minConfidence,
        matching: `one-to-one within a video and type, by falling confidence, tIoU of at least ${minIou}`,
      },
    });
    yield { path: "report.json", text };
  },
  merge: mergeVigilReports,
};

/** Types that are only predicted have none. */
function precisionsByType(
  scores: ItemScores,
  options: EventOptions,
): Readonly<Record<string, number | null>> {
  const { definition, minIous, validationSplit } = options;
  const [measure] = eventMeasures(options);
  const all: Analysis<HasSplit> = typeAveragePrecision({
    measure: measure!.signature,
    definition,
    tiou: minIous,
  });
  const scored =
    validationSplit === undefined ? all : analysisOf(all, otherSplits(validationSplit));
  const table = scores.analyse(scored as Parameters<ItemScores["analyse"]>[0]);
  if (table.kind !== "table") return {};
  const column = table.columns.indexOf("AP");
  return Object.fromEntries(
    table.rows.flatMap((row) =>
      row[column] === null ? [] : [[String(row[0]), Number(row[column])]],
    ),
  );
}

export const eventExports: readonly Export<EventSample, EventPrediction, EventOptions>[] = [vigil];
