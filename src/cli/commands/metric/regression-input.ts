import { UserError } from "../../../core/user-error.ts";
import type { HasPoses } from "../../../metrics/regression/joint-distances.ts";
import type { HasBoundaries } from "../../../metrics/regression/match-boundaries.ts";
import type { HasVectors } from "../../../metrics/regression/vector-errors.ts";
import { computeMetrics } from "./compute-metrics.ts";
import type { AskedMetric, MetricReader, MetricRequest, ScoredFiles } from "./metric-input.ts";
import {
  blankNotes,
  cellNumbers,
  requireColumns,
  type TableRow,
  tableGroups,
  tableRows,
} from "./table-rows.ts";

/** Numbers of samples, true and predicted. */
export const reader: MetricReader = { open };

async function open({ asked, file }: MetricRequest): Promise<ScoredFiles> {
  const path = file("table");
  const rows = await tableRows(path);
  requireColumns(rows, ["truth", "prediction"], path);
  const computed = computeMetrics(asked, (reads) => {
    if (reads === "vectors") return { measure: "numbers|v:1", evidence: rows.map(vectorsOf) };
    if (reads === "poses") return { measure: "poses|v:1", evidence: rows.map(posesOf) };
    return { measure: "boundaries|v:1", evidence: rows.map(boundariesOf) };
  });
  return {
    units: "rows",
    n: rows.length,
    groups: tableGroups(rows),
    ...computed,
    notes: notesOf(rows, asked),
  };
}

/** Of boundaries, no prediction is one without any. */
function notesOf(rows: readonly TableRow[], asked: readonly AskedMetric[]): readonly string[] {
  const isDropped = asked.some(({ offer }) => offer.reads !== "boundaries");
  return [
    ...blankNotes(rows, "truth", "left out"),
    ...(isDropped ? blankNotes(rows, "prediction", "left out of errors") : []),
  ];
}

function vectorsOf({ cells, place }: TableRow): HasVectors {
  const target = cellNumbers(cells.truth, place);
  const predicted = cellNumbers(cells.prediction, place);
  if (target && predicted && target.length !== predicted.length)
    throw new UserError(
      `${place}: truth has ${target.length} numbers, prediction ${predicted.length}`,
      "both must have as many",
    );
  return { target, predicted };
}

function boundariesOf({ cells, place }: TableRow): HasBoundaries {
  return {
    boundaries: cellNumbers(cells.truth, place),
    predictedBoundaries: cellNumbers(cells.prediction, place) ?? [],
  };
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
  const different = (counts: readonly number[]) =>
    counts.filter((count, i) => count !== counts[i - 1]).join(", ");
  const coordinates = frames.flatMap((joints) => joints.map((point) => point.length));
  return `${frames.length} frames of ${different(frames.map(({ length }) => length))} joints of ${different(coordinates)} coordinates`;
}

function framesOf(value: unknown, place: string): HasPoses["target"] {
  if (value === null || value === undefined || value === "") return null;
  const frames = typeof value === "string" ? parsed(value, place) : value;
  const isPoint = (point: unknown) =>
    Array.isArray(point) && point.every((one) => Number.isFinite(one));
  if (
    !Array.isArray(frames) ||
    !frames.every((joints) => Array.isArray(joints) && joints.every(isPoint))
  )
    throw new UserError(
      `${place}: expected positions as [frame][joint][coordinate]`,
      "a JSON list of frames, each a list of points",
    );
  return frames as HasPoses["target"];
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${place}: expected positions as a JSON list, got ${text.slice(0, 40)}`);
  }
}
