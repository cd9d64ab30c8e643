import { Group, Stack, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { type OutcomeKind, outcomeKinds } from "../../../src/core/run/outcome.ts";
import type {
  InFlight,
  LiveCell,
  LiveFailure,
  LiveProgress,
} from "../../../src/summary/browse/live-progress.ts";
import { absent, formatCount, formatDollars } from "../../../src/summary/format-number.ts";
import classes from "./live-progress.module.css";
import { useLiveProgress } from "./use-live-progress.ts";

/** The colours of outcomes, as reports have them. */
const colours: Readonly<Partial<Record<OutcomeKind, string>>> = {
  answered: "var(--answered)",
  "media-error": "var(--ours)",
  failed: "var(--ours)",
};

/** A run while it goes on: how far, how fast, what fails and what is being asked now. */
export function LiveRun({ run }: { readonly run: string }): ReactNode {
  const progress = useLiveProgress(run);
  return progress && <LiveFigures progress={progress} />;
}

function LiveFigures({ progress }: { readonly progress: LiveProgress }): ReactNode {
  const { cells, inFlight, failures } = progress;
  return (
    <Stack gap="xs">
      <Totals progress={progress} />
      <div className={classes.cells}>
        {cells.map((cell) => (
          <CellRow key={`${cell.task} ${cell.system}`} cell={cell} />
        ))}
      </div>
      {failures.length > 0 && <Failures failures={failures} />}
      {inFlight.length > 0 && (
        <Flight inFlight={inFlight} count={progress.inFlightCount} now={progress.writtenAt ?? 0} />
      )}
    </Stack>
  );
}

function Totals({ progress }: { readonly progress: LiveProgress }): ReactNode {
  const { cells, requests, etaSeconds } = progress;
  const settled = cells.reduce((sum, cell) => sum + cell.settled, 0);
  const expected = cells.reduce((sum, cell) => sum + (cell.expected ?? 0), 0);
  const rate = cells.reduce((sum, { perSecond }) => sum + (perSecond ?? 0), 0);
  const parts = [
    `${formatCount(settled)} of ${expected > 0 ? formatCount(expected) : "?"} answers`,
    ...(rate > 0 ? [pace(rate)] : []),
    ...(etaSeconds === null || etaSeconds === 0 ? [] : [`${duration(etaSeconds)} left`]),
    ...(requests.made > 0 ? [`${formatCount(requests.made)} requests`] : []),
    ...(requests.retries > 0 ? [`${formatCount(requests.retries)} of them retries`] : []),
    ...(requests.cost === null ? [] : [`${formatDollars(requests.cost)} USD`]),
  ];
  return (
    <Group gap="lg" role="status" style={{ rowGap: 0 }}>
      {parts.map((part) => (
        <Text key={part.replace(/[\d.,]+/g, "")} size="sm">
          {part}
        </Text>
      ))}
    </Group>
  );
}

function CellRow({ cell }: { readonly cell: LiveCell }): ReactNode {
  const { task, system, settled, expected, outcomes, perSecond, etaSeconds, requests } = cell;
  const all = Math.max(expected ?? settled, 1);
  const isDone = expected !== null && settled >= expected;
  return (
    <>
      <span className={classes.name}>
        {task} · {system}
      </span>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={`${system} on ${task}`}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={settled}
        title={outcomeText(outcomes)}
      >
        {outcomeKinds.map((kind) => (
          <div
            key={kind}
            style={{
              width: `${(100 * (outcomes[kind] ?? 0)) / all}%`,
              background: colours[kind] ?? "var(--own)",
            }}
          />
        ))}
      </div>
      <span className={classes.number}>
        {formatCount(settled)}
        {expected !== null && ` / ${formatCount(expected)}`}
      </span>
      <span className={classes.number}>{isDone || !perSecond ? absent : pace(perSecond)}</span>
      <span className={classes.number}>
        {isDone ? "done" : etaSeconds === null ? absent : duration(etaSeconds)}
      </span>
      <span className={classes.number}>
        {requests.cost === null ? absent : `${formatDollars(requests.cost)} USD`}
      </span>
      {cell.stopped !== undefined && <div className={classes.stopped}>{cell.stopped}</div>}
    </>
  );
}

function Failures({ failures }: { readonly failures: readonly LiveFailure[] }): ReactNode {
  return (
    <Text size="sm" component="div">
      {failures.map(({ system, cause, reason, count }) => (
        <div key={`${system} ${cause}`}>
          {formatCount(count)} failed at {system} ({cause}): {reason}
        </div>
      ))}
    </Text>
  );
}

interface FlightProps {
  readonly inFlight: readonly InFlight[];
  readonly count: number;
  readonly now: number;
}

function Flight({ inFlight, count, now }: FlightProps): ReactNode {
  const [oldest] = inFlight;
  return (
    <Text size="sm" c="dimmed" component="div">
      {formatCount(count)} in flight, the oldest for {duration((now - oldest!.since) / 1000)}:{" "}
      {inFlight.slice(0, 5).map(({ system, media, since }, at) => (
        <Fragment key={`${system} ${media} ${since}`}>
          {at > 0 && ", "}
          {system}
          {media !== undefined && ` on ${media}`}
        </Fragment>
      ))}
      {count > 5 && " …"}
    </Text>
  );
}

function outcomeText(outcomes: LiveCell["outcomes"]): string {
  return outcomeKinds
    .filter((kind) => (outcomes[kind] ?? 0) > 0)
    .map((kind) => `${formatCount(outcomes[kind])} ${kind}`)
    .join(", ");
}

function pace(perSecond: number): string {
  if (perSecond >= 1) return `${perSecond >= 10 ? Math.round(perSecond) : perSecond.toFixed(1)}/s`;
  return `${(perSecond * 60).toFixed(1)}/min`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
