import { checkScores, type HasLabelScores } from "./has-label-scores.ts";

/**
 * What rescaling reads of one sample: scores are compared within a task, since tasks have labels of
 * their own.
 */
export interface HasTaskScores extends HasLabelScores {
  readonly task: string;
}

/**
 * `all`: mean and deviation of all samples of the task (ViSTa). `others`: of the other samples
 * (ViSTa's Minecraft fork).
 */
export type RescalingPool = "all" | "others";

/**
 * Which label wins among equal scores. ViSTa takes the last for rescaled scores and the first for
 * raw ones.
 */
export type TieRule = "first" | "last";

/** Added to the deviation, so that a label whose scores do not vary has 0 and no infinity. */
const deviationFloor = 1e-6;

/**
 * ViSTa's rescaled scores ("v+l"): the softmax of each sample's scores over its labels, then for
 * each task and label the z-score of that over the samples (sample deviation + 1e-6). Transductive:
 * they depend on the other samples of the task. `null` for a sample without an answer, or with too
 * few others to have a deviation; a label without a score keeps none.
 */
export function rescaledScores(
  evidence: Iterable<HasTaskScores>,
  pool: RescalingPool,
): readonly (readonly (number | null)[] | null)[] {
  const items = [...evidence];
  const shares = items.map((item) => {
    checkScores(item);
    return item.scores && softmax(item.scores);
  });
  const moments = gatherMoments(items, shares);
  return items.map(({ task, options }, at) => {
    const own = shares[at];
    const ofTask = moments.get(task);
    const scaled = own
      ? options.map((label, place) => {
          const share = own[place]!;
          return share === null ? null : zScore(share, ofTask!.get(label)!, pool);
        })
      : null;
    return scaled?.some(Number.isNaN) ? null : scaled;
  });
}

/** The places of the highest scores, best first; labels without a score have no place. */
export function topPlaces(
  scores: readonly (number | null)[],
  { count, ties }: { readonly count: number; readonly ties: TieRule },
): readonly number[] {
  if (count === 1) return topPlace(scores, ties);
  const places = [...scores.keys()].filter((place) => scores[place] !== null);
  if (ties === "last") places.reverse();
  // A stable sort keeps equals in this order.
  return places.sort((a, b) => scores[b]! - scores[a]!).slice(0, count);
}

/** Without sorting, since of most samples one label is wanted out of many. */
function topPlace(scores: readonly (number | null)[], ties: TieRule): readonly number[] {
  let best = -1;
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!;
    if (score === null) continue;
    if (best < 0 || score > scores[best]! || (ties === "last" && score === scores[best]))
      best = place;
  }
  return best < 0 ? [] : [best];
}

function softmax(scores: readonly (number | null)[]): readonly (number | null)[] {
  const highest = scores.reduce<number>(
    (a, b) => (b === null ? a : Math.max(a, b)),
    Number.NEGATIVE_INFINITY,
  );
  const powers = scores.map((score) => (score === null ? null : Math.exp(score - highest)));
  const sum = powers.reduce<number>((a, b) => a + (b ?? 0), 0);
  return powers.map((power) => (power === null ? null : power / sum));
}

/** What each label of each task was given. */
function gatherMoments(
  items: readonly HasTaskScores[],
  shares: readonly (readonly (number | null)[] | null)[],
): ReadonlyMap<string, ReadonlyMap<string, Moments>> {
  const given = new Map<string, Map<string, number[]>>();
  for (const [at, { task, options }] of items.entries()) {
    const ofTask = given.get(task) ?? new Map<string, number[]>();
    given.set(task, ofTask);
    for (const [place, label] of options.entries()) {
      const share = shares[at]?.[place] ?? null;
      if (share === null) continue;
      const values = ofTask.get(label);
      if (values) values.push(share);
      else ofTask.set(label, [share]);
    }
  }
  return new Map(
    [...given].map(([task, ofTask]) => [
      task,
      new Map([...ofTask].map(([label, values]) => [label, momentsOf(values)])),
    ]),
  );
}

interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared distances from the mean. */
  readonly squares: number;
}

function momentsOf(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    count: values.length,
    mean,
    squares: values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
  };
}

/** NaN with fewer than two samples to take a deviation of. */
function zScore(value: number, all: Moments, pool: RescalingPool): number {
  const { count, mean, squares } = pool === "all" ? all : withoutOne(all, value);
  if (count < 2) return Number.NaN;
  return (value - mean) / (Math.sqrt(Math.max(0, squares) / (count - 1)) + deviationFloor);
}

function withoutOne({ count, mean, squares }: Moments, value: number): Moments {
  const rest = count - 1;
  const restMean = rest === 0 ? 0 : mean - (value - mean) / rest;
  return { count: rest, mean: restMean, squares: squares - (value - mean) * (value - restMean) };
}
