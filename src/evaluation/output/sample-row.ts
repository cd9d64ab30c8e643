import type { Sample } from "../../core/data/sample.ts";
import type { Marked } from "../../scoring/scoring.ts";
import { timeParts } from "../../summary/resource-summary.ts";
import type { Place } from "../cell/evaluate-cell.ts";

export interface SampleColumn {
  readonly name: string;
  readonly type: "text" | "number" | "whole";
}

export type SampleCell = string | number | undefined;

/** What asking took: see docs/run-log.md. */
const resourceColumns: readonly SampleColumn[] = [
  ...["decode_ms", "queue_ms", "first_token_ms", "generation_ms", "total_ms"].map((name) => ({
    name,
    type: "number" as const,
  })),
  ...["requests", "cached", "input_tokens", "output_tokens"].map((name) => ({
    name,
    type: "whole" as const,
  })),
  { name: "cost_usd", type: "number" },
];

/** What asking graders about the answer took. */
const gradingColumns: readonly SampleColumn[] = [
  { name: "grading_ms", type: "number" },
  ...["grading_requests", "grading_cached", "grading_input_tokens", "grading_output_tokens"].map(
    (name) => ({
      name,
      type: "whole" as const,
    }),
  ),
  { name: "grading_cost_usd", type: "number" },
];

/**
 * The columns of a table with one row per sample, system and repeat; `metrics` are those that are
 * means over samples.
 */
export function sampleColumns(metrics: readonly string[]): readonly SampleColumn[] {
  const texts = [
    "task",
    "system",
    "sample",
    "group",
    "split",
    "outcome",
    "reason",
    "failure_class",
    "error_class",
  ];
  return [
    ...texts.map((name) => ({ name, type: "text" as const })),
    ...metrics.map((name) => ({ name, type: "number" as const })),
    { name: "repeat", type: "whole" },
    ...resourceColumns,
    ...gradingColumns,
    { name: "warnings", type: "text" },
    { name: "prediction", type: "text" },
  ];
}

/**
 * The cells of one row in the order of the columns; `undefined` where there is nothing. The
 * prediction is JSON.
 */
export function sampleRow(
  metrics: readonly string[],
  place: Place,
  { sample, marked }: MarkedSample,
): readonly SampleCell[] {
  const { outcome, errorClass, failureClass, values, repeat, resources, grading, warnings } =
    marked;
  const isAnswered = outcome?.kind === "answered";
  const cells: SampleCell[] = [
    place.task,
    place.system,
    sample.id,
    sample.group,
    sample.split,
    outcome?.kind ?? "pending",
    outcome && !isAnswered ? outcome.reason : undefined,
    failureClass,
    errorClass ?? undefined,
  ];
  for (const metric of metrics) cells.push(values[metric] ?? undefined);
  cells.push(repeat ?? 1);
  pushResources(cells, resources);
  pushGrading(cells, grading);
  cells.push(warnings?.map(({ path, warning }) => `${path}: ${warning}`).join("; ") || undefined);
  cells.push(isAnswered ? JSON.stringify(outcome.value) : undefined);
  return cells;
}

export interface MarkedSample {
  readonly sample: Sample;
  readonly marked: Marked;
}

function pushResources(cells: SampleCell[], resources: Marked["resources"]): void {
  for (const part of timeParts) cells.push(resources?.times[part]);
  pushCounts(cells, resources);
}

function pushGrading(cells: SampleCell[], grading: Marked["grading"]): void {
  cells.push(grading?.times.total);
  pushCounts(cells, grading);
}

function pushCounts(cells: SampleCell[], taken: Marked["resources"]): void {
  cells.push(taken?.attempts, taken?.cached, taken?.input, taken?.output, taken?.cost);
}

/** A file of rows. It appears under its name once it is whole. */
export interface RowFile {
  /** The cells of a row, as `sampleRow` makes them. */
  add(cells: readonly SampleCell[]): void;
  /** Puts the whole file in its place. */
  finish(): void;
  /** Leaves an earlier file as it was. */
  discard(): void;
}
