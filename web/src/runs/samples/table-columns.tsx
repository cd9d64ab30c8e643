import type { ReactNode } from "react";
import type { IndexedSystem, IndexedTask } from "../../../../src/summary/browse/run-index.ts";
import { formatDollars, formatNumber, formatScore } from "../../../../src/summary/format-number.ts";
import type { SampleRow } from "../work/sample-rows.ts";
import classes from "./sample-table.module.css";
import type { SampleView } from "./sample-view.ts";

export interface TableColumn {
  readonly title: string;
  /** A track of the grid. */
  readonly width: string;
  readonly align: "left" | "right";
  /** By what rows are sorted when its head is pressed. */
  readonly sort?: string;
  readonly cell: (row: SampleRow) => ReactNode;
}

/** The columns of the table of a view. */
export function tableColumns(
  task: IndexedTask,
  system: IndexedSystem | undefined,
  { other }: Pick<SampleView, "other">,
): readonly TableColumn[] {
  const metrics = task.metrics.filter(({ isPerSample }) => isPerSample);
  const texts: readonly TableColumn[] = [
    left("Sample", "minmax(8rem, 1fr)", ({ id }) => id),
    ...(task.hasTexts
      ? [
          left("Asked", "minmax(9rem, 2fr)", ({ asked }) => asked),
          left("Truth", "minmax(7rem, 1fr)", ({ truth }) => truth),
        ]
      : []),
  ];
  const answers: readonly TableColumn[] = task.hasTexts
    ? [
        left(
          other === null ? "Answer" : (system?.id ?? ""),
          "minmax(8rem, 1.4fr)",
          ({ answer }) => answer,
        ),
        ...(other === null
          ? []
          : [left(other, "minmax(8rem, 1.4fr)", (row) => row.other?.answer ?? "")]),
      ]
    : [];
  return [
    ...texts,
    ...answers,
    ...((system?.repeats ?? 1) > 1
      ? [right("Repeat", "4.5rem", ({ repeat }) => String(repeat))]
      : []),
    left("Outcome", "6rem", ({ outcome }) => outcome),
    ...(task.errors.length > 0 ? [left("Mistake", "8rem", ({ error }) => error ?? "")] : []),
    ...metrics.map(
      ({ id, title, unit }, at): TableColumn => ({
        ...right(title, "6.5rem", ({ values }) => formatScore(values[at] ?? null, unit)),
        sort: id,
      }),
    ),
    ...(system?.hasTimes
      ? [
          {
            ...right("Time", "5rem", ({ ms }) =>
              ms === null ? "–" : `${formatNumber(ms / 1000, 2)} s`,
            ),
            sort: "time",
          },
        ]
      : []),
    ...(system?.hasCosts
      ? [{ ...right("Cost", "5.5rem", ({ cost }) => formatDollars(cost)), sort: "cost" }]
      : []),
  ];
}

/** On a narrow screen a row is a few lines in one column. */
export function narrowColumns(
  task: IndexedTask,
  { other }: Pick<SampleView, "other">,
): readonly TableColumn[] {
  const [metric] = task.metrics.filter(({ isPerSample }) => isPerSample);
  return [
    left("Sample", "minmax(0, 1fr)", (row) => (
      <span className={classes.card}>
        <span className={classes.line}>
          <span className={classes.id}>{row.id}</span>
          <span>
            {row.error ?? (row.outcome === "answered" ? "" : row.outcome)}{" "}
            {metric && formatScore(row.values[0] ?? null, metric.unit)}
          </span>
        </span>
        {task.hasTexts && (
          <>
            <span className={classes.asked}>{row.asked}</span>
            <span className={classes.said}>
              {row.truth !== row.answer && row.truth !== "" && (
                <>
                  <span>truth</span> {row.truth} <span>· answer</span>{" "}
                </>
              )}
              {row.answer}
              {other !== null && (
                <>
                  {" "}
                  <span>· {other}</span> {row.other?.answer ?? ""}
                </>
              )}
            </span>
          </>
        )}
      </span>
    )),
  ];
}

function left(title: string, width: string, cell: TableColumn["cell"]): TableColumn {
  return { title, width, cell, align: "left" };
}

function right(title: string, width: string, cell: TableColumn["cell"]): TableColumn {
  return { title, width, cell, align: "right" };
}
