import type { ClassSet } from "./class-counts.ts";
import { type HasLabelScores, trueLabels } from "./has-label-scores.ts";

type HasOptions = Pick<HasLabelScores, "truth" | "truths" | "options">;

/**
 * The macro F1 that guessing is expected to reach on these samples, each of the labels on offer
 * being equally likely; exact. `null` where samples have no single truth, or other labels on offer.
 */
export function guessedMacroF1(evidence: Iterable<HasOptions>, set: ClassSet): number | null {
  const supports = new Map<string, number>();
  let samples = 0;
  let options: readonly string[] | undefined;
  for (const item of evidence) {
    const truths = trueLabels(item);
    if (truths === null) continue;
    if (truths.length !== 1) return null;
    options ??= item.options;
    if (!areSame(options, item.options)) return null;
    supports.set(truths[0]!, (supports.get(truths[0]!) ?? 0) + 1);
    samples++;
  }
  if (!options) return null;
  const offered = new Set(options);
  const strangers = supports.keys().reduce((sum, one) => sum + (offered.has(one) ? 0 : 1), 0);
  const shape = { samples, labels: options.length, supported: supports.size, strangers };
  const divide = set === "union" ? dividedByUnion(shape) : undefined;
  const fixed = 1 / (set === "options" ? shape.labels + strangers : shape.supported);
  // Labels with as many true samples fare alike.
  const known = new Map<number, number>();
  let sum = 0;
  for (const [label, support] of supports) {
    // A label that is not on offer is never guessed, and counts as one with an F1 of 0.
    if (!offered.has(label)) continue;
    const own =
      known.get(support) ?? expectedShare(support, shape, (rest) => divide?.[rest] ?? fixed);
    known.set(support, own);
    sum += own;
  }
  return sum;
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((label, place) => label === b[place]));
}

interface Shape {
  readonly samples: number;
  /** On offer. */
  readonly labels: number;
  /** With a true sample. */
  readonly supported: number;
  /** Of these, not on offer. */
  readonly strangers: number;
}

/** What a label adds to the mean: its F1 over the number of labels that count then. */
function expectedShare(
  support: number,
  { samples, labels }: Shape,
  /** One over the number of labels, by how many samples are given another label than this. */
  share: (rest: number) => number,
): number {
  const hits = binomialMasses(support, 1 / labels);
  const falseAlarms = binomialMasses(samples - support, 1 / labels);
  let sum = 0;
  for (const [i, hitMass] of hits.masses.entries())
    for (const [j, alarmMass] of falseAlarms.masses.entries()) {
      const [right, wrong] = [hits.from + i, falseAlarms.from + j];
      const f1 = (2 * right) / (support + right + wrong);
      sum += hitMass * alarmMass * f1 * share(samples - right - wrong);
    }
  return sum;
}

/**
 * The expectation of one over the number of labels that are true or guessed, by how many samples are
 * given one of the labels but one that is true: labels without a true sample count where a guess
 * falls on them.
 */
function dividedByUnion({ samples, labels, supported, strangers }: Shape): Float64Array {
  const idle = labels - (supported - strangers);
  const expected = new Float64Array(samples + 1);
  // How likely it is that so many of the idle labels were guessed.
  let guessed = new Float64Array(idle + 1);
  guessed[0] = 1;
  for (let rest = 0; rest <= samples; rest++) {
    for (let count = 0; count <= idle; count++)
      expected[rest]! += guessed[count]! / (supported + count);
    const next = new Float64Array(idle + 1);
    for (let count = 0; count <= idle; count++) {
      const isNew = labels > 1 ? (idle - count) / (labels - 1) : 0;
      next[count]! += guessed[count]! * (1 - isNew);
      if (count < idle) next[count + 1]! += guessed[count]! * isNew;
    }
    guessed = next;
  }
  return expected;
}

/** Smaller shares of the likeliest count change no digit. */
const negligible = 1e-18;

/** How likely each number of successes is, from `from` on, without those that hardly ever happen. */
function binomialMasses(
  trials: number,
  probability: number,
): { readonly from: number; readonly masses: readonly number[] } {
  if (probability >= 1) return { from: trials, masses: [1] };
  const odds = probability / (1 - probability);
  const mode = Math.floor((trials + 1) * probability);
  const above = [1];
  for (let count = mode; count < trials && above.at(-1)! > negligible; count++)
    above.push((above.at(-1)! * (trials - count) * odds) / (count + 1));
  const below: number[] = [];
  for (let count = mode, mass = 1; count > 0 && mass > negligible; count--) {
    mass = (mass * count) / ((trials - count + 1) * odds);
    below.push(mass);
  }
  const masses = [...below.toReversed(), ...above];
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return { from: mode - below.length, masses: masses.map((mass) => mass / total) };
}
