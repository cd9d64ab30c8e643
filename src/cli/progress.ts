import { styleText } from "node:util";

/** Shows how far a run is, on standard error: one live line on a terminal, a plain line now and then elsewhere. */
export interface Progress extends Disposable {
  /** How many samples are to be gone through in all, where that is known. */
  expect(total: number): void;
  settled(kind: string, isNew: boolean): void;
  /** A line of its own, above the live line. */
  say(message: string): void;
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
  let expected: number | undefined;
  let done = 0;
  let fresh = 0;
  const troubles = new Map<string, number>();
  let shownAt = startedAt;
  let isShown = false;

  const clear = () => {
    if (isShown) screen.write("\r\u001b[K");
    isShown = false;
  };
  const show = () => {
    const state = { done, fresh, expected, seconds: (clock() - startedAt) / 1000, troubles };
    if (isLive) {
      screen.write(`\r\u001b[K${line(state, (screen.columns || 80) - 1)}`);
      isShown = true;
    } else screen.write(`${line(state, Number.POSITIVE_INFINITY)}\n`);
  };
  return {
    expect(total) {
      expected = (expected ?? 0) + total;
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
    say(message) {
      clear();
      screen.write(`${message}\n`);
    },
    [Symbol.dispose]: clear,
  };
}

interface State {
  readonly done: number;
  readonly fresh: number;
  readonly expected: number | undefined;
  readonly seconds: number;
  readonly troubles: ReadonlyMap<string, number>;
}

const barWidth = 24;
/** Narrower lines have no bar, since the figures say more. */
const narrowestWithBar = 60;

/** At most `width` columns; escape codes take none. */
function line({ done, fresh, expected, seconds, troubles }: State, width: number): string {
  const rate = fresh / Math.max(seconds, 1e-3);
  const parts = [`${done}${expected === undefined ? "" : `/${expected}`} samples`, `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`];
  if (expected !== undefined && rate > 0) parts.push(`${duration((expected - done) / rate)} left`);
  for (const [kind, count] of troubles) parts.push(`${count} ${kind}`);
  const text = parts.join("  ");
  if (expected === undefined || expected === 0 || width < narrowestWithBar) return text.slice(0, width);
  const filled = Math.min(barWidth, Math.round((barWidth * done) / expected));
  const bar = `${styleText("green", "━".repeat(filled), { stream: process.stderr })}${"─".repeat(barWidth - filled)}`;
  return `${bar}  ${text.slice(0, width - barWidth - 2)}`;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
