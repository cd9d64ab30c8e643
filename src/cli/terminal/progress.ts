import { styleText } from "node:util";
import type { ProgressEvent, SystemProgress } from "../../evaluation/evaluation-event.ts";
import { formatDollars } from "../../summary/format-number.ts";

/**
 * Shows how far the work is, on standard error: one live line on a terminal, a plain line now and
 * then elsewhere.
 */
export interface Progress extends Disposable {
  show(event: ProgressEvent): void;
  /** A line of its own, above the live line. */
  say(message: string): void;
  /** Other work begins: paces are measured anew. */
  restart(): void;
}

interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const plainMs = 10_000;

export function showProgress(
  screen: Screen = process.stderr,
  clock: () => number = () => performance.now(),
): Progress {
  const isLive = Boolean(screen.isTTY) && process.env.TERM !== "dumb";
  let startedAt = clock();
  let shownAt = startedAt;
  let isShown = false;
  const marks = new Map<string, Mark[]>();

  const clear = () => {
    if (isShown) screen.write("\r\u001b[K");
    isShown = false;
  };
  const marksOf = (system: string) => {
    const known = marks.get(system) ?? [{ at: startedAt, settledNow: 0 }];
    marks.set(system, known);
    return known;
  };
  return {
    show(event) {
      const at = clock();
      if (!isLive && at - shownAt < plainMs) return;
      shownAt = at;
      const state = stateOf(event, ({ system, settledNow }) =>
        recentRate(marksOf(system), { at, settledNow }),
      );
      if (!isLive) screen.write(`${figures(state)}\n`);
      else screen.write(`\r\u001b[K${line(state, (screen.columns || 80) - 1)}`);
      isShown = isLive;
    },
    say(message) {
      clear();
      screen.write(`${message}\n`);
    },
    restart() {
      startedAt = clock();
      marks.clear();
    },
    [Symbol.dispose]: clear,
  };
}

function stateOf(
  { noun, systems, asking, workers }: ProgressEvent,
  rateOf: (own: SystemProgress) => number,
): State {
  const known = systems.flatMap(({ expected, isGrowing }) => (isGrowing ? [] : [expected]));
  const troubles = new Map<string, number>();
  for (const { outcomes } of systems)
    for (const [kind, count] of Object.entries(outcomes))
      if (kind !== "answered") troubles.set(kind, (troubles.get(kind) ?? 0) + count);
  return {
    done: systems.reduce((sum, { settled }) => sum + settled, 0),
    expected: known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0),
    noun,
    paces: systems.map((own) => ({ system: own.system, rate: rateOf(own), left: leftOf(own) })),
    troubles,
    asking,
    workers: workers?.length,
  };
}

function leftOf({ expected, isGrowing, settled }: SystemProgress): number | undefined {
  return isGrowing ? undefined : expected - settled;
}

/** How many samples were settled by then. */
interface Mark {
  readonly at: number;
  readonly settledNow: number;
}

const markMs = 1_000;
const windowMs = 15_000;

/** Samples per second over the last seconds. */
function recentRate(marks: Mark[], now: Mark): number {
  // Other work of the same system has begun, such as asking after training.
  if (now.settledNow < marks.at(-1)!.settledNow) marks.splice(0, marks.length, now);
  if (now.at - marks.at(-1)!.at >= markMs) marks.push(now);
  while (marks.length > 1 && now.at - marks[1]!.at > windowMs) marks.shift();
  const since = marks[0]!;
  return (now.settledNow - since.settledNow) / Math.max((now.at - since.at) / 1000, 1e-3);
}

interface SystemPace {
  readonly system: string;
  /** Samples per second. */
  readonly rate: number;
  readonly left: number | undefined;
}

interface State {
  readonly done: number;
  readonly expected: number | undefined;
  readonly noun: string;
  readonly paces: readonly SystemPace[];
  readonly troubles: ReadonlyMap<string, number>;
  readonly asking: ProgressEvent["asking"];
  /** How many ask, where workers do. */
  readonly workers: number | undefined;
}

const barWidth = 24;
/** Narrower lines have no bar, since the figures say more. */
const narrowestWithBar = 60;

/** At most `width` columns; escape codes take none. */
function line(state: State, width: number): string {
  const { done, expected } = state;
  const text = figures(state);
  if (expected === undefined || expected === 0 || width < narrowestWithBar)
    return text.slice(0, width);
  const filled = Math.min(barWidth, Math.round((barWidth * done) / expected));
  const bar = `${styleText("green", "━".repeat(filled), { stream: process.stderr })}${"─".repeat(barWidth - filled)}`;
  return `${bar}  ${text.slice(0, width - barWidth - 2)}`;
}

function figures({ done, expected, noun, paces, troubles, asking, workers }: State): string {
  const rate = paces.reduce((sum, own) => sum + own.rate, 0);
  const parts = [
    `${done}${expected === undefined ? "" : `/${expected}`} ${noun}`,
    `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`,
  ];
  const left = timeLeft(paces);
  if (left !== undefined) parts.push(left);
  for (const [kind, count] of troubles) parts.push(`${count} ${kind}`);
  if (asking) parts.push(...askingParts(asking));
  if (workers !== undefined) parts.push(`${workers} ${workers === 1 ? "worker" : "workers"}`);
  return parts.join("  ");
}

/** Systems go side by side, so the slowest decides; it is named where others have work left too. */
function timeLeft(paces: readonly SystemPace[]): string | undefined {
  const known = paces.filter(({ left }) => left !== undefined);
  const open = known.filter(({ left }) => left! > 0);
  if (open.length === 0) return known.some(({ rate }) => rate > 0) ? "0 s left" : undefined;
  const ends = open.flatMap(({ system, rate, left }) =>
    rate > 0 ? [{ system, seconds: left! / rate }] : [],
  );
  ends.sort((a, b) => b.seconds - a.seconds);
  const [slowest, ...others] = ends;
  if (!slowest) return undefined;
  if (open.length === 1) return `${duration(slowest.seconds)} left`;
  const shown = others
    .slice(0, mostEnds)
    .map(({ system, seconds }) => `${system} ${duration(seconds)}`);
  return `${duration(slowest.seconds)} left (${[slowest.system, ...shown].join(", ")})`;
}

/** Of so many systems beside the slowest it is said when they end. */
const mostEnds = 2;

function askingParts({
  inFlight,
  limit,
  retries,
  spent,
  ...because
}: NonNullable<ProgressEvent["asking"]>): readonly string[] {
  const { heldBecause, slowedBecause, retriesBecause } = because;
  const retried = `${retries} ${retries === 1 ? "retry" : "retries"}`;
  return [
    ...(heldBecause === undefined ? [] : [`down: ${shortReason(heldBecause)}`]),
    ...(limit > 0
      ? [
          `${inFlight}/${limit} under way${slowedBecause === undefined ? "" : `, slowed: ${shortReason(slowedBecause)}`}`,
        ]
      : []),
    ...(retries > 0
      ? [
          retriesBecause === undefined || retriesBecause === heldBecause
            ? retried
            : `${retried}: ${shortReason(retriesBecause)}`,
        ]
      : []),
    ...(spent > 0 ? [`${formatDollars(spent)} USD`] : []),
  ];
}

const longestReason = 60;

function shortReason(reason: string): string {
  const line = reason.replace(/\s+/g, " ");
  return line.length > longestReason ? `${line.slice(0, longestReason - 1)}…` : line;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
