import { Group, Stack, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { type OutcomeKind, outcomeKinds } from "../../../src/core/run/outcome.ts";
import type {
  LiveCell,
  LiveFailure,
  LiveProgress,
  LiveWorker,
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

/** So many requests are named. */
const shownInFlight = 5;
/** Seconds after which it is said that nothing happens. */
const longSilence = 30;

/** A run while it goes on: how far, how fast, what fails and what is being asked now. */
export function LiveRun({ run }: { readonly run: string }): ReactNode {
  const progress = useLiveProgress(run);
  return progress && <LiveFigures progress={progress} />;
}

function LiveFigures({ progress }: { readonly progress: LiveProgress }): ReactNode {
  const { cells, inFlightCount, failures } = progress;
  const own = cells.filter((cell) => !cell.isReference);
  return (
    <Stack gap="xs">
      <Totals progress={progress} />
      <div className={classes.cells}>
        {(own.length > 0 ? own : cells).map((cell) => (
          <CellRow key={`${cell.task} ${cell.system}`} cell={cell} />
        ))}
      </div>
      {own.length > 0 && <Baselines cells={cells.filter((cell) => cell.isReference)} />}
      {failures.length > 0 && <Failures failures={failures} />}
      {inFlightCount > 0 && <Flight progress={progress} />}
      {progress.workers && <Workers workers={progress.workers} />}
    </Stack>
  );
}

/** What answers by the truth or by a rule, in a line: it takes no time to speak of. */
function Baselines({ cells }: { readonly cells: readonly LiveCell[] }): ReactNode {
  if (cells.length === 0) return null;
  const names = [...new Set(cells.map(({ system }) => system))];
  const settled = cells.reduce((sum, cell) => sum + cell.settled, 0);
  const expected = cells.reduce((sum, cell) => sum + (cell.expected ?? cell.settled), 0);
  return (
    <Text size="sm" c="dimmed">
      Not counted above: {names.join(", ")}, {formatCount(settled)} of {formatCount(expected)}{" "}
      answers
    </Text>
  );
}

function Totals({ progress }: { readonly progress: LiveProgress }): ReactNode {
  const { total, requests, etaSeconds, at, writtenAt } = progress;
  const { settled, expected, perSecond } = total;
  const silence = writtenAt === null ? 0 : (at - writtenAt) / 1000;
  const parts = [
    `${formatCount(settled)} of ${expected === null ? "?" : formatCount(expected)} answers`,
    ...(perSecond ? [pace(perSecond)] : []),
    ...(etaSeconds === null || etaSeconds === 0 ? [] : [`${duration(etaSeconds)} left`]),
    ...(requests.made > 0 ? [`${formatCount(requests.made)} requests`] : []),
    ...(requests.retries > 0 ? [`${formatCount(requests.retries)} of them retries`] : []),
    ...(requests.cost === null ? [] : [`${formatDollars(requests.cost)} USD`]),
    ...(silence > longSilence ? [`nothing new for ${duration(silence)}`] : []),
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

/** Who asks, where workers of a database do. */
function Workers({ workers }: { readonly workers: readonly LiveWorker[] }): ReactNode {
  return (
    <Text size="sm" c="dimmed" component="div">
      {workers.length === 0 && "No workers are there: the run waits for some"}
      {workers.map(({ name, status, settled }) => (
        <div key={name}>
          worker {name}: {status}, {formatCount(settled)} samples
        </div>
      ))}
    </Text>
  );
}

/** What was sent and did not come back, the oldest named. */
function Flight({ progress }: { readonly progress: LiveProgress }): ReactNode {
  const { inFlight, inFlightCount: count, waiting, at: now } = progress;
  const shown = inFlight.slice(0, shownInFlight);
  return (
    <Text size="sm" c="dimmed" component="div">
      {formatCount(count)} in flight
      {waiting > 0 && `, ${formatCount(waiting)} ready to be sent`}
      {shown.length > 0 && ": "}
      {shown.map(({ system, media, since }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requests are known by their place
        <Fragment key={at}>
          {at > 0 && ", "}
          {system}
          {media !== undefined && ` on ${media}`} for {duration((now - since) / 1000)}
        </Fragment>
      ))}
      {count > shown.length && " …"}
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
