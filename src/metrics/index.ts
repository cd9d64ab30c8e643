import type { MetricDeclaration } from "./metric-declaration.ts";

/** Where a metric is declared. Its file is loaded only when it is asked for or shown. */
export interface ListedMetric {
  /**
   * The kind of plain files that `vidimus metric` reads for it, and its names there; neither where
   * only families compute it.
   */
  readonly input?:
    | "text"
    | "detection"
    | "frames"
    | "moments"
    | "retrieval"
    | "classification"
    | "agreement"
    | "regression";
  readonly names?: readonly string[];
  load(): Promise<{ readonly declarations: readonly MetricDeclaration[] }>;
}

/** Every metric there is, in the order of the reference. */
export const metricList: readonly ListedMetric[] = [
  { load: () => import("./accuracy.ts") },
  { load: () => import("./macro-accuracy.ts") },
  { load: () => import("./chance-corrected-accuracy.ts") },
  { load: () => import("./parse-rate.ts") },
  { load: () => import("./choice-positions.ts") },
  {
    input: "classification",
    names: ["accuracy"],
    load: () => import("./classification/label-accuracy.ts"),
  },
  {
    input: "classification",
    names: ["balanced-accuracy"],
    load: () => import("./classification/balanced-accuracy.ts"),
  },
  {
    input: "classification",
    names: ["macro-f1"],
    load: () => import("./classification/macro-f1.ts"),
  },
  {
    input: "classification",
    names: ["micro-f1"],
    load: () => import("./classification/micro-f1.ts"),
  },
  {
    input: "classification",
    names: ["weighted-f1"],
    load: () => import("./classification/weighted-f1.ts"),
  },
  {
    input: "classification",
    names: ["class-f1"],
    load: () => import("./classification/class-f1.ts"),
  },
  { load: () => import("./classification/class-rates.ts") },
  {
    input: "classification",
    names: ["exact-match"],
    load: () => import("./classification/multi-label-exact-match.ts"),
  },
  {
    input: "classification",
    names: ["multi-label-micro-f1"],
    load: () => import("./classification/multi-label-micro-f1.ts"),
  },
  { load: () => import("./classification/multi-label-rates.ts") },
  {
    input: "classification",
    names: ["multi-label-macro-f1"],
    load: () => import("./classification/multi-label-macro-f1.ts"),
  },
  {
    input: "classification",
    names: ["label-ap"],
    load: () => import("./classification/label-average-precision.ts"),
  },
  {
    input: "classification",
    names: ["task-macro-f1"],
    load: () => import("./classification/task-macro-f1.ts"),
  },
  { load: () => import("./classification/top-label-recall.ts") },
  { load: () => import("./classification/top-k-accuracy.ts") },
  { load: () => import("./classification/calibration-error.ts") },
  { load: () => import("./classification/brier-score.ts") },
  { load: () => import("./classification/precision-recall-curve.ts") },
  { load: () => import("./classification/reliability-curve.ts") },
  { load: () => import("./classification/task-label-table.ts") },
  { load: () => import("./classification/task-levels.ts") },
  {
    input: "classification",
    names: ["confusion-matrix"],
    load: () => import("./classification/confusion-matrix.ts"),
  },
  {
    input: "classification",
    names: ["per-class"],
    load: () => import("./classification/per-class-table.ts"),
  },
  {
    input: "agreement",
    names: ["kappa", "weighted-kappa"],
    load: () => import("./agreement/cohen-kappa.ts"),
  },
  { input: "agreement", names: ["pabak"], load: () => import("./agreement/pabak.ts") },
  { input: "agreement", names: ["ac1"], load: () => import("./agreement/gwet-ac1.ts") },
  { input: "agreement", names: ["fleiss"], load: () => import("./agreement/fleiss-kappa.ts") },
  { input: "agreement", names: ["alpha"], load: () => import("./agreement/krippendorff-alpha.ts") },
  {
    input: "agreement",
    names: ["alpha-interval"],
    load: () => import("./agreement/krippendorff-alpha-interval.ts"),
  },
  {
    input: "agreement",
    names: ["icc"],
    load: () => import("./agreement/intraclass-correlation.ts"),
  },
  { input: "regression", names: ["mse"], load: () => import("./regression/mean-squared-error.ts") },
  {
    input: "regression",
    names: ["mae"],
    load: () => import("./regression/mean-absolute-error.ts"),
  },
  { input: "regression", names: ["r2"], load: () => import("./regression/pooled-r2.ts") },
  { input: "regression", names: ["mpjpe"], load: () => import("./regression/mpjpe.ts") },
  {
    input: "regression",
    names: ["mpjpe-final"],
    load: () => import("./regression/final-frame-mpjpe.ts"),
  },
  {
    input: "regression",
    names: ["boundary-precision"],
    load: () => import("./regression/boundary-precision.ts"),
  },
  {
    input: "regression",
    names: ["boundary-recall"],
    load: () => import("./regression/boundary-recall.ts"),
  },
  {
    input: "regression",
    names: ["boundary-f1"],
    load: () => import("./regression/boundary-f1.ts"),
  },
  {
    input: "regression",
    names: ["boundary-timing-error"],
    load: () => import("./regression/boundary-timing-error.ts"),
  },
  { load: () => import("./regression/window-boundaries.ts") },
  { input: "text", names: ["bleu"], load: () => import("./text/bleu.ts") },
  { input: "text", names: ["sacrebleu"], load: () => import("./text/sacrebleu.ts") },
  {
    input: "text",
    names: ["cider-d", "cider", "cider-plain"],
    load: () => import("./text/cider.ts"),
  },
  { input: "text", names: ["rouge-l"], load: () => import("./text/rouge-l.ts") },
  { input: "text", names: ["meteor"], load: () => import("./text/meteor.ts") },
  {
    input: "detection",
    names: ["detection-map"],
    load: () => import("./detection/mean-average-precision.ts"),
  },
  {
    input: "detection",
    names: ["event-f1-macro", "event-f1-micro", "event-f1-macro-best", "event-f1-micro-best"],
    load: () => import("./detection/event-f1.ts"),
  },
  {
    input: "detection",
    names: ["false-alarms-per-hour"],
    load: () => import("./detection/false-alarms-per-hour.ts"),
  },
  { input: "detection", names: ["miss-rate"], load: () => import("./detection/miss-rate.ts") },
  {
    input: "detection",
    names: ["latency-p50", "latency-p95"],
    load: () => import("./detection/detection-latency.ts"),
  },
  { input: "detection", names: ["truth-iou"], load: () => import("./detection/truth-iou.ts") },
  { input: "detection", names: ["match-iou"], load: () => import("./detection/match-iou.ts") },
  {
    input: "detection",
    names: ["average-recall"],
    load: () => import("./detection/average-recall.ts"),
  },
  {
    input: "detection",
    names: ["spotting-map-loose", "spotting-map-tight", "spotting-map"],
    load: () => import("./detection/spotting-map.ts"),
  },
  {
    input: "detection",
    names: ["type-average-precision"],
    load: () => import("./detection/type-average-precision.ts"),
  },
  {
    input: "detection",
    names: ["false-alarms"],
    load: () => import("./detection/false-alarm-table.ts"),
  },
  { input: "detection", names: ["latency"], load: () => import("./detection/latency-table.ts") },
  { input: "detection", names: ["det"], load: () => import("./detection/det-curve.ts") },
  { input: "frames", names: ["frame-auc"], load: () => import("./frames/frame-auc.ts") },
  { input: "frames", names: ["frame-map"], load: () => import("./frames/frame-map.ts") },
  { input: "moments", names: ["moment-recall"], load: () => import("./moments/moment-recall.ts") },
  { load: () => import("./moments/moment-overlap.ts") },
  { input: "moments", names: ["moment-map"], load: () => import("./moments/moment-map.ts") },
  { input: "moments", names: ["highlight-map"], load: () => import("./moments/highlight-map.ts") },
  { input: "moments", names: ["highlight-hit"], load: () => import("./moments/highlight-hit.ts") },
  { input: "retrieval", names: ["retrieval"], load: () => import("./retrieval/trec-measures.ts") },
  { input: "retrieval", names: ["map"], load: () => import("./retrieval/average-precision.ts") },
  { load: () => import("./retrieval/geometric-map.ts") },
  { input: "retrieval", names: ["mrr"], load: () => import("./retrieval/reciprocal-rank.ts") },
  { input: "retrieval", names: ["ndcg"], load: () => import("./retrieval/ndcg.ts") },
  { input: "retrieval", names: ["precision"], load: () => import("./retrieval/precision.ts") },
  { input: "retrieval", names: ["recall"], load: () => import("./retrieval/recall.ts") },
  { input: "retrieval", names: ["hit"], load: () => import("./retrieval/hit.ts") },
  { input: "retrieval", names: ["r-precision"], load: () => import("./retrieval/r-precision.ts") },
  { load: () => import("./retrieval/interpolated-precision.ts") },
  { input: "retrieval", names: ["bpref"], load: () => import("./retrieval/bpref.ts") },
  { load: () => import("./retrieval/known-item.ts") },
  { load: () => import("./answers/answer-declarations.ts") },
  { load: () => import("./dialogue/dialogue-declarations.ts") },
];
