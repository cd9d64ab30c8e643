import type {
  CorpusMetric,
  Metric,
  ReferenceLine,
  Score,
  Weights,
} from "../../core/scores/metric.ts";

/** What means over tasks read of one sample. */
export interface HasTask {
  readonly task: string;
}

/**
 * A metric computed within each task and averaged over them, so that large tasks do not drown small
 * ones. A task where it is not defined is left out.
 */
export function meanOfTasks<Evidence>(metric: Metric<Evidence>): CorpusMetric<Evidence & HasTask> {
  const counts =
    metric.kind === "corpus"
      ? metric.counts
      : (evidence: Evidence) => metric.value(evidence) !== null;
  const { references } = metric;
  return {
    id: metric.id,
    title: metric.title,
    signature: metric.signature.replace(/(?=\|v:\d+$)/, "|tasks:mean"),
    measure: metric.measure,
    kind: "corpus",
    best: metric.best,
    worst: metric.worst,
    ...(metric.population ? { population: metric.population } : {}),
    ...(counts ? { counts } : {}),
    ...(metric.kind === "corpus" && metric.smallSetBias
      ? { smallSetBias: metric.smallSetBias }
      : {}),
    ...(references && {
      references: (evidence: Iterable<Evidence & HasTask>) =>
        meanLines([...byTask(evidence).values()].map(({ items }) => references(items))),
    }),
    prepare: (evidence) => meanOfTaskScores(evidence, (items) => metric.prepare(items)),
  };
}

/** The mean over tasks of what each scores, each prepared by itself. */
export function meanOfTaskScores<Evidence extends HasTask>(
  evidence: Iterable<Evidence>,
  prepare: (items: readonly Evidence[]) => Score,
): Score {
  const tasks = [...byTask(evidence)].sort(([a], [b]) => (a < b ? -1 : 1));
  const scores = tasks.map(([, { items, places }]) => ({
    places: Uint32Array.from(places),
    own: new Float64Array(places.length),
    score: prepare(items),
  }));
  return meanScore(scores);
}

interface TaskScore {
  readonly places: Uint32Array;
  /** The weights at these places. */
  readonly own: Float64Array;
  readonly score: Score;
}

function meanScore(tasks: readonly TaskScore[]): Score {
  const score: Score = (weights) => {
    let sum = 0;
    let count = 0;
    for (const { places, own, score: ofTask } of tasks) {
      if (weights && !takeWeights(weights, places, own)) continue;
      const value = weights ? ofTask(own) : ofTask();
      if (value === null) continue;
      sum += value;
      count++;
    }
    return count === 0 ? null : sum / count;
  };
  return Object.assign(score, {
    within: (base: Weights) =>
      meanScore(tasks.filter(({ places }) => places.some((at) => base[at]! > 0))),
  });
}

/**
 * Copies the weights at these places; whether any is above 0. A plain loop, because every resample of
 * every slice runs it.
 */
function takeWeights(weights: Weights, places: Uint32Array, own: Float64Array): boolean {
  let isAny = false;
  for (let at = 0; at < places.length; at++) {
    const weight = weights[places[at]!]!;
    own[at] = weight;
    if (weight > 0) isAny = true;
  }
  return isAny;
}

interface TaskItems<Evidence> {
  readonly items: Evidence[];
  /** Where each item stands in the whole set. */
  readonly places: number[];
}

/** The samples of each task, in their order. */
export function byTask<Evidence extends HasTask>(
  evidence: Iterable<Evidence>,
): ReadonlyMap<string, TaskItems<Evidence>> {
  const tasks = new Map<string, TaskItems<Evidence>>();
  let place = 0;
  for (const item of evidence) {
    const own = tasks.get(item.task) ?? { items: [], places: [] };
    tasks.set(item.task, own);
    own.items.push(item);
    own.places.push(place++);
  }
  return tasks;
}

/** Tasks without any line have nothing that counts. */
function meanLines(all: readonly (readonly ReferenceLine[])[]): readonly ReferenceLine[] {
  const tasks = all.filter((lines) => lines.length > 0);
  return (tasks[0] ?? []).flatMap((line) => {
    const values = tasks.map((lines) => lines.find(({ id }) => id === line.id)?.value);
    return values.every((value) => value !== undefined)
      ? [{ ...line, value: values.reduce((sum, value) => sum + value, 0) / values.length }]
      : [];
  });
}
