import type { PixelStatistics } from "./pixel-statistics.ts";

const colours: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [220, 40, 40],
  green: [40, 180, 60],
  blue: [50, 90, 230],
  yellow: [235, 215, 50],
  white: [240, 240, 240],
  black: [15, 15, 15],
  orange: [240, 140, 30],
  purple: [150, 60, 200],
};
/** Movement by less than this fraction of the picture is none. */
const leastMovement = 0.04;

/**
 * The choice that pixel statistics speak for, or `undefined` where they have nothing to say about
 * such choices.
 */
export function pixelAnswer(
  choices: readonly string[],
  frames: readonly PixelStatistics[],
): number | undefined {
  return byColour(choices, frames) ?? byCount(choices, frames) ?? byMovement(choices, frames);
}

/** Choices that are names of colours: the one nearest to the mean colour of what stands out. */
function byColour(
  choices: readonly string[],
  frames: readonly PixelStatistics[],
): number | undefined {
  const named = choices.map((choice) => colours[choice.trim().toLowerCase()]);
  const seen = frames.flatMap(({ colour }) => (colour ? [colour] : []));
  if (named.some((colour) => !colour) || seen.length === 0) return undefined;
  const mean = [0, 1, 2].map(
    (channel) => seen.reduce((sum, colour) => sum + colour[channel]!, 0) / seen.length,
  );
  return smallest(
    named.map((colour) => Math.hypot(...colour!.map((value, channel) => value - mean[channel]!))),
  );
}

/** Choices that are numbers: the one nearest to the usual number of regions. */
function byCount(
  choices: readonly string[],
  frames: readonly PixelStatistics[],
): number | undefined {
  const numbers = choices.map((choice) =>
    /^\s*\d+\s*$/.test(choice) ? Number(choice) : Number.NaN,
  );
  if (numbers.some(Number.isNaN) || frames.length === 0) return undefined;
  const median = frames.map(({ regions }) => regions).sort((a, b) => a - b)[
    Math.floor(frames.length / 2)
  ]!;
  return smallest(numbers.map((number) => Math.abs(number - median)));
}

/**
 * Choices that name a direction, or standing still: how the centre of what stands out moved from
 * the first frame to the last.
 */
function byMovement(
  choices: readonly string[],
  frames: readonly PixelStatistics[],
): number | undefined {
  const centres = frames.flatMap(({ centre }) => (centre ? [centre] : []));
  const [first, last] = [centres[0], centres.at(-1)];
  if (!first || !last) return undefined;
  const [x, y] = [last[0] - first[0], last[1] - first[1]];
  const isStill = Math.max(Math.abs(x), Math.abs(y)) < leastMovement;
  const direction = isStill
    ? /\bstill\b|\bnot move\b/i
    : Math.abs(x) > Math.abs(y)
      ? x > 0
        ? /\bright\b/i
        : /\bleft\b/i
      : y > 0
        ? /\bdown\b/i
        : /\bup\b/i;
  const found = choices.findIndex((choice) => direction.test(choice));
  return found < 0 ? undefined : found;
}

function smallest(values: readonly number[]): number {
  return values.indexOf(Math.min(...values));
}
