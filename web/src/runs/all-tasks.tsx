import { Anchor, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import {
  markLegend,
  markText,
  overviewByTask,
  rowName,
  rowNotes,
} from "../../../src/report/table/overview-table.ts";
import { splitSystems } from "../../../src/summary/baseline-systems.ts";
import {
  absent,
  formatInterval,
  formatPercent,
  formatScore,
} from "../../../src/summary/format-number.ts";
import {
  type Overview,
  type OverviewCell,
  type OverviewColumn,
  type OverviewRow,
  overviewOf,
} from "../../../src/summary/overview.ts";
import type { Summary } from "../../../src/summary/summary.ts";
import { FiguresTable, Notes } from "../chart/figures-table.tsx";
import classes from "./all-tasks.module.css";

interface AllTasksProps {
  readonly summary: Summary;
  /** The address of a task. */
  readonly address: (task: string) => string;
}

/** With so large a part of systems and tasks that have a score, a table of both is easiest to read. */
const denseShare = 0.75;

/** All tasks by their first metric. */
export function AllTasks({ summary, address }: AllTasksProps): ReactNode {
  const overview = overviewOf([{ name: summary.name, summary }]);
  const { columns } = overview;
  if (isDense(overview))
    return (
      <FiguresTable
        table={overviewByTask(overview)}
        isTitled={false}
        cell={(text, _, column) =>
          column === 0 ? (
            <Anchor component={Link} href={address(text)} size="sm">
              {text}
            </Anchor>
          ) : (
            text
          )
        }
      />
    );
  return (
    <Stack gap="xs">
      <div className={classes.tasks}>
        {columns.map((column, at) => (
          <TaskCard
            key={`${column.task} ${column.metric}`}
            {...{ column, summary, address }}
            rows={overview.rows.flatMap((row) => {
              const cell = row.cells[at];
              return cell ? [{ row, cell }] : [];
            })}
          />
        ))}
      </div>
      <Notes
        texts={[
          "Lines: 95 % intervals; upright: chance",
          ...markLegend(overview),
          ...rowNotes(overview),
        ]}
      />
    </Stack>
  );
}

function isDense({ columns, rows }: Overview): boolean {
  const own = rows.filter(({ role }) => role === "system");
  const filled = own.reduce((sum, { cells }) => sum + cells.filter(Boolean).length, 0);
  return own.length > 1 && filled >= denseShare * own.length * columns.length;
}

interface TaskCardProps extends AllTasksProps {
  readonly column: OverviewColumn;
  readonly rows: readonly { readonly row: OverviewRow; readonly cell: OverviewCell }[];
}

function TaskCard({ column, rows, summary, address }: TaskCardProps): ReactNode {
  const { task, title, unit } = column;
  const shown = rows.filter(({ row }) => row.role !== "baseline");
  const baselines = rows.filter(({ row }) => row.role === "baseline");
  const systems = summary.tasks.find(({ id }) => id === task)?.systems ?? [];
  const silent = splitSystems(systems).own.filter(
    ({ id }) => !rows.some(({ row }) => row.system === id),
  );
  const isAboutBaselines = shown.length + silent.length === 0;
  const listed = isAboutBaselines ? baselines : shown;
  const axis = axisOf(column, rows);
  const chance = baselines.find(
    ({ row }) => systems.find(({ id }) => id === row.system)?.kind === "chance",
  );
  return (
    <section className={classes.task} aria-label={task}>
      <div className={classes.head}>
        <Title order={2} size="h6">
          <Anchor component={Link} href={address(task)} inherit>
            {task}
          </Anchor>
        </Title>
        <Text size="xs" c="dimmed">
          {title}
        </Text>
      </div>
      <table className={classes.scores}>
        <tbody>
          {listed.map(({ row, cell }) => {
            const coverage = systems.find(({ id }) => id === row.system)?.coverage ?? null;
            const limits = formatInterval(cell.low, cell.high, unit);
            return (
              <tr key={rowName(row)} data-role={row.role}>
                <th scope="row" title={rowName(row)}>
                  {rowName(row)}
                </th>
                <td className={classes.strip} aria-hidden="true">
                  <Strip {...{ axis, cell }} level={chance?.cell.value} />
                </td>
                <td className={classes.figure}>
                  {formatScore(cell.value, unit)}
                  {markText(cell)}
                  {coverage !== null && coverage < 1 && (
                    <Text size="xs" className={classes.caution}>
                      of {formatPercent(coverage)}
                    </Text>
                  )}
                </td>
                <td className={classes.figure}>{limits === absent ? "" : limits}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {silent.length > 0 && (
        <Text size="sm" c="dimmed">
          {silent.map(({ id }) => id).join(", ")}: no score yet
        </Text>
      )}
      {!isAboutBaselines && baselines.length > 0 && (
        <Text size="xs" className={classes.others}>
          {baselines
            .map(({ row, cell }) => `${row.system} ${formatScore(cell.value, unit)}`)
            .join(" · ")}
        </Text>
      )}
    </section>
  );
}

type Axis = readonly [from: number, to: number];

/** From 0 to all, or to the largest of what has no end. */
function axisOf({ unit }: OverviewColumn, rows: TaskCardProps["rows"]): Axis {
  const values = rows.flatMap(({ cell }) => [cell.value, cell.low ?? 0, cell.high ?? 0]);
  const least = Math.min(0, ...values);
  return unit === "percent" ? [least, 1] : [least, Math.max(...values)];
}

/** Where a score lies between the ends of its axis, with its interval and the level of chance. */
function Strip(props: {
  readonly axis: Axis;
  readonly cell: OverviewCell;
  readonly level: number | undefined;
}): ReactNode {
  const [from, to] = props.axis;
  const { value, low, high } = props.cell;
  const at = (one: number) => Math.max(0, Math.min(100, (100 * (one - from)) / (to - from || 1)));
  return (
    <div className={classes.bar}>
      {props.level !== undefined && (
        <div className={classes.level} style={{ left: `${at(props.level)}%` }} />
      )}
      {low !== null && high !== null && (
        <div
          className={classes.interval}
          style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }}
        />
      )}
      <div className={classes.point} style={{ left: `${at(value)}%` }} />
    </div>
  );
}
