import type { ProfileFigure, ProfileItem } from "../../../core/family/profile.ts";

/** Lengths that the framework wants of its videos. */
const [shortestSeconds, longestSeconds] = [600, 3600];

/** An item that is met from a number on. */
export function atLeast(item: string, wanted: number, count: number): ProfileItem {
  return {
    item,
    wanted: `${wanted}`,
    found: `${count}`,
    measured: count,
    verdict: count >= wanted ? "met" : "not met",
  };
}

/** Videos of 10 min to 1 h: `lengths` by video, `null` where the data does not say. */
export function videoLengths(lengths: ReadonlyMap<string, number | null>): ProfileItem {
  const known = [...lengths].flatMap(([id, seconds]) =>
    seconds === null ? [] : [{ id, seconds }],
  );
  const unknown = lengths.size - known.length;
  const outside = known.filter(
    ({ seconds }) => seconds < shortestSeconds || seconds > longestSeconds,
  );
  const seconds = known.map((one) => one.seconds);
  const parts = [
    ...(known.length === 0
      ? []
      : [
          `${known.length} known, ${rangeText(minutes(Math.min(...seconds)), minutes(Math.max(...seconds)))}`,
        ]),
    ...(outside.length === 0
      ? []
      : [
          `${outside.length} outside (${named(outside.map(({ id, seconds: own }) => `${id}: ${minutes(own)}`))})`,
        ]),
    ...(unknown === 0 ? [] : [`${unknown} not known`]),
  ];
  const verdict = outside.length > 0 ? "not met" : unknown > 0 ? "not known" : "met";
  return {
    item: "video lengths",
    wanted: "10 min to 1 h each",
    found: parts.join("; ") || "no videos",
    measured: known.length - outside.length,
    verdict,
    ...(unknown > 0 ? { tells: "the length in each row (duration; VIGIL: duration_sec)" } : {}),
  };
}

/** "3 to 4", or one of them where both are the same. */
export function rangeText(low: string | number, high: string | number): string {
  return low === high ? `${low}` : `${low} to ${high}`;
}

/** The first three of a list. */
export function named(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
}

/** "0.812 (0.77–0.85)" */
export function figureText({ value, low, high }: ProfileFigure): string {
  const interval = low === null || high === null ? "" : ` (${low.toFixed(2)}–${high.toFixed(2)})`;
  return `${value.toFixed(3)}${interval}`;
}

/** Rounded down, so that what is short of 10 min does not read as 10 min. */
function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
}
