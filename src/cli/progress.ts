import { styleText } from "node:util";
import { formatDollars } from "../report/format-number.ts";

/** Shows how far a run is, on standard error: one live line on a terminal, a plain line now and then elsewhere. */
export interface Progress extends Disposable {
  /** How many samples, or what else, are to be gone through in all, where that is known. */
  expect(total: number, noun?: string): void;
  settled(kind: string, isNew: boolean): void;
  /** What else is to be shown of the asking, looked at whenever a line is drawn. */
  watch(asking: () => AskingFigures): void;
  /** A line of its own, above the live line. */
  say(message: string): void;
}

/** How the asking goes. */
interface AskingFigures {
  readonly inFlight: number;
  /** How many asks may be under way now. */
  readonly limit: number;
  readonly retries: number;
  /** US dollars. */
  readonly spent: number;
}

interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const liveMs = 100;
const plainMs = 10_000;

export function showProgress(screen: Screen = process.stderr, clock: () => number = () => performance.now()): Progress {
  const isLive = Boolean(screen.isTTY) && process.env.TERM !== "dumb";
  const startedAt = clock();
  const marks: Mark[] = [{ at: startedAt, fresh: 0 }];
  let expected: number | undefined;
  let noun = "samples";
  let done = 0;
  let fresh = 0;
  const troubles = new Map<string, number>();
  let asking: () => AskingFigures | undefined = () => undefined;
  let shownAt = startedAt;
  let isShown = false;

  const clear = () => {
    if (isShown) screen.write("\r\u001b[K");
    isShown = false;
  };
  const show = () => {
    const state = { done, expected, noun, rate: recentRate(marks, { at: clock(), fresh }), troubles, asking: asking() };
    if (isLive) {
      screen.write(`\r\u001b[K${line(state, (screen.columns || 80) - 1)}`);
      isShown = true;
    } else screen.write(`${figures(state)}\n`);
  };
  // A system that hangs must not look like a program that does.
  const ticking = isLive ? setInterval(() => done > 0 && show(), tickMs).unref() : undefined;
  return {
    expect(total, name = noun) {
      expected = (expected ?? 0) + total;
      noun = name;
    },
    settled(kind, isNew) {
      done++;
      if (isNew) fresh++;
      if (kind !== "answered") troubles.set(kind, (troubles.get(kind) ?? 0) + 1);
      // Looking at the clock for every one of a million samples would cost more than the line itself.
      if ((done & 63) !== 0 && expected === undefined) return;
      const now = clock();
      if (now - shownAt < (isLive ? liveMs : plainMs)) return;
      shownAt = now;
      show();
    },
    watch(figures) {
      asking = figures;
    },
    say(message) {
      clear();
      screen.write(`${message}\n`);
    },
    [Symbol.dispose]() {
      clearInterval(ticking);
      clear();
    },
  };
}

/** How many samples were done by then. */
interface Mark {
  readonly at: number;
  readonly fresh: number;
}

const tickMs = 1_000;
const windowMs = 15_000;

/** Samples per second over the last seconds: a fast system that has ended says nothing about a slow one that has not. */
function recentRate(marks: Mark[], now: Mark): number {
  if (now.at - marks.at(-1)!.at >= tickMs) marks.push(now);
  while (marks.length > 1 && now.at - marks[1]!.at > windowMs) marks.shift();
  const since = marks[0]!;
  return (now.fresh - since.fresh) / Math.max((now.at - since.at) / 1000, 1e-3);
}

interface State {
  readonly done: number;
  readonly expected: number | undefined;
  readonly noun: string;
  /** Samples per second. */
  readonly rate: number;
  readonly troubles: ReadonlyMap<string, number>;
  readonly asking: AskingFigures | undefined;
}

const barWidth = 24;
/** Narrower lines have no bar, since the figures say more. */
const narrowestWithBar = 60;

/** At most `width` columns; escape codes take none. */
function line(state: State, width: number): string {
  const { done, expected } = state;
  const text = figures(state);
  if (expected === undefined || expected === 0 || width < narrowestWithBar) return text.slice(0, width);
  const filled = Math.min(barWidth, Math.round((barWidth * done) / expected));
  const bar = `${styleText("green", "━".repeat(filled), { stream: process.stderr })}${"─".repeat(barWidth - filled)}`;
  return `${bar}  ${text.slice(0, width - barWidth - 2)}`;
}

function figures({ done, expected, noun, rate, troubles, asking }: State): string {
  const parts = [`${done}${expected === undefined ? "" : `/${expected}`} ${noun}`, `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`];
  if (expected !== undefined && rate > 0) parts.push(`${duration((expected - done) / rate)} left`);
  for (const [kind, count] of troubles) parts.push(`${count} ${kind}`);
  if (asking && asking.limit > 0) parts.push(`${asking.inFlight}/${asking.limit} under way`);
  if (asking && asking.retries > 0) parts.push(`${asking.retries} ${asking.retries === 1 ? "retry" : "retries"}`);
  if (asking && asking.spent > 0) parts.push(`${formatDollars(asking.spent)} USD`);
  return parts.join("  ");
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
