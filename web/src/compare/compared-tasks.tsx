import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { verdictText } from "../../../src/report/table/comparison-cells.ts";
import type { ComparedTaskPage } from "../../../src/summary/browse/compare-page.ts";
import {
  formatDifference,
  formatDifferenceInterval,
  formatProbability,
  formatScore,
} from "../../../src/summary/format-number.ts";
import { metricUnit } from "../../../src/summary/metric-unit.ts";
import classes from "./compare.module.css";

/** All tasks by their first metric; one of them is shown below. */
export function ComparedTasks(props: {
  readonly tasks: readonly ComparedTaskPage[];
  readonly chosen: number;
  onChoose(row: number): void;
}): ReactNode {
  const { tasks, chosen, onChoose } = props;
  const [first] = tasks[0]?.task.comparisons ?? [];
  const columns = [first?.baseline, first?.system, "Difference", "95 % interval", "p, Holm"];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label="All tasks">
      <Table verticalSpacing={4} className={classes.overview}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Task</Table.Th>
            <Table.Th>System</Table.Th>
            <Table.Th>Metric</Table.Th>
            {columns.map((name) => (
              <Table.Th key={name} ta="right">
                {name}
              </Table.Th>
            ))}
            <Table.Th>Verdict</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map(({ task, other }, row) => {
            const [comparison] = task.comparisons;
            const score = comparison?.metrics[comparison.headline];
            if (!comparison || !score) return null;
            const unit = metricUnit(score);
            const figures = [
              formatScore(score.baseline, unit),
              formatScore(score.value, unit),
              formatDifference(score.difference, unit),
              formatDifferenceInterval(score.low, score.high, unit),
              formatProbability(score.adjusted),
            ];
            return (
              <Table.Tr
                key={`${task.id} ${task.of}`}
                aria-current={row === chosen}
                className={classes.row}
              >
                <Table.Td>
                  <button type="button" className={classes.choose} onClick={() => onChoose(row)}>
                    {task.id}
                  </button>
                </Table.Td>
                <Table.Td>{task.of ?? other.system}</Table.Td>
                <Table.Td>{score.title}</Table.Td>
                {figures.map((text, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: figures are known by their column
                  <Table.Td key={at} ta="right">
                    {text}
                  </Table.Td>
                ))}
                <Table.Td data-verdict={score.verdict} className={classes.verdict}>
                  {verdictText(score)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
