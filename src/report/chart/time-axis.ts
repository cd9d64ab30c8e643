import { axisTicks } from "./axis-ticks.ts";

const day = 86_400;

/** Lengths that people count time in, in seconds. */
export const timeSteps: readonly number[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 4, 6, 12, 24].map((hours) => hours * 3_600),
];

/**
 * Round times from `low` to `high`, at most about `count` of them: every 15 s or 5 min, never every
 * 50 s.
 */
export function timeTicks(low: number, high: number, count: number): readonly number[] {
  const rough = (high - low) / count;
  if (rough < timeSteps[0]!)
    return axisTicks(low, high, count).filter((tick) => tick >= low && tick <= high);
  const step = timeSteps.find((one) => one >= rough) ?? Math.ceil(rough / day) * day;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

/** How an axis up to a time is labelled: its unit, and each time in it. */
export function timeUnit(endSeconds: number): {
  readonly name: string;
  text(seconds: number): string;
} {
  if (endSeconds < 60) return { name: "s", text: (seconds) => String(Number(seconds.toFixed(6))) };
  const two = (value: number) => String(value).padStart(2, "0");
  const parts = (seconds: number) => {
    const tenths = Math.round(seconds * 10);
    const rest = (tenths % 600) / 10;
    return { minutes: Math.floor(tenths / 600), rest: rest < 10 ? `0${rest}` : String(rest) };
  };
  if (endSeconds < 3_600)
    return {
      name: "min:s",
      text: (seconds) => {
        const { minutes, rest } = parts(seconds);
        return `${minutes}:${rest}`;
      },
    };
  return {
    name: "h:min:s",
    text: (seconds) => {
      const { minutes, rest } = parts(seconds);
      return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
    },
  };
}

/** A length as words say it: 15 s, 10 min, 2 h. */
export function lengthText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}
