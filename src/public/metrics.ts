/**
 * Metrics as functions that return one: `vidimus/metrics`. docs/metrics.md says what each of them
 * is.
 */
export type * from "../core/scores/measure.ts";
export type * from "../core/scores/metric.ts";
export { accuracy } from "../metrics/accuracy.ts";
export { cohenKappa } from "../metrics/agreement/cohen-kappa.ts";
export { fleissKappa } from "../metrics/agreement/fleiss-kappa.ts";
export { gwetAc1 } from "../metrics/agreement/gwet-ac1.ts";
export { intraclassCorrelation } from "../metrics/agreement/intraclass-correlation.ts";
export { krippendorffAlpha } from "../metrics/agreement/krippendorff-alpha.ts";
export { krippendorffAlphaInterval } from "../metrics/agreement/krippendorff-alpha-interval.ts";
export {
  judgeAgreement,
  type LabelScale,
  labelMeasure,
  raterAgreement,
} from "../metrics/agreement/label-agreement.ts";
export { pabak } from "../metrics/agreement/pabak.ts";
export {
  answerTokenF1,
  citationAccuracy,
  exactAnswer,
  timeToAnswer,
} from "../metrics/answers/answer-scores.ts";
export { chanceCorrectedAccuracy } from "../metrics/chance-corrected-accuracy.ts";
export { balancedAccuracy } from "../metrics/classification/balanced-accuracy.ts";
export { brierScore } from "../metrics/classification/brier-score.ts";
export { calibrationError } from "../metrics/classification/calibration-error.ts";
export { classF1 } from "../metrics/classification/class-f1.ts";
export { labelAccuracy } from "../metrics/classification/label-accuracy.ts";
export { labelAveragePrecision } from "../metrics/classification/label-average-precision.ts";
export { macroF1 } from "../metrics/classification/macro-f1.ts";
export { meanOfTasks } from "../metrics/classification/mean-of-tasks.ts";
export { microF1 } from "../metrics/classification/micro-f1.ts";
export { multiLabelExactMatch } from "../metrics/classification/multi-label-exact-match.ts";
export { multiLabelMacroF1 } from "../metrics/classification/multi-label-macro-f1.ts";
export { multiLabelMicroF1 } from "../metrics/classification/multi-label-micro-f1.ts";
export { taskMacroF1 } from "../metrics/classification/task-macro-f1.ts";
export { topKAccuracy } from "../metrics/classification/top-k-accuracy.ts";
export { topLabelRecall } from "../metrics/classification/top-label-recall.ts";
export { weightedF1 } from "../metrics/classification/weighted-f1.ts";
export { averageRecall } from "../metrics/detection/average-recall.ts";
export { detectionLatency } from "../metrics/detection/detection-latency.ts";
export { eventF1 } from "../metrics/detection/event-f1.ts";
export { falseAlarmsPerHour } from "../metrics/detection/false-alarms-per-hour.ts";
export { matchIou } from "../metrics/detection/match-iou.ts";
export { meanAveragePrecision } from "../metrics/detection/mean-average-precision.ts";
export { missRate } from "../metrics/detection/miss-rate.ts";
export { spottingMap } from "../metrics/detection/spotting-map.ts";
export { truthIou } from "../metrics/detection/truth-iou.ts";
export { frameAuc } from "../metrics/frames/frame-auc.ts";
export { frameMap } from "../metrics/frames/frame-map.ts";
export { frameMetric } from "../metrics/frames/frame-metric.ts";
export { macroAccuracy } from "../metrics/macro-accuracy.ts";
export { highlightHit } from "../metrics/moments/highlight-hit.ts";
export { highlightMap } from "../metrics/moments/highlight-map.ts";
export { momentMap } from "../metrics/moments/moment-map.ts";
export { momentRecall } from "../metrics/moments/moment-recall.ts";
export { parseRate } from "../metrics/parse-rate.ts";
export { boundaryF1 } from "../metrics/regression/boundary-f1.ts";
export { boundaryPrecision } from "../metrics/regression/boundary-precision.ts";
export { boundaryRatio } from "../metrics/regression/boundary-ratio.ts";
export { boundaryRecall } from "../metrics/regression/boundary-recall.ts";
export { boundaryTimingError } from "../metrics/regression/boundary-timing-error.ts";
export { finalFrameMpjpe } from "../metrics/regression/final-frame-mpjpe.ts";
export { meanAbsoluteError } from "../metrics/regression/mean-absolute-error.ts";
export { meanSquaredError } from "../metrics/regression/mean-squared-error.ts";
export { mpjpe } from "../metrics/regression/mpjpe.ts";
export { pooledR2 } from "../metrics/regression/pooled-r2.ts";
export { averagePrecision } from "../metrics/retrieval/average-precision.ts";
export { bpref } from "../metrics/retrieval/bpref.ts";
export { geometricMap } from "../metrics/retrieval/geometric-map.ts";
export { hit } from "../metrics/retrieval/hit.ts";
export { interpolatedPrecision } from "../metrics/retrieval/interpolated-precision.ts";
export { ndcg } from "../metrics/retrieval/ndcg.ts";
export { precision } from "../metrics/retrieval/precision.ts";
export { rPrecision } from "../metrics/retrieval/r-precision.ts";
export { recall } from "../metrics/retrieval/recall.ts";
export { reciprocalRank } from "../metrics/retrieval/reciprocal-rank.ts";
export { retrievalMetric } from "../metrics/retrieval/retrieval-metric.ts";
export { type SampleMetricDefinition, sampleMetric } from "../metrics/sample-metric.ts";
export { bleu } from "../metrics/text/bleu.ts";
export { cider } from "../metrics/text/cider.ts";
export { meteor } from "../metrics/text/meteor.ts";
export { rougeL } from "../metrics/text/rouge-l.ts";
export { sacrebleu } from "../metrics/text/sacrebleu.ts";
