import type { Metric } from "../../../core/metric.ts";
import { UserError } from "../../../core/user-error.ts";
import { boundaryF1 } from "../../../metrics/regression/boundary-f1.ts";
import { boundaryPrecision } from "../../../metrics/regression/boundary-precision.ts";
import { boundaryRecall } from "../../../metrics/regression/boundary-recall.ts";
import { boundaryTimingError } from "../../../metrics/regression/boundary-timing-error.ts";
import { finalFrameMpjpe } from "../../../metrics/regression/final-frame-mpjpe.ts";
import type { HasPoses } from "../../../metrics/regression/joint-distances.ts";
import type { HasBoundaries } from "../../../metrics/regression/match-boundaries.ts";
import { meanAbsoluteError } from "../../../metrics/regression/mean-absolute-error.ts";
import { meanSquaredError } from "../../../metrics/regression/mean-squared-error.ts";
import { mpjpe } from "../../../metrics/regression/mpjpe.ts";
import { pooledR2 } from "../../../metrics/regression/pooled-r2.ts";
import type { HasVectors } from "../../../metrics/regression/vector-errors.ts";
import type { Flags } from "../command.ts";
import { figure } from "./figure.ts";
import type { AskedMetric, Figure, MetricInput, OfferedMetric, ScoredFiles } from "./metric-input.ts";
import { numberOption, type OptionValues } from "./metric-option.ts";
import { requiredFlag } from "./required-flag.ts";
import { blankNotes, cellNumbers, requireColumns, type TableRow, tableGroups, tableRows } from "./table-rows.ts";

const usage = "--table <file with the columns truth and prediction>";

const ofVectors: Readonly<Record<string, (measure: string) => Metric<HasVectors>>> = {
  mse: meanSquaredError,
  mae: meanAbsoluteError,
  r2: pooledR2,
};

const ofPoses: Readonly<Record<string, (measure: string) => Metric<HasPoses>>> = { mpjpe, "mpjpe-final": finalFrameMpjpe };

const ofBoundaries: Readonly<Record<string, (measure: string, options: { readonly tolerance: number }) => Metric<HasBoundaries>>> = {
  "boundary-f1": boundaryF1,
  "boundary-precision": boundaryPrecision,
  "boundary-recall": boundaryRecall,
  "boundary-timing-error": boundaryTimingError,
};

/** Numbers of samples, true and predicted. */
export const regressionInput: MetricInput = {
  id: "regression",
  summary:
    "a table of numbers, one row per sample, several numbers of a cell between spaces or as a JSON list; a blank prediction is no answer",
  usage,
  flags: ["table"],
  options: [numberOption({ name: "tolerance", default: "none", meaning: "how far a boundary may be from the true one" }, { least: 0 })],
  metrics: [
    offer("mse", "Mean squared error"),
    offer("mae", "Mean absolute error"),
    offer("r2", "R², pooled"),
    { ...offer("mpjpe", "Mean distance of joints, from [frame][joint][coordinate]"), isApart: true },
    { ...offer("mpjpe-final", "The same in the last frame", "final-frame-mpjpe"), isApart: true },
    ...["boundary-f1", "boundary-precision", "boundary-recall", "boundary-timing-error"].map((id) => ({
      ...offer(id, `${id.replace("boundary-", "Boundaries within a tolerance: ").replace("-", " ")}`),
      options: ["tolerance"],
      isApart: true,
    })),
  ],
  open,
};

function offer(id: string, title: string, page = id): OfferedMetric {
  return { id, title, options: [], pages: [page] };
}

async function open(flags: Flags, asked: readonly AskedMetric[]): Promise<ScoredFiles> {
  const path = requiredFlag(flags, "table", usage);
  const rows = await tableRows(path);
  requireColumns(rows, ["truth", "prediction"], path);
  const figures = asked.flatMap(({ id, options }) => figuresOf(id, options, rows));
  return { units: "rows", n: rows.length, groups: tableGroups(rows), figures, analyses: [], notes: notesOf(rows, asked) };
}

/** Of boundaries, no prediction is one without any. */
function notesOf(rows: readonly TableRow[], asked: readonly AskedMetric[]): readonly string[] {
  const isDropped = asked.some(({ id }) => !ofBoundaries[id]);
  return [...blankNotes(rows, "truth", "left out"), ...(isDropped ? blankNotes(rows, "prediction", "left out of errors") : [])];
}

function figuresOf(id: string, options: OptionValues, rows: readonly TableRow[]): readonly Figure[] {
  if (ofVectors[id]) return [figure(ofVectors[id]("numbers|v:1"), rows.map(vectorsOf), id)];
  if (ofPoses[id]) return [figure(ofPoses[id]("poses|v:1"), rows.map(posesOf), id)];
  if (!ofBoundaries[id]) return [];
  const { tolerance } = options as { tolerance?: number };
  if (tolerance === undefined) throw new UserError(`${id} needs the tolerance`, "give it by --tolerance <number>");
  return [figure(ofBoundaries[id]("boundaries|v:1", { tolerance }), rows.map(boundariesOf), id)];
}

function vectorsOf({ cells, place }: TableRow): HasVectors {
  const target = cellNumbers(cells.truth, place);
  const predicted = cellNumbers(cells.prediction, place);
  if (target && predicted && target.length !== predicted.length)
    throw new UserError(`${place}: truth has ${target.length} numbers, prediction ${predicted.length}`, "both must have as many");
  return { target, predicted };
}

function boundariesOf({ cells, place }: TableRow): HasBoundaries {
  return { boundaries: cellNumbers(cells.truth, place), predictedBoundaries: cellNumbers(cells.prediction, place) ?? [] };
}

function posesOf({ cells, place }: TableRow): HasPoses {
  const target = framesOf(cells.truth, place);
  const predicted = framesOf(cells.prediction, place);
  if (target && predicted && shapeOf(target) !== shapeOf(predicted))
    throw new UserError(
      `${place}: truth has ${shapeOf(target)}, prediction ${shapeOf(predicted)}`,
      "both must have as many frames, joints and coordinates",
    );
  return { target, predicted };
}

/** In words; of joints and coordinates, all numbers that occur. */
function shapeOf(frames: NonNullable<HasPoses["target"]>): string {
  const different = (counts: readonly number[]) => counts.filter((count, i) => count !== counts[i - 1]).join(", ");
  const coordinates = frames.flatMap((joints) => joints.map((point) => point.length));
  return `${frames.length} frames of ${different(frames.map(({ length }) => length))} joints of ${different(coordinates)} coordinates`;
}

function framesOf(value: unknown, place: string): HasPoses["target"] {
  if (value === null || value === undefined || value === "") return null;
  const frames = typeof value === "string" ? parsed(value, place) : value;
  const isPoint = (point: unknown) => Array.isArray(point) && point.every((one) => Number.isFinite(one));
  if (!Array.isArray(frames) || !frames.every((joints) => Array.isArray(joints) && joints.every(isPoint)))
    throw new UserError(`${place}: expected positions as [frame][joint][coordinate]`, "a JSON list of frames, each a list of points");
  return frames as HasPoses["target"];
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${place}: expected positions as a JSON list, got ${text.slice(0, 40)}`);
  }
}
