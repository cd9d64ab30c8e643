import type { Metric } from "../../../core/metric.ts";
import { signature } from "../../../core/signature.ts";
import { UserError } from "../../../core/user-error.ts";
import type { HasMoments, HasSaliency } from "../../../metrics/moments/has-moments.ts";
import { type HighlightGrade, highlightGrades, highlightHit } from "../../../metrics/moments/highlight-hit.ts";
import { highlightMap } from "../../../metrics/moments/highlight-map.ts";
import type { MomentLength } from "../../../metrics/moments/moment-length.ts";
import { momentMap } from "../../../metrics/moments/moment-map.ts";
import { momentRecall } from "../../../metrics/moments/moment-recall.ts";
import type { Flags } from "../command.ts";
import { figure } from "./figure.ts";
import type { AskedMetric, Figure, MetricInput, ScoredFiles } from "./metric-input.ts";
import { choiceOption, numberOption, numbersOption } from "./metric-option.ts";
import { type LackingField, type MomentField, readMoments } from "./moment-files.ts";
import { requiredFlag } from "./required-flag.ts";

const usage = "--reference <QVHighlights JSONL> --prediction <QVHighlights JSONL>";
const momentsMeasure = "qvhighlights-windows|v:1";
/** QVHighlights cuts videos into clips of this length. */
const usualClipSeconds = 2;
const windows: readonly MomentField[] = ["relevant_windows", "pred_relevant_windows"];
const saliencies: readonly MomentField[] = ["saliency_scores", "pred_saliency_scores"];
/** What each metric reads of the records. */
const fieldsOf: Readonly<Record<string, readonly MomentField[]>> = {
  "moment-recall": windows,
  "moment-map": windows,
  "highlight-map": saliencies,
  "highlight-hit": saliencies,
};
const lengths = ["all", "short", "middle", "long"];

/** Moments and highlights that a query asks for, as QVHighlights writes them. */
export const momentsInput: MetricInput = {
  id: "moments",
  summary: "moments and highlights by query, as QVHighlights JSONL",
  usage,
  flags: ["reference", "prediction", "tiou", "perQuery"],
  options: [
    numbersOption(
      { name: "tiou", default: "0.5,0.7", keys: ["minIou"], meaning: "thresholds of tIoU: R1 at each; mAP at each and on average" },
      { isAboveZero: true, most: 1 },
    ),
    numberOption({ name: "k", default: "1", meaning: "how many moments are looked at" }, { least: 1, isWhole: true }),
    choiceOption({ name: "length", default: "all", meaning: "truths to find: short (to 10 s), middle (to 30 s), long, or all" }, lengths),
    choiceOption(
      { name: "compare", default: "reach", meaning: "reach: tIoU ≥ threshold (QVHighlights); exceed: tIoU > threshold (Ego4D NLQ)" },
      ["reach", "exceed"],
    ),
    numberOption({ name: "most", default: "10", meaning: "how many moments of a query mAP reads" }, { least: 1, isWhole: true }),
    choiceOption(
      {
        name: "grade",
        default: "all three",
        keys: ["minGrade"],
        meaning: "from which grade on a clip is a highlight: fair, good, very-good",
      },
      Object.keys(highlightGrades),
    ),
    numberOption(
      { name: "clipSeconds", default: String(usualClipSeconds), meaning: "the length of a clip, of which each has a score" },
      { isAboveZero: true },
    ),
  ],
  metrics: [
    { id: "moment-recall", title: "R@k at tIoU 0.5 and 0.7", options: ["tiou", "k", "length", "compare"], pages: ["moment-recall"] },
    {
      id: "moment-map",
      defaults: { tiou: "0.5:0.05:0.95" },
      title: "Moment mAP, on average, at 0.5 and 0.75, and by length",
      options: ["tiou", "length", "most"],
      pages: ["moment-map"],
    },
    { id: "highlight-map", title: "Highlight mAP", options: ["grade", "clipSeconds"], pages: ["highlight-map"] },
    { id: "highlight-hit", title: "Highlight HIT@1", options: ["grade", "clipSeconds"], pages: ["highlight-hit"] },
  ],
  open,
};

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const reference = requiredFlag(flags, "reference", usage);
  const prediction = requiredFlag(flags, "prediction", usage);
  const { names, moments, saliency, notes, lacking } = await readMoments(reference, prediction);
  const isWhole = asked.length === momentsInput.metrics.length;
  const unfit = asked.flatMap(({ id }) => {
    const lack = lacking.find(({ field }) => fieldsOf[id]?.includes(field));
    return lack ? [{ id, ...lack }] : [];
  });
  const [first] = unfit;
  // Whoever asks for all of them wants those that fit.
  if (first && (!isWhole || unfit.length === asked.length))
    throw new UserError(
      `${first.path}: no record has ${first.field}, which ${first.id} reads`,
      first.isSwapped ? "are --reference and --prediction swapped?" : undefined,
    );
  const fitting = asked.filter(({ id }) => !unfit.some((one) => one.id === id));
  const figures = fitting.flatMap(({ id, options }) => [
    ...(momentsOf(id, options)?.map((metric): Figure => figure(metric, moments)) ?? []),
    ...(highlightsOf(id, options)?.map((metric): Figure => figure(metric, saliency(clipSecondsOf(options)))) ?? []),
  ]);
  return { units: "queries", n: names.length, names, figures, analyses: [], notes: [...notes, ...unfit.map(leftOut)] };
}

function leftOut({ id, path, field }: LackingField & { readonly id: string }): string {
  return `${id} is left out: no record of ${path} has ${field}`;
}

interface Given {
  readonly tiou?: readonly number[];
  readonly k?: number;
  readonly length?: MomentLength;
  readonly compare?: "reach" | "exceed";
  readonly most?: number;
  readonly grade?: HighlightGrade;
  readonly clipSeconds?: number;
}

function clipSecondsOf({ clipSeconds = usualClipSeconds }: Given): number {
  return clipSeconds;
}

function momentsOf(id: string, { tiou, k, length, compare, most }: Given): readonly Metric<HasMoments>[] | undefined {
  const measure = momentsMeasure;
  if (id === "moment-recall") {
    const own = { measure, ...(k !== undefined && { k }), ...(length && { length }), ...(compare && { compare }) };
    return (tiou ?? [0.5, 0.7]).map((minIou) => momentRecall({ ...own, minIou }));
  }
  if (id !== "moment-map") return undefined;
  const own = { measure, ...(most !== undefined && { most }) };
  const average = momentMap({ ...own, ...(tiou && { minIous: tiou }), ...(length && { length }) });
  if (tiou?.length === 1) return [average];
  const each = (tiou ?? [0.5, 0.75]).map((minIou) => momentMap({ ...own, minIous: [minIou], ...(length && { length }) }));
  const byLength = length
    ? []
    : (["short", "middle", "long"] as const).map((one) => momentMap({ ...own, ...(tiou && { minIous: tiou }), length: one }));
  return [average, ...each, ...byLength];
}

function highlightsOf(id: string, { grade, ...given }: Given): readonly Metric<HasSaliency>[] | undefined {
  const measure = signature("qvhighlights-saliency", 1, { clipSeconds: clipSecondsOf(given) });
  const grades = grade ? [grade] : (Object.keys(highlightGrades) as HighlightGrade[]);
  if (id === "highlight-map") return grades.map((one) => highlightMap({ measure, grade: one }));
  return id === "highlight-hit" ? grades.map((one) => highlightHit({ measure, grade: one })) : undefined;
}
