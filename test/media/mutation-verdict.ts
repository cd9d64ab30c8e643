/**
 * How a damaged file ended. `right`: the frames of the whole file, pixel by pixel; `warned`: frames
 * with a new warning, right or not; `refused`: not shown; `unnoticed`: other frames without a
 * warning.
 */
export const verdicts = [
  "right",
  "warned",
  "refused",
  "unnoticed",
  "crashed",
  "timed out",
] as const;
export type MutationVerdict = (typeof verdicts)[number];

/**
 * What is seen beside what the whole file shows. `faint`: differences that are hardly visible;
 * `blemished`: a picture that visibly differs, with the right number and time; `wrong`: a picture
 * whose number, size or time is wrong; `fewer`: frames true to their times, but others than are
 * due.
 */
export type Sight = "same" | "faint" | "blemished" | "wrong" | "fewer";

export interface Mutation {
  readonly number: number;
  readonly format: string;
  readonly how: string;
  readonly verdict: MutationVerdict;
  /** `null` where nothing was shown. */
  readonly sight: Sight | null;
  /** Why, in the words of the decoder or of the comparison. */
  readonly detail: string;
  readonly seconds: number;
}

/** Shown without a warning although anybody would see the difference. */
export function isVisiblyUnnoticed({ verdict, sight }: Mutation): boolean {
  return verdict === "unnoticed" && sight !== "faint";
}

/**
 * What must not happen: a decoder that crashed or took too long, and a file that was cut off and
 * visibly differs without a warning.
 */
export function mutationBreaches(found: readonly Mutation[]): readonly string[] {
  return found
    .filter(
      (one) =>
        ["crashed", "timed out"].includes(one.verdict) ||
        (one.how.startsWith("cut to ") && isVisiblyUnnoticed(one)),
    )
    .map(mutationLine);
}

export function mutationLine({ number, format, how, verdict, sight, detail }: Mutation): string {
  return `${number} ${format}, ${how}: ${verdict}${sight ? `, ${sight}` : ""}${detail && `: ${detail}`}`;
}

export interface Picture {
  readonly number: number | null;
  readonly atSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/**
 * What a whole file shows: all frames by the number on them, and the numbers of those that are
 * taken.
 */
export interface Sights {
  readonly pictures: ReadonlyMap<number, Picture>;
  readonly taken: readonly (number | null)[];
}

/** Clocks of containers round to a hundredth at worst, but the same way each time. */
const toleranceSeconds = 0.002;
const blemishShare = 0.01;
const visible = 32;

/** Compares frames with those of the whole file. */
export function compareSights(
  seen: readonly Picture[],
  { pictures, taken }: Sights,
): readonly [Sight, string] {
  for (const { number, atSeconds, width, height } of seen) {
    const right = number === null ? undefined : pictures.get(number);
    const shown = `${width}x${height} at ${atSeconds.toFixed(3)} s with number ${number}`;
    if (!right) return ["wrong", shown];
    const isInTime = Math.abs(right.atSeconds - atSeconds) <= toleranceSeconds;
    if (!isInTime || right.width !== width || right.height !== height)
      return ["wrong", `${shown}, not ${right.atSeconds.toFixed(3)} s`];
  }
  const off = (most: number) =>
    seen.find((picture) => differing(picture.rgb, pictures.get(picture.number!)!.rgb, most));
  const blemished = off(blemishShare);
  if (blemished) return ["blemished", `at ${blemished.atSeconds.toFixed(3)} s`];
  const numbers = seen.map(({ number }) => number);
  if (numbers.join() !== taken.join())
    return ["fewer", `frames ${numbers.join()} instead of ${taken.join()}`];
  const faint = off(-1);
  return faint ? ["faint", `at ${faint.atSeconds.toFixed(3)} s`] : ["same", ""];
}

/**
 * Whether more than this share of the values is visibly off; below 0: whether any value is off at
 * all.
 */
function differing(rgb: Uint8Array, right: Uint8Array, mostShare: number): boolean {
  if (mostShare < 0) return Buffer.compare(rgb, right) !== 0;
  let off = 0;
  for (let at = 0; at < rgb.length; at++) if (Math.abs(rgb[at]! - right[at]!) > visible) off++;
  return off / rgb.length > mostShare;
}
