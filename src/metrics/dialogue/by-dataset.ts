import type { Analysis, Resampling, Table } from "../../core/analysis.ts";
import type { Metric, Score } from "../../core/metric.ts";
import { clusterBootstrap } from "../../math/cluster-bootstrap.ts";
import type { Interval } from "../../math/interval.ts";
import { meanOfSetsInterval, type SetScore } from "../../math/mean-of-sets-interval.ts";
import { scoreRange } from "../../math/score-range.ts";
import { textHash } from "../../math/text-hash.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import type { DialogueTextOptions } from "./dialogue-texts.ts";
import { columnMetrics, scoreColumns } from "./score-columns.ts";

/**
 * Published figures over several sets are plain means over the sets; the headline pools all streams. Both stand below the sets; one set alone needs no
 * table. The interval of the mean is of a bootstrap of videos within each set.
 */
export function byDataset(measure: string, settings: DialogueTextOptions): Analysis<DialogueEvidence> {
  return {
    id: "by-dataset",
    title: "By set, with the mean over sets beside the pooled score",
    measure,
    analyse: (evidence, resampling) => tableOf([...evidence], columnMetrics(settings), resampling),
  };
}

type DialogueMetrics = readonly Metric<DialogueEvidence>[];

/** One set with its scores, in the order of the columns. */
interface ScoredSet {
  readonly name: string;
  /** Where its streams stand among all. */
  readonly places: readonly number[];
  readonly scores: readonly Score[];
  readonly points: readonly (number | null)[];
}

function tableOf(evidence: readonly DialogueEvidence[], metrics: DialogueMetrics, resampling: Resampling | undefined): Table {
  const shape = { kind: "table", columns: ["set", "streams", ...scoreColumns.titles], fractions: scoreColumns.fractions } as const;
  const byName = [...Map.groupBy(evidence.keys(), (place) => evidence[place]!.dataset)].sort(([a], [b]) => (a < b ? -1 : 1));
  if (byName.length < 2) return { ...shape, rows: [] };
  const sets = byName.map(([name, places]) => scoredSet(name, places, { evidence, metrics }));
  const mean = metrics.map((_, column) => meanOf(sets.map(({ points }) => points[column]!)));
  const { limits, note } = resampling ? limitsOf(sets, metrics, resampling) : { limits: undefined, note: undefined };
  return {
    ...shape,
    rows: [
      ...sets.map(({ name, places, points }) => [name || "no name", places.length, ...points]),
      ["mean over sets", null, ...mean],
      ...(limits
        ? [
            ["mean over sets, from", null, ...limits.map((one) => one?.low ?? null)],
            ["mean over sets, to", null, ...limits.map((one) => one?.high ?? null)],
          ]
        : []),
      ["all streams pooled", evidence.length, ...metrics.map((metric) => metric.prepare(evidence)())],
    ],
    ...(note === undefined ? {} : { notes: [note] }),
  };
}

interface Scored {
  readonly evidence: readonly DialogueEvidence[];
  readonly metrics: DialogueMetrics;
}

function scoredSet(name: string, places: readonly number[], { evidence, metrics }: Scored): ScoredSet {
  const own = places.map((place) => evidence[place]!);
  const scores = metrics.map((metric) => metric.prepare(own));
  return { name, places, scores, points: scores.map((score) => score()) };
}

/** Over the sets on which it is defined. */
function meanOf(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null);
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}

/** Fewer groups of one set say too little of how far that set varies: in simulations, intervals then held the truth far too seldom. */
const leastGroupsOfSet = 5;

interface Limits {
  /** Of each column; absent where there are none at all. */
  readonly limits?: readonly (Interval | null)[];
  /** How they were made, or why there are none. */
  readonly note: string;
}

function limitsOf(sets: readonly ScoredSet[], metrics: DialogueMetrics, resampling: Resampling): Limits {
  const { groupCount, leastGroups, resamples } = resampling;
  const without = "no interval of the mean over sets";
  if (groupCount < leastGroups) return { note: `${without}: fewer than ${leastGroups} groups (${groupCount})` };
  const small = sets.find((set) => groupsOf(set, resampling).count < leastGroupsOfSet);
  if (small) {
    const { count } = groupsOf(small, resampling);
    return { note: `${without}: the set ${small.name || "without a name"} has fewer than ${leastGroupsOfSet} groups (${count})` };
  }
  const resampled = sets.map((set) => resampledSet(set, resampling));
  const limits = metrics.map((metric, column) => {
    const defined = resampled.flatMap((scores) => scores[column] ?? []);
    const range = scoreRange(metric);
    return defined.length === 0 ? null : meanOfSetsInterval({ sets: defined, ...(range && { range }) });
  });
  const how = `bootstrap of groups within each set, bias-corrected t, ${resamples} resamples`;
  return { limits, note: `from and to: 95 % interval of the mean over sets (${how})` };
}

/** The scores of one set on resamples of its own groups, by column; `undefined` where the score is not defined. Sets are drawn independently of each other. */
function resampledSet({ name, places, scores, points }: ScoredSet, resampling: Resampling): readonly (SetScore | undefined)[] {
  const { groups, count: groupCount } = groupsOf({ places }, resampling);
  const input = { groups, groupCount: resampling.groupCount, resamples: resampling.resamples, seed: textHash(name, resampling.seed) };
  const drawn = clusterBootstrap({ ...input, scores });
  return points.map((estimate, column) => {
    if (estimate === null) return undefined;
    const { values, undefinedCount } = drawn[column]!;
    if (undefinedCount === 0) return { estimate, values, groupCount, draw: "counts" };
    // Under Dirichlet weights nothing vanishes that the score divides by.
    const [weighed] = clusterBootstrap({ ...input, scores: [scores[column]!], draw: "dirichlet" });
    return { estimate, values: weighed!.values, groupCount, draw: "dirichlet" };
  });
}

function groupsOf({ places }: Pick<ScoredSet, "places">, resampling: Resampling): { readonly groups: Uint32Array; readonly count: number } {
  const groups = Uint32Array.from(places, (place) => resampling.groups[place]!);
  return { groups, count: new Set(groups).size };
}
