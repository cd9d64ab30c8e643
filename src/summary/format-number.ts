/** What stands in tables where there is no number; the reason is given near it. */
export const absent = "–";

/** Narrow no-break space: groups digits, and keeps a count one word for line breaking. */
const thinSpace = "\u202f";

/**
 * How a metric's values are written: `percent` for fractions, `count` for sums of counts (whole
 * unless a mean over repeats), `plain` for everything else (seconds, CIDEr, counts per hour).
 */
export type Unit = "percent" | "count" | "plain";

type MaybeNumber = number | null | undefined;

/** A whole number, digits grouped by threes: 4996 → "4 996" (with a narrow no-break space). */
export function formatCount(count: MaybeNumber): string {
  return isNumber(count) ? fixed(count, 0) : absent;
}

/**
 * A fraction as a percentage: 0.4626 → "46.26 %". What is not all or nothing is never rounded to
 * it, so that 4 999 999 of 5 000 000 reads ">99.99 %" and not "100.00 %".
 */
export function formatPercent(fraction: MaybeNumber, decimals = 2): string {
  if (!isNumber(fraction)) return absent;
  const percent = fraction * 100;
  const step = 10 ** -decimals;
  if (percent > roundingNoise && percent < step / 2) return `<${fixed(step, decimals)} %`;
  if (percent < 100 - roundingNoise && percent >= 100 - step / 2)
    return `>${fixed(100 - step, decimals)} %`;
  return `${fixed(percent, decimals)} %`;
}

/** A metric's value in its unit: "46.26 %" or "1.204". */
export function formatScore(value: MaybeNumber, unit: Unit): string {
  if (unit === "percent") return formatPercent(value);
  return isNumber(value) ? fixed(value, ownDecimals(value, unit)) : absent;
}

/**
 * Both ends of an interval, without the sign of per cent: "44.1–48.4"; a further decimal where it
 * is narrower than one point.
 */
export function formatInterval(low: MaybeNumber, high: MaybeNumber, unit: Unit): string {
  if (!isNumber(low) || !isNumber(high)) return absent;
  const factor = unit === "percent" ? 100 : 1;
  const decimals =
    unit === "percent"
      ? percentDecimals(high - low)
      : intervalDecimals(Math.max(Math.abs(low), Math.abs(high)), unit);
  const separator = low < 0 ? " to " : "–";
  return [low, high].map((end) => fixed(end * factor, decimals)).join(separator);
}

/** "Mean average precision depends on the order of equal confidences: 33.2–37.4 %". */
export function formatTies(title: string, ties: readonly [number, number], unit: Unit): string {
  return `${title} depends on the order of equal confidences: ${formatInterval(...ties, unit)}${unit === "percent" ? " %" : ""}`;
}

/**
 * A difference of two scores, with its sign: "+12.50" points where scores are percentages, "−0.204"
 * otherwise.
 */
export function formatDifference(value: MaybeNumber, unit: Unit): string {
  if (!isNumber(value)) return absent;
  return unit === "percent" ? signed(value * 100, 2) : signed(value, ownDecimals(value, unit));
}

/** Both ends of a difference's interval, with their signs: "−1.3 to +4.0". */
export function formatDifferenceInterval(low: MaybeNumber, high: MaybeNumber, unit: Unit): string {
  if (!isNumber(low) || !isNumber(high)) return absent;
  const factor = unit === "percent" ? 100 : 1;
  const decimals =
    unit === "percent"
      ? percentDecimals(high - low)
      : intervalDecimals(Math.max(Math.abs(low), Math.abs(high)), unit);
  return [low, high].map((end) => signed(end * factor, decimals)).join(" to ");
}

/** A p-value: "0.012", "<0.001". */
export function formatProbability(pValue: MaybeNumber): string {
  if (!isNumber(pValue)) return absent;
  return pValue < 0.001 ? "<0.001" : pValue.toFixed(3);
}

/**
 * A number of unknown meaning, as analyses hold them, with these decimals; without them, whole
 * numbers as counts, others with at most four. What would round to nothing keeps its size.
 */
export function formatNumber(value: MaybeNumber, decimals?: number): string {
  if (!isNumber(value) || (decimals === undefined && Number.isInteger(value)))
    return formatCount(value);
  const size = Math.abs(value);
  if (size > 0 && size < 10 ** -(decimals ?? 4) / 2) return withSign(value, size.toExponential(2));
  return fixed(value, decimals ?? (size < 100 ? 4 : 2));
}

/**
 * An amount in US dollars, without their name: cents, and of less than a dollar hundredths of
 * cents. What would round to nothing keeps its size.
 */
export function formatDollars(amount: MaybeNumber): string {
  return isNumber(amount) ? formatNumber(amount, amount < 0.999_95 ? 4 : 2) : absent;
}

/** "1 sample", "4 996 samples". */
export function formatQuantity(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Sums of fractions end a few units off the last place, and BLEU is smoothed by so much; those are
 * still all or nothing.
 */
const roundingNoise = 1e-6;

function isNumber(value: MaybeNumber): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

function percentDecimals(width: number): number {
  return width > roundingNoise && width < 0.01 ? 2 : 1;
}

function ownDecimals(value: number, unit: Unit): number {
  if (unit === "count") return Number.isInteger(value) ? 0 : 1;
  return plainDecimals(value);
}

function intervalDecimals(largest: number, unit: Unit): number {
  return unit === "count" ? (largest < 100 ? 1 : 0) : plainDecimals(largest);
}

function plainDecimals(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
}

function fixed(value: number, decimals: number): string {
  const [whole = "", rest] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thinSpace);
  const digits = rest === undefined ? grouped : `${grouped}.${rest}`;
  return /[1-9]/.test(digits) ? withSign(value, digits) : digits;
}

/** With a plus where it is above zero, also after rounding. */
function signed(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

function withSign(value: number, digits: string): string {
  return value < 0 ? `−${digits}` : digits;
}

/** A size for people, in powers of ten and three digits: `29.3 kB`. */
export function formatByteSize(bytes: number): string {
  const names = ["B", "kB", "MB", "GB", "TB"];
  // 999.5 kB would be printed as 1000 kB; it belongs to the next unit.
  const step =
    bytes < 1 ? 0 : Math.min(names.length - 1, Math.floor(Math.log10(bytes * 1.0005) / 3));
  const amount = bytes / 1000 ** step;
  return `${step === 0 ? amount : amount.toFixed(amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0)} ${names[step]}`;
}
