import type { CorpusMetric, Metric, ReferenceLine, Score } from "../../core/scores/metric.ts";

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
    score: prepare(items),
  }));
  return (weights) => {
    let sum = 0;
    let count = 0;
    for (const { places, score } of scores) {
      const value = score(weights && Float64Array.from(places, (at) => weights[at]!));
      if (value === null) continue;
      sum += value;
      count++;
    }
    return count === 0 ? null : sum / count;
  };
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
