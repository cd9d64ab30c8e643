import type { Analysis } from "../../../core/analysis.ts";
import type { Metric } from "../../../core/metric.ts";
import { UserError } from "../../../core/user-error.ts";
import type { ClassSet, HasLabelSets, HasLabels } from "../../../metrics/classification/class-counts.ts";
import { classF1 } from "../../../metrics/classification/class-f1.ts";
import { confusionMatrix } from "../../../metrics/classification/confusion-matrix.ts";
import { type LabelMetricFactory, labelMetrics, labelSetMetrics } from "../../../metrics/classification/index.ts";
import { labelAveragePrecision } from "../../../metrics/classification/label-average-precision.ts";
import { perClassTable } from "../../../metrics/classification/per-class-table.ts";
import type { HasTaskScores } from "../../../metrics/classification/rescale-scores.ts";
import { type TaskMacroF1Options, taskMacroF1 } from "../../../metrics/classification/task-macro-f1.ts";
import type { Flags } from "../command.ts";
import { figure } from "./figure.ts";
import { labelScores, labelSets, labels } from "./label-table.ts";
import type { AskedMetric, Figure, MetricInput, OfferedMetric, ScoredFiles } from "./metric-input.ts";
import { choiceOption, flagOption, type OptionValues, textOption } from "./metric-option.ts";
import { requiredFlag } from "./required-flag.ts";
import { blankNotes, requireColumns, type TableRow, tableGroups, tableRows } from "./table-rows.ts";

const usage = "--table <file with the columns truth and prediction>";
const defaultSeparator = ";";

interface Given {
  readonly classes?: ClassSet;
  readonly adjusted?: boolean;
  readonly positive?: string;
  readonly separator?: string;
  readonly average?: string;
  readonly rescaling?: TaskMacroF1Options["rescaling"];
  readonly ties?: NonNullable<TaskMacroF1Options["ties"]>;
}

type Make<Evidence> = (measure: string, options: Given) => Metric<Evidence>;

const ofLabels: Readonly<Record<string, Make<HasLabels>>> = {
  ...byId(labelMetrics),
  "class-f1": (measure, { positive }) => {
    if (positive === undefined) throw new UserError("class-f1 needs the class", "give it by --positive <label>");
    return classF1(measure, { positive });
  },
};

const ofSets: Readonly<Record<string, Make<HasLabelSets>>> = byId(labelSetMetrics);

function byId<Evidence>(factories: readonly LabelMetricFactory<Evidence>[]): Readonly<Record<string, Make<Evidence>>> {
  return Object.fromEntries(factories.map(({ id, create }) => [id, create]));
}

const ofScores: Readonly<Record<string, Make<HasTaskScores>>> = {
  "label-ap": (measure, { average = "macro" }) =>
    labelAveragePrecision(measure, average === "macro" || average === "micro" ? average : { label: average }),
  "task-macro-f1": (measure, { rescaling = "none", classes, ties }) =>
    taskMacroF1(measure, { rescaling, ...(classes && { classes }), ...(ties && { ties }) }),
};

const tables: Readonly<Record<string, (measure: string) => Analysis<HasLabels>>> = {
  "confusion-matrix": confusionMatrix,
  "per-class": perClassTable,
};

/** Labels of samples, one or several each, true and predicted. */
export const classificationInput: MetricInput = {
  id: "classification",
  summary:
    "a CSV, TSV, JSON or JSONL table of labels, one row per sample, several labels of a cell between separators or as a JSON list; a blank truth is hidden, a blank prediction no answer; group holds rows that belong together",
  usage,
  flags: ["table"],
  options: [
    choiceOption(
      {
        name: "classes",
        default: "union",
        meaning:
          "which classes are averaged: support (true somewhere), union (true or predicted; scikit-learn), options (offered: the column options)",
      },
      ["support", "union", "options"],
    ),
    flagOption({ name: "adjusted", default: "false", meaning: "whether chance is 0 (scikit-learn's adjusted)" }),
    textOption({ name: "positive", default: "none", meaning: "the class whose F1 is computed" }),
    textOption({ name: "separator", default: defaultSeparator, meaning: "what stands between the labels of a cell" }),
    textOption({ name: "average", default: "macro", meaning: "macro, micro, or one label by name" }),
    choiceOption(
      {
        name: "rescaling",
        default: "none",
        meaning: "none: the label of highest score; all (ViSTa), others: that of highest rescaled score",
      },
      ["none", "all", "others"],
    ),
    choiceOption(
      { name: "ties", default: "first", meaning: "which label wins among equal scores; ViSTa takes the last of rescaled ones" },
      ["first", "last"],
    ),
  ],
  metrics: [
    offer("accuracy", "Accuracy", [], "label-accuracy"),
    offer("balanced-accuracy", "Balanced accuracy", ["adjusted"]),
    offer("macro-f1", "Macro F1", ["classes"]),
    offer("micro-f1", "Micro F1", ["classes"]),
    offer("weighted-f1", "F1 weighted by support", ["classes"]),
    offer("confusion-matrix", "Table: true against predicted labels", []),
    offer("per-class", "Table: precision, recall and F1 by class", []),
    { ...offer("class-f1", "F1 of one class", ["positive"]), isApart: true },
    {
      ...offer("exact-match", "Share of rows with exactly the true labels, one or several", ["separator"], "multi-label-exact-match"),
      isApart: true,
    },
    { ...offer("multi-label-macro-f1", "Macro F1 of several labels per row", ["classes", "separator"]), isApart: true },
    { ...offer("multi-label-micro-f1", "Micro F1 of several labels per row", ["classes", "separator"]), isApart: true },
    {
      ...offer("label-ap", "One-vs-rest average precision, from score:<label> columns", ["average"], "label-average-precision"),
      isApart: true,
    },
    {
      ...offer(
        "task-macro-f1",
        "Macro F1 by task, from task and score:<label> columns",
        ["rescaling", "classes", "ties"],
        "rescaled-macro-f1",
      ),
      isApart: true,
    },
  ],
  open,
};

function offer(id: string, title: string, options: readonly string[], page = id): OfferedMetric {
  return { id, title, options, pages: [page] };
}

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const path = requiredFlag(flags, "table", usage);
  const rows = await tableRows(path);
  const analyses = asked.flatMap(({ id }) => {
    const analysis = tables[id]?.("");
    return analysis ? [{ key: id, title: analysis.title, data: analysis.analyse(labels(rows, path)) }] : [];
  });
  const figures = asked.flatMap(({ id, options }) => figuresOf(id, options, { rows, path }));
  return { units: "rows", n: rows.length, groups: tableGroups(rows), figures, analyses, notes: blankNotes(rows, "truth", "left out") };
}

interface LabelFile {
  readonly rows: readonly TableRow[];
  readonly path: string;
}

function figuresOf(id: string, options: OptionValues, { rows, path }: LabelFile): readonly Figure[] {
  const given: Given = options;
  const { separator = defaultSeparator } = given;
  if (given.classes === "options" && !ofScores[id]) requireColumns(rows, ["options"], path);
  requireLabel(id, given, { rows, path });
  if (ofLabels[id]) return [figure(ofLabels[id]("labels|v:1", given), labels(rows, path), id)];
  if (ofSets[id]) return [figure(ofSets[id](`label-sets|separator:${separator}|v:1`, given), labelSets(rows, { path, separator }), id)];
  return ofScores[id] ? [figure(ofScores[id]("label-scores|v:1", given), labelScores(rows, path), id)] : [];
}

/** A label that no row has is a mistake in writing rather than a score that is not defined. */
function requireLabel(id: string, { positive, average }: Given, { rows, path }: LabelFile): void {
  const label = id === "class-f1" ? positive : id === "label-ap" && average !== "macro" && average !== "micro" ? average : undefined;
  if (label === undefined) return;
  const read = id === "class-f1" ? labels(rows, path).map(({ truth, predicted }) => [truth, predicted]) : scoredLabels(rows, path);
  const present = [...new Set(read.flat())].filter((one) => one !== null);
  if (!present.includes(label))
    throw new UserError(`${path}: no row has the label "${label}"`, `labels here: ${present.slice(0, 20).join(", ")}`);
}

function scoredLabels(rows: readonly TableRow[], path: string): readonly (readonly (string | null)[])[] {
  return labelScores(rows, path).map(({ truth, options }) => [truth, ...options]);
}
