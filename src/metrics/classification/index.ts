import type { Metric } from "../../core/metric.ts";
import { balancedAccuracy, balancedAccuracyPage } from "./balanced-accuracy.ts";
import type { ClassSet, HasLabelSets, HasLabels } from "./class-counts.ts";
import { classF1Page } from "./class-f1.ts";
import { confusionMatrixPage } from "./confusion-matrix.ts";
import { labelAccuracy, labelAccuracyPage } from "./label-accuracy.ts";
import { labelAveragePrecisionPage } from "./label-average-precision.ts";
import { macroF1, macroF1Page } from "./macro-f1.ts";
import { microF1, microF1Page } from "./micro-f1.ts";
import { multiLabelExactMatch, multiLabelExactMatchPage } from "./multi-label-exact-match.ts";
import { multiLabelMacroF1, multiLabelMacroF1Page } from "./multi-label-macro-f1.ts";
import { multiLabelMicroF1, multiLabelMicroF1Page } from "./multi-label-micro-f1.ts";
import { perClassTablePage } from "./per-class-table.ts";
import { taskMacroF1Page } from "./task-macro-f1.ts";
import { topLabelRecallPage } from "./top-label-recall.ts";
import { weightedF1, weightedF1Page } from "./weighted-f1.ts";

/** Every option that a metric of labels may have; each reads its own. */
interface LabelMetricOptions {
  /** Of averages over labels; `union` when left out, as scikit-learn has it. */
  readonly classes?: ClassSet;
  /** Of balanced accuracy. */
  readonly adjusted?: boolean;
}

/** A metric by the name under which a user asks for it. */
export interface LabelMetricFactory<Evidence> {
  readonly id: string;
  /** The metric reads evidence of the measure whose signature is given. */
  create(measure: string, options?: LabelMetricOptions): Metric<Evidence>;
}

const chosen = ({ classes = "union" }: LabelMetricOptions = {}) => ({ classes });

/** All metrics of one label per sample. */
export const labelMetrics: readonly LabelMetricFactory<HasLabels>[] = [
  { id: "accuracy", create: (measure) => labelAccuracy(measure) },
  { id: "balanced-accuracy", create: (measure, { adjusted = false } = {}) => balancedAccuracy(measure, { adjusted }) },
  { id: "macro-f1", create: (measure, options) => macroF1(measure, chosen(options)) },
  { id: "micro-f1", create: (measure, options) => microF1(measure, chosen(options)) },
  { id: "weighted-f1", create: (measure, options) => weightedF1(measure, chosen(options)) },
];

/** All metrics of any number of labels per sample. */
export const labelSetMetrics: readonly LabelMetricFactory<HasLabelSets>[] = [
  { id: "exact-match", create: (measure) => multiLabelExactMatch(measure) },
  { id: "multi-label-macro-f1", create: (measure, options) => multiLabelMacroF1(measure, chosen(options)) },
  { id: "multi-label-micro-f1", create: (measure, options) => multiLabelMicroF1(measure, chosen(options)) },
];

export const classificationPages = [
  labelAccuracyPage,
  balancedAccuracyPage,
  macroF1Page,
  microF1Page,
  weightedF1Page,
  classF1Page,
  multiLabelExactMatchPage,
  multiLabelMicroF1Page,
  multiLabelMacroF1Page,
  labelAveragePrecisionPage,
  taskMacroF1Page,
  topLabelRecallPage,
  confusionMatrixPage,
  perClassTablePage,
];
