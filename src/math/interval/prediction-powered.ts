/** What each answer adds to a score that is a ratio of sums: 0 to both where it does not count. */
interface RatioParts {
  /** Value times weight. */
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/** Answers that a judge graded, some of which people labelled too. */
export interface PoweredAnswers {
  readonly judged: RatioParts;
  /** Read only of labelled answers. */
  readonly people: RatioParts;
  readonly isLabelled: Uint8Array;
  /** The group of each answer, as an index below `groupCount`. */
  readonly groups: Uint32Array;
  readonly groupCount: number;
}

export interface PoweredEstimate {
  readonly value: number;
  /** Between groups; carries the labels' share of the uncertainty. */
  readonly standardError: number;
  /** λ in θ = mean of labels + λ (the judge's mean of all − its mean of the labelled). */
  readonly power: number;
  readonly labelled: number;
  readonly labelledGroups: number;
  /** Whether people and the judge agree on every labelled answer, so that nothing varies. */
  readonly isUnanimous: boolean;
}

/**
 * The score that people would give to all answers, estimated from a judge's verdicts on all and
 * people's labels on some: prediction-powered inference (Angelopoulos et al., Science 382, 2023), for
 * ratios of sums by linearisation and for answers in groups. `null` where it is not defined. The power
 * is 1: what the judge says of all, plus what it is off by where there are labels. `tunes`: the power
 * of the least variance (Angelopoulos, Duchi and Zrnic, "PPI++", 2023), which is biased where labels
 * are few. Checked against ppi-python in test/reference/prediction-powered.test.ts.
 */
export function predictionPowered(
  answers: PoweredAnswers,
  { tunes }: { readonly tunes: boolean },
): PoweredEstimate | null {
  const { isLabelled, groups, groupCount } = answers;
  const all = Array.from(isLabelled.keys());
  const labelled = all.filter((i) => isLabelled[i] === 1);
  const others = all.filter((i) => isLabelled[i] !== 1);
  if (labelled.length === 0) return null;
  const sets = { all, labelled, others };
  // Labelled answers and the others are looked at apart: a power of 1 on all answers is this share
  // on the others.
  const share = others.length / all.length;
  const first = ratioAt(others.length === 0 ? 0 : 1, answers, sets);
  if (!first) return null;
  const power = tunes && share > 0 ? tunedPower(residuals(answers, first.value), sets) : share;
  const found = ratioAt(power, answers, sets);
  if (!found) return null;
  const { value, denominator } = found;
  const { judged, people } = residuals(answers, value);
  const rectified = people.map((one, i) => one - power * judged[i]!);
  const sums = new Float64Array(groupCount);
  const add = (rows: readonly number[], values: Float64Array, factor: number) => {
    const mean = meanOf(rows, values);
    for (const row of rows)
      sums[groups[row]!]! += (factor * (values[row]! - mean)) / rows.length / denominator;
  };
  add(others, judged, power);
  add(labelled, rectified, 1);
  const counted = new Set(groups).size;
  const squares = sums.reduce((sum, one) => sum + one * one, 0);
  return {
    value,
    standardError: counted < 2 ? 0 : Math.sqrt((counted / (counted - 1)) * squares),
    power: share === 0 ? 0 : power / share,
    labelled: labelled.length,
    labelledGroups: new Set(labelled.map((row) => groups[row])).size,
    isUnanimous: labelled.every(
      (row) =>
        answers.judged.values[row] === answers.people.values[row] &&
        answers.judged.weights[row] === answers.people.weights[row],
    ),
  };
}

interface Sets {
  readonly all: readonly number[];
  readonly labelled: readonly number[];
  readonly others: readonly number[];
}

function ratioAt(
  power: number,
  { judged, people }: PoweredAnswers,
  { labelled, others }: Sets,
): { readonly value: number; readonly denominator: number } | undefined {
  const total = (own: Float64Array, given: Float64Array) =>
    (power === 0 ? 0 : power * meanOf(others, own)) +
    meanOf(labelled, given) -
    power * meanOf(labelled, own);
  const denominator = total(judged.weights, people.weights);
  if (!(denominator > 0)) return undefined;
  return { value: total(judged.values, people.values) / denominator, denominator };
}

/** What is left of each answer's part once the score is taken off. */
function residuals({ judged, people }: PoweredAnswers, score: number) {
  const of = ({ values, weights }: RatioParts) =>
    values.map((value, i) => value - score * weights[i]!);
  return { judged: of(judged), people: of(people) };
}

/** The power with the least variance. */
function tunedPower(
  { judged, people }: { readonly judged: Float64Array; readonly people: Float64Array },
  { all, labelled, others }: Sets,
): number {
  const [own, given] = [meanOf(labelled, judged), meanOf(labelled, people)];
  let covariance = 0;
  for (const row of labelled)
    covariance += ((judged[row]! - own) * (people[row]! - given)) / labelled.length;
  const mean = meanOf(all, judged);
  let variance = 0;
  for (const row of all) variance += (judged[row]! - mean) ** 2 / (all.length - 1);
  if (!(variance > 0)) return 0;
  const power = covariance / ((1 + labelled.length / others.length) * variance);
  return Math.min(1, Math.max(0, power));
}

function meanOf(rows: readonly number[], values: Float64Array): number {
  let sum = 0;
  for (const row of rows) sum += values[row]!;
  return rows.length === 0 ? 0 : sum / rows.length;
}
