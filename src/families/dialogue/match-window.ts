/** Bounds of reference − prediction, in one unit. */
interface Bounds {
  readonly unit: "frames" | "seconds";
  readonly left: number;
  readonly right: number;
}

/**
 * Windows in seconds by a part of a set's name, first hit wins: a quarter of the mean time between
 * utterances early, half of it late.
 */
const autoWindows: readonly (readonly [name: string, left: number, right: number])[] = [
  ["narration", -2.5, 2.5],
  ["ego4d", -4, 8.5],
  ["epickitchens", -1.5, 3],
  ["holoassist", -1.5, 2.5],
  ["egoexolearn", -2, 3.5],
  ["assembly101", -2, 4],
  ["wtag", -3, 6],
];
const otherwise: Bounds = { unit: "seconds", left: -2.5, right: 2.5 };

/** Reads a window as it is written in a configuration; `undefined` where it is none. */
export function parseWindow(text: string): Bounds | "auto" | undefined {
  if (text === "auto") return "auto";
  const parts = /^\s*(-?\d+(?:\.\d+)?)(s?)\s*,\s*(-?\d+(?:\.\d+)?)(s?)\s*$/.exec(text);
  if (!parts || parts[2] !== parts[4]) return undefined;
  const [left, right] = [Number(parts[1]), Number(parts[3])];
  if (left > right || (parts[2] === "" && !(Number.isInteger(left) && Number.isInteger(right))))
    return undefined;
  return { unit: parts[2] === "s" ? "seconds" : "frames", left, right };
}

/** The window of one stream in whole frames, cut toward zero. */
export function windowInFrames(
  text: string,
  { dataset = "", fps }: { readonly dataset?: string | undefined; readonly fps: number },
) {
  const parsed = parseWindow(text);
  if (parsed === undefined) throw new RangeError(`"${text}" is no window`);
  const { unit, left, right } = parsed === "auto" ? autoWindow(dataset) : parsed;
  const scale = unit === "seconds" ? fps : 1;
  return { left: Math.trunc(left * scale), right: Math.trunc(right * scale) };
}

/** Whether an utterance may be matched with a reference on its very frame. */
export function holdsOwnFrame(text: string): boolean {
  const parsed = parseWindow(text);
  return parsed === "auto" || (parsed !== undefined && parsed.left <= 0 && parsed.right >= 0);
}

function autoWindow(dataset: string): Bounds {
  const found = autoWindows.find(([name]) => dataset.includes(name));
  return found ? { unit: "seconds", left: found[1], right: found[2] } : otherwise;
}
