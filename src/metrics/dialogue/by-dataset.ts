import type { Analysis, Resampling, Table } from "../../core/scores/analysis.ts";
import type { Metric, Score } from "../../core/scores/metric.ts";
import { clusterBootstrap } from "../../math/interval/cluster-bootstrap.ts";
import type { Interval } from "../../math/interval/interval.ts";
import { meanOfSetsInterval, type SetScore } from "../../math/interval/mean-of-sets-interval.ts";
import { scoreRange } from "../../math/interval/score-range.ts";
import { textHash } from "../../math/text-hash.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import type { DialogueTextOptions } from "./dialogue-texts.ts";
import { columnMetrics, scoreColumns } from "./score-columns.ts";

/**
 * Published figures over several sets are plain means over the sets; the headline pools all
 * streams. Both stand below the sets; one set alone needs no table. The interval of the mean is of
 * a bootstrap of videos within each set.
 */
export function byDataset(
  measure: string,
  settings: DialogueTextOptions,
): Analysis<DialogueEvidence> {
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
  readonly evidence: readonly DialogueEvidence[];
  readonly scores: readonly Score[];
  readonly points: readonly (number | null)[];
}

function tableOf(
  evidence: readonly DialogueEvidence[],
  metrics: DialogueMetrics,
  resampling: Resampling | undefined,
): Table {
  const columns = ["set", "streams", ...scoreColumns.titles];
  const shape = {
    kind: "table",
    columns,
    fractions: scoreColumns.fractions,
    absent: "none",
  } as const;
  const byName = [...Map.groupBy(evidence.keys(), (place) => evidence[place]!.dataset)].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  );
  if (byName.length < 2) return { ...shape, rows: [] };
  const sets = byName.map(([name, places]) => scoredSet(name, places, { evidence, metrics }));
  const mean = metrics.map((_, column) => meanOf(sets.map(({ points }) => points[column]!)));
  const { limits, notes = [] }: Partial<Limits> = resampling
    ? limitsOf(sets, metrics, resampling)
    : {};
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
      [
        "all streams pooled",
        evidence.length,
        ...metrics.map((metric) => metric.prepare(evidence)()),
      ],
    ],
    ...(notes.length === 0 ? {} : { notes }),
  };
}

interface Scored {
  readonly evidence: readonly DialogueEvidence[];
  readonly metrics: DialogueMetrics;
}

function scoredSet(
  name: string,
  places: readonly number[],
  { evidence, metrics }: Scored,
): ScoredSet {
  const own = places.map((place) => evidence[place]!);
  const scores = metrics.map((metric) => metric.prepare(own));
  return { name, places, evidence: own, scores, points: scores.map((score) => score()) };
}

/** Over the sets on which it is defined. */
function meanOf(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null);
  return defined.length === 0
    ? null
    : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}

/**
 * Fewer groups of one set say too little of how far that set varies: in simulations, intervals then
 * held the truth far too seldom.
 */
const leastGroupsOfSet = 5;

interface Limits {
  /** Of each column; absent where there are none at all. */
  readonly limits?: readonly (Interval | null)[];
  /** How they were made, and why there are none. */
  readonly notes: readonly string[];
}

function limitsOf(
  sets: readonly ScoredSet[],
  metrics: DialogueMetrics,
  resampling: Resampling,
): Limits {
  const { groupCount, leastGroups, resamples } = resampling;
  const without = "no interval of the mean over sets";
  if (groupCount < leastGroups)
    return { notes: [`${without}: fewer than ${leastGroups} groups (${groupCount})`] };
  const small = sets.find((set) => groupsOf(set, resampling).count < leastGroupsOfSet);
  if (small) {
    const { count } = groupsOf(small, resampling);
    return {
      notes: [
        `${without}: the set ${shownName(small)} has fewer than ${leastGroupsOfSet} groups (${count})`,
      ],
    };
  }
  const resampled = sets.map((set) => resampledSet(set, resampling));
  const found = metrics.map((metric, column): Interval | string | null => {
    const defined = resampled.flatMap((scores) => scores[column] ?? []);
    if (defined.length === 0) return null;
    const few = fewGroups(sets, { metric, column, resampling });
    if (few !== undefined) return few;
    const range = scoreRange(metric);
    return (
      meanOfSetsInterval({ sets: defined, ...(range && { range }) }) ??
      "all resamples give the same score"
    );
  });
  const reasons = new Set(found.filter((one) => one !== null));
  const [only] = reasons;
  if (reasons.size === 1 && typeof only === "string") return { notes: [`${without}: ${only}`] };
  const how = `bootstrap of groups within each set, bias-corrected t, ${resamples} resamples`;
  const missing = Map.groupBy(found.keys(), (column) => found[column]!);
  return {
    limits: found.map((one) => (typeof one === "string" ? null : one)),
    notes: [
      `from and to: 95 % interval of the mean over sets (${how})`,
      ...[...missing].flatMap(([why, columns]) =>
        typeof why === "string"
          ? [
              `no interval of ${columns.map((column) => scoreColumns.titles[column]!).join(", ")}: ${why}`,
            ]
          : [],
      ),
    ],
  };
}

interface Column {
  readonly metric: DialogueMetrics[number];
  readonly column: number;
  readonly resampling: Resampling;
}

/**
 * Why groups are too few, where they are: those without anything to score tell nothing of how far a
 * score varies.
 */
function fewGroups(
  sets: readonly ScoredSet[],
  { metric, column, resampling: { groups, leastGroups } }: Column,
): string | undefined {
  let all = 0;
  for (const set of sets) {
    if (set.points[column] === null) continue;
    const scored = new Set<number>();
    for (const [at, item] of set.evidence.entries()) {
      if (scored.size >= leastGroups) break;
      const group = groups[set.places[at]!]!;
      if (!scored.has(group) && isScored(metric, item)) scored.add(group);
    }
    if (scored.size < leastGroupsOfSet)
      return `the set ${shownName(set)} has something to score in fewer than ${leastGroupsOfSet} groups (${scored.size})`;
    all += scored.size;
  }
  return all < leastGroups
    ? `there is something to score in fewer than ${leastGroups} groups (${all})`
    : undefined;
}

function isScored(metric: DialogueMetrics[number], item: DialogueEvidence): boolean {
  return metric.kind === "corpus" && metric.counts
    ? metric.counts(item)
    : metric.prepare([item])() !== null;
}

function shownName({ name }: ScoredSet): string {
  return name || "without a name";
}

/**
 * The scores of one set on resamples of its own groups, by column; `undefined` where the score is
 * not defined. Sets are drawn independently of each other.
 */
function resampledSet(
  { name, places, scores, points }: ScoredSet,
  resampling: Resampling,
): readonly (SetScore | undefined)[] {
  const { groups, count: groupCount } = groupsOf({ places }, resampling);
  const input = {
    groups,
    groupCount: resampling.groupCount,
    resamples: resampling.resamples,
    seed: textHash(name, resampling.seed),
  };
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

function groupsOf(
  { places }: Pick<ScoredSet, "places">,
  resampling: Resampling,
): { readonly groups: Uint32Array; readonly count: number } {
  const groups = Uint32Array.from(places, (place) => resampling.groups[place]!);
  return { groups, count: new Set(groups).size };
}
