import { Badge, Button, Checkbox, Group, Table, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Headline, RunCard } from "../../../src/summary/browse/run-page.ts";
import { formatCount, formatInterval, formatScore } from "../../../src/summary/format-number.ts";
import { useIsNarrow } from "../app/use-is-narrow.ts";
import { LiveRun } from "../live/live-progress.tsx";
import classes from "./runs-page.module.css";
import { StateBadge } from "./state-badge.tsx";

interface RunListProps {
  readonly runs: readonly RunCard[];
  /** Whether there are others that a run can be compared with. */
  readonly canCompare: boolean;
  /** Ids of the runs that are chosen to be compared. */
  readonly picked: readonly string[];
  readonly onPick: (run: string) => void;
}

/** So many runs are drawn at first, and so many more whenever they are asked for. */
const pageSize = 50;
/** So many scores of a run are listed; its page has all. */
const mostScores = 6;

/** Runs with their first scores. */
export function RunList(props: RunListProps): ReactNode {
  const { runs } = props;
  const [most, setMost] = useState(pageSize);
  const shown = { ...props, runs: runs.slice(0, most) };
  const isNarrow = useIsNarrow();
  return (
    <>
      {isNarrow ? <RunBlocks {...shown} /> : <RunTable {...shown} />}
      {runs.length > most && (
        <Button variant="default" onClick={() => setMost(most + pageSize)}>
          Show more of {formatCount(runs.length)} runs
        </Button>
      )}
    </>
  );
}

function RunTable({ runs, ...props }: RunListProps): ReactNode {
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table className={classes.table} verticalSpacing={4} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            {props.canCompare && <Table.Th w={32} aria-label="Compare" />}
            {["Run", "Task", "System", "Metric"].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
            {["Score", "95 % interval", "Samples", "Coverage"].map((name) => (
              <Table.Th key={name} className={classes.figure}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <RunRows key={run.id} run={run} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type RunProps = Omit<RunListProps, "runs"> & { readonly run: RunCard };

function RunRows({ run, ...props }: RunProps): ReactNode {
  const { own, hidden } = scoresOf(run);
  const rows: readonly (Headline | undefined)[] = own.length > 0 ? own : [undefined];
  const below = Number(hidden > 0) + Number(run.state === "running");
  return (
    <>
      {rows.map((row, at) => (
        <Table.Tr key={`${row?.task} ${row?.system}`} data-first={at === 0 ? "yes" : "no"}>
          {at === 0 && (
            <>
              {props.canCompare && (
                <Table.Td rowSpan={rows.length + below}>
                  <Pick run={run} {...props} />
                </Table.Td>
              )}
              <Table.Td rowSpan={rows.length + below}>
                <RunName run={run} />
              </Table.Td>
            </>
          )}
          {row ? <Figures row={row} /> : <Table.Td colSpan={7}>{noFigures(run)}</Table.Td>}
        </Table.Tr>
      ))}
      {hidden > 0 && (
        <Table.Tr>
          <Table.Td colSpan={7}>
            <More run={run} hidden={hidden} />
          </Table.Td>
        </Table.Tr>
      )}
      {run.state === "running" && (
        <Table.Tr>
          <Table.Td colSpan={7}>
            <LiveRun run={run.id} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Figures({ row }: { readonly row: Headline }): ReactNode {
  return (
    <>
      <Table.Td>{row.task}</Table.Td>
      <Table.Td>{row.system}</Table.Td>
      <Table.Td c="dimmed">{row.title}</Table.Td>
      <Table.Td className={classes.figure} fw={600}>
        {formatScore(row.value, row.unit)}
      </Table.Td>
      <Table.Td className={classes.figure} c="dimmed">
        {formatInterval(row.low, row.high, row.unit)}
      </Table.Td>
      <Table.Td className={classes.figure}>{formatCount(row.n)}</Table.Td>
      <Table.Td className={classes.figure}>{formatScore(row.coverage, "percent")}</Table.Td>
    </>
  );
}

/** On a narrow screen each run stands by itself, its scores below its name. */
function RunBlocks({ runs, ...props }: RunListProps): ReactNode {
  return (
    <ul className={classes.blocks}>
      {runs.map((run) => {
        const { own, hidden } = scoresOf(run);
        return (
          <li key={run.id}>
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <div>
                <RunName run={run} />
              </div>
              {props.canCompare && <Pick run={run} {...props} />}
            </Group>
            {own.length > 0 ? (
              <dl className={classes.scores}>
                {own.map((row) => (
                  <div key={`${row.task} ${row.system}`}>
                    <dt>
                      {row.task} · {row.system}
                    </dt>
                    <dd>
                      <b>{formatScore(row.value, row.unit)}</b>{" "}
                      {formatInterval(row.low, row.high, row.unit)}
                    </dd>
                  </div>
                ))}
              </dl>
            ) : (
              noFigures(run)
            )}
            {hidden > 0 && <More run={run} hidden={hidden} />}
            {run.state === "running" && <LiveRun run={run.id} />}
          </li>
        );
      })}
    </ul>
  );
}

function RunName({ run }: { readonly run: RunCard }): ReactNode {
  return (
    <>
      <Link href={addressOf(run)}>{run.name}</Link>
      <Text size="xs" c="dimmed">
        {run.createdAt > 0 ? new Date(run.createdAt).toLocaleString() : run.problem}
      </Text>
      <Group gap={6}>
        {run.state !== "complete" && <StateBadge state={run.state} />}
        {run.tags.map((tag) => (
          <Badge key={tag} variant="default" size="sm" tt="none">
            {tag}
          </Badge>
        ))}
      </Group>
    </>
  );
}

function Pick({ run, picked, onPick }: RunProps): ReactNode {
  return (
    <Checkbox
      size="xs"
      aria-label={`Compare ${run.name}, ${run.id}`}
      checked={picked.includes(run.id)}
      onChange={() => onPick(run.id)}
    />
  );
}

function More({ run, hidden }: { readonly run: RunCard; readonly hidden: number }): ReactNode {
  return (
    <Text size="sm">
      <Link href={addressOf(run)}>{formatCount(hidden)} more scores</Link>
    </Text>
  );
}

/** What stands in the place of scores of a run that has written none. */
function noFigures({ state }: RunCard): ReactNode {
  if (state !== "stopped") return null;
  return (
    <Text size="sm" c="dimmed">
      Unfinished: its page has the figures so far.
    </Text>
  );
}

function scoresOf({ headlines }: RunCard): {
  readonly own: readonly Headline[];
  readonly hidden: number;
} {
  const own = headlines.filter(({ isReference }) => !isReference);
  const shown = own.length > mostScores + 1 ? own.slice(0, mostScores) : own;
  return { own: shown, hidden: own.length - shown.length };
}

function addressOf({ id }: RunCard): string {
  return `/runs/${encodeURIComponent(id)}`;
}
