import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { coverageBar, outcomeSwatch } from "../../../src/report/chart/coverage-bar.ts";
import { forestPlot } from "../../../src/report/chart/forest-plot.ts";
import { systemNotes } from "../../../src/report/notes/system-notes.ts";
import { taskNotes } from "../../../src/report/notes/task-notes.ts";
import { judgeTable, peopleTable } from "../../../src/report/table/aspect-tables.ts";
import { biasTable } from "../../../src/report/table/bias-table.ts";
import {
  differenceTable,
  otherDifferenceTable,
  pairTable,
} from "../../../src/report/table/comparison-tables.ts";
import { errorCostTable, errorTable } from "../../../src/report/table/error-table.ts";
import { extractorTable } from "../../../src/report/table/extractor-table.ts";
import { forestRow } from "../../../src/report/table/forest-rows.ts";
import { gainTable } from "../../../src/report/table/gain-table.ts";
import { headlineTable } from "../../../src/report/table/headline-table.ts";
import { metricsTableOfPage, policyTable } from "../../../src/report/table/metrics-table.ts";
import { repeatTable } from "../../../src/report/table/repeat-table.ts";
import { resourceTable, timeTable } from "../../../src/report/table/resource-table.ts";
import { targetTable } from "../../../src/report/table/target-table.ts";
import { warningTable } from "../../../src/report/table/warning-table.ts";
import { splitSystems } from "../../../src/summary/baseline-systems.ts";
import { formatCount, formatPercent } from "../../../src/summary/format-number.ts";
import { outcomeOrder } from "../../../src/summary/outcome-totals.ts";
import type { TaskSummary } from "../../../src/summary/summary.ts";
import type { SystemSummary } from "../../../src/summary/system-summary.ts";
import { headlineMetric, type TaskMetric } from "../../../src/summary/task-metrics.ts";
import { useFacts } from "../app/use-document.ts";
import { Chart, Drawing } from "../chart/drawing.tsx";
import { capital, FiguresTable, Notes } from "../chart/figures-table.tsx";
import classes from "./run-page.module.css";

interface TaskScoresProps {
  readonly task: TaskSummary;
  /** Whether work is left to do. */
  readonly isSoFar: boolean;
  /** The address of the samples that a system made a mistake of this class on. */
  readonly mistakes: (system: string, error: string) => string;
  /** The address of the comparison of two systems, sample by sample. */
  readonly compare: (baseline: string, other: string) => string;
}

/** The figures of a task: what the report has first, from the same code. */
export function TaskScores({ task, isSoFar, mistakes, compare }: TaskScoresProps): ReactNode {
  const metric = headlineMetric(task);
  if (task.systems.length === 0) return <Text>No systems were run on this task.</Text>;
  return (
    <Stack gap="lg">
      {metric && <HeadlineChart {...{ task, metric, isSoFar }} />}
      <FiguresTable table={headlineTable(task)} isTitled={false} />
      <Notes texts={taskNotes(task, metric).map(capital)} />
      <FiguresTable table={targetTable(task)} />
      <FiguresTable table={differenceTable(task)} />
      <FiguresTable table={pairTable(task)} />
      <CompareLink task={task} compare={compare} />
      <FiguresTable table={gainTable(task)} />
      <FiguresTable table={biasTable(task)} />
      <Coverage task={task} />
      <Mistakes task={task} mistakes={mistakes} />
      <SystemNotes task={task} metric={metric} />
      {[
        ...[policyTable, warningTable, metricsTableOfPage, otherDifferenceTable, repeatTable],
        ...[peopleTable, judgeTable, resourceTable, timeTable, extractorTable, errorCostTable],
      ].map((table) => (
        <FiguresTable key={table.name} table={table(task)} />
      ))}
    </Stack>
  );
}

/** Leads to the first two systems that the task is about; of an export, to what it has. */
function CompareLink({ task, compare }: Pick<TaskScoresProps, "task" | "compare">): ReactNode {
  const facts = useFacts();
  const { own, others } = splitSystems(task.systems);
  const [first, second] = [...own, ...others];
  if (!facts || !first || !second) return null;
  const pairs = facts.pairs?.filter((pair) => pair.task === task.id);
  const links = pairs
    ? pairs.map(({ a, b }) => ({ address: compare(a, b), text: `${b} against ${a}` }))
    : [{ address: compare(first.id, second.id), text: "two systems" }];
  if (links.length === 0) return null;
  return (
    <Text size="sm">
      Compare sample by sample:{" "}
      {links.map(({ address, text }, at) => (
        <Fragment key={text}>
          {at > 0 && ", "}
          <Anchor component={Link} href={address} underline="always">
            {text}
          </Anchor>
        </Fragment>
      ))}
    </Text>
  );
}

function HeadlineChart({
  task,
  metric,
  isSoFar,
}: Pick<TaskScoresProps, "task" | "isSoFar"> & { readonly metric: TaskMetric }) {
  const { id, title, unit } = metric;
  const people = task.people?.scores[id]?.value ?? null;
  const rows = task.systems.map((system) => ({ ...forestRow(system, system.metrics[id]), people }));
  return (
    <Chart
      draw={(width) =>
        forestPlot({
          title: `${title} ${isSoFar ? "so far, " : ""}by system`,
          ...{ axis: title, unit, rows, width },
        })
      }
    />
  );
}

function Coverage({ task }: { readonly task: TaskSummary }): ReactNode {
  return (
    <section aria-label="Coverage">
      <Title order={3} size="h5" mb={4}>
        Coverage
      </Title>
      <div className={classes.coverage}>
        {task.systems.map((system) => (
          <SystemCoverage key={system.id} system={system} />
        ))}
      </div>
    </section>
  );
}

function SystemCoverage({ system }: { readonly system: SystemSummary }): ReactNode {
  const { id, outcomes, coverage, answered, n, total } = system;
  return (
    <div>
      <div className={classes.barHead}>
        <Text size="sm" fw={500}>
          {id}
        </Text>
        <Text size="sm" c="dimmed">
          {formatPercent(coverage)} covered, {formatPercent(answered)} answered; {formatCount(n)} of{" "}
          {formatCount(total)} scored
        </Text>
      </div>
      <Drawing markup={coverageBar(id, outcomes)} />
      <div className={classes.legend}>
        {outcomeOrder
          .filter((kind) => outcomes[kind] > 0)
          .map((kind) => (
            <Text key={kind} size="xs" c="dimmed" component="span">
              <Drawing markup={outcomeSwatch(kind)} /> {formatCount(outcomes[kind])} {kind}
            </Text>
          ))}
      </div>
    </div>
  );
}

/** Counts of mistakes lead to their samples. */
function Mistakes({ task, mistakes }: Pick<TaskScoresProps, "task" | "mistakes">): ReactNode {
  const table = errorTable(task);
  const systems = table.columns.slice(1).map(({ title }) => title);
  return (
    <FiguresTable
      table={table}
      cell={(text, row, column) => {
        const error = table.rows[row]?.[0];
        const system = systems[column - 1];
        const isSystem = task.systems.some(({ id }) => id === system);
        if (column === 0 || error === undefined || system === undefined || !isSystem) return text;
        if (!/[1-9]/.test(text)) return text;
        return (
          <Anchor
            size="sm"
            href={`#${mistakes(system, error)}`}
            aria-label={`${text} ${error} of ${system}`}
          >
            {text}
          </Anchor>
        );
      }}
    />
  );
}

function SystemNotes({
  task,
  metric,
}: {
  readonly task: TaskSummary;
  readonly metric: TaskMetric | undefined;
}): ReactNode {
  const noted = task.systems
    .map((system) => ({ id: system.id, notes: systemNotes(system, metric) }))
    .filter(({ notes }) => notes.length > 0);
  if (noted.length === 0) return null;
  return (
    <section aria-label="Notes">
      <Title order={3} size="h5" mb={4}>
        Notes on systems
      </Title>
      {noted.map(({ id, notes }) => (
        <div key={id} className={classes.noted}>
          <Text size="sm" fw={500}>
            {id}
          </Text>
          <Notes texts={notes.map(({ text }) => capital(text))} />
        </div>
      ))}
    </section>
  );
}
