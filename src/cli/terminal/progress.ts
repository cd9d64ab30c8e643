import { styleText } from "node:util";
import { formatDollars } from "../../summary/format-number.ts";

/** Shows how far a run is, on standard error: one live line on a terminal, a plain line now and then elsewhere. */
export interface Progress extends Disposable {
  /** How many samples, or what else, are to be gone through in all, where that is known; of one system, where several go side by side. */
  expect(total: number, of?: Expected): void;
  settled(kind: string, isNew: boolean, system?: string): void;
  /** What else is to be shown of the asking, looked at whenever a line is drawn. */
  watch(asking: () => AskingFigures): void;
  /** A line of its own, above the live line. */
  say(message: string): void;
}

interface Expected {
  readonly noun?: string;
  readonly system?: string;
}

/** How the asking goes. */
interface AskingFigures {
  readonly inFlight: number;
  /** How many asks may be under way now. */
  readonly limit: number;
  readonly retries: number;
  readonly retriesBecause?: string | undefined;
  readonly slowedBecause?: string | undefined;
  readonly heldBecause?: string | undefined;
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
  const systems = new Map<string, Pace>();
  let expected: number | undefined;
  let noun = "samples";
  let done = 0;
  const troubles = new Map<string, number>();
  let asking: () => AskingFigures | undefined = () => undefined;
  let shownAt = startedAt;
  let isShown = false;

  const clear = () => {
    if (isShown) screen.write("\r\u001b[K");
    isShown = false;
  };
  const show = () => {
    const paces = [...systems].map(([system, pace]) => ({ system, ...paceNow(pace, clock()) }));
    const state = { done, expected, noun, paces, troubles, asking: asking() };
    if (isLive) {
      screen.write(`\r\u001b[K${line(state, (screen.columns || 80) - 1)}`);
      isShown = true;
    } else screen.write(`${figures(state)}\n`);
  };
  // A system that hangs must not look like a program that does.
  const ticking = isLive ? setInterval(() => done > 0 && show(), tickMs).unref() : undefined;
  const paceOf = (system: string) => {
    const known = systems.get(system) ?? { marks: [{ at: startedAt, fresh: 0 }], fresh: 0, left: undefined };
    systems.set(system, known);
    return known;
  };
  return {
    expect(total, { noun: name = noun, system = "" } = {}) {
      const pace = paceOf(system);
      pace.left = (pace.left ?? 0) + total;
      expected = (expected ?? 0) + total;
      noun = name;
    },
    settled(kind, isNew, system = "") {
      done++;
      const pace = paceOf(system);
      if (isNew) pace.fresh++;
      if (pace.left !== undefined) pace.left--;
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

/** How one system goes. */
interface Pace {
  readonly marks: Mark[];
  fresh: number;
  /** Samples that are left, where it is known how many there are. */
  left: number | undefined;
}

/** How many samples were done by then. */
interface Mark {
  readonly at: number;
  readonly fresh: number;
}

const tickMs = 1_000;
const windowMs = 15_000;

function paceNow({ marks, fresh, left }: Pace, at: number): Omit<SystemPace, "system"> {
  return { rate: recentRate(marks, { at, fresh }), left };
}

/** Samples per second over the last seconds. */
function recentRate(marks: Mark[], now: Mark): number {
  if (now.at - marks.at(-1)!.at >= tickMs) marks.push(now);
  while (marks.length > 1 && now.at - marks[1]!.at > windowMs) marks.shift();
  const since = marks[0]!;
  return (now.fresh - since.fresh) / Math.max((now.at - since.at) / 1000, 1e-3);
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

function figures({ done, expected, noun, paces, troubles, asking }: State): string {
  const rate = paces.reduce((sum, own) => sum + own.rate, 0);
  const parts = [`${done}${expected === undefined ? "" : `/${expected}`} ${noun}`, `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`];
  const left = timeLeft(paces);
  if (left !== undefined) parts.push(left);
  for (const [kind, count] of troubles) parts.push(`${count} ${kind}`);
  if (asking) parts.push(...askingParts(asking));
  return parts.join("  ");
}

/** Systems go side by side, so the slowest decides; it is named where others have work left too. */
function timeLeft(paces: readonly SystemPace[]): string | undefined {
  const known = paces.filter(({ left }) => left !== undefined);
  const open = known.filter(({ left }) => left! > 0);
  if (open.length === 0) return known.some(({ rate }) => rate > 0) ? "0 s left" : undefined;
  const ends = open.flatMap(({ system, rate, left }) => (rate > 0 ? [{ system, seconds: left! / rate }] : []));
  ends.sort((a, b) => b.seconds - a.seconds);
  const [slowest, ...others] = ends;
  if (!slowest) return undefined;
  if (open.length === 1) return `${duration(slowest.seconds)} left`;
  const shown = others.slice(0, mostEnds).map(({ system, seconds }) => `${system} ${duration(seconds)}`);
  return `${duration(slowest.seconds)} left (${[slowest.system, ...shown].join(", ")})`;
}

/** Of so many systems beside the slowest it is said when they end. */
const mostEnds = 2;

function askingParts({ inFlight, limit, retries, spent, ...because }: AskingFigures): readonly string[] {
  const { heldBecause, slowedBecause, retriesBecause } = because;
  const retried = `${retries} ${retries === 1 ? "retry" : "retries"}`;
  return [
    ...(heldBecause === undefined ? [] : [`down: ${shortReason(heldBecause)}`]),
    ...(limit > 0 ? [`${inFlight}/${limit} under way${slowedBecause === undefined ? "" : `, slowed: ${shortReason(slowedBecause)}`}`] : []),
    ...(retries > 0
      ? [retriesBecause === undefined || retriesBecause === heldBecause ? retried : `${retried}: ${shortReason(retriesBecause)}`]
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
