import type { Analysis, Resampling, Table } from "../../core/scores/analysis.ts";
import { clusteredMeanInterval } from "../../math/interval/clustered-mean.ts";
import type { Interval } from "../../math/interval/interval.ts";

/**
 * How good the same reader's answer to one question is under one condition; `null` where it was not
 * asked or not read.
 */
export interface ConditionScore {
  readonly exact: 0 | 1 | null;
  readonly tokenF1: number | null;
  /** By a judge, where there is one. */
  readonly judged: 0 | 1 | null;
}

/** The same question with what was found, with the true evidence, and with nothing. */
export interface HasConditions {
  readonly found: ConditionScore;
  readonly gold: ConditionScore;
  readonly none: ConditionScore;
}

const conditions = ["found", "gold", "none"] as const;
const measures = ["exact", "tokenF1", "judged"] as const;

/**
 * What is lost by finding and what by reading: with the true evidence a reader loses what it cannot
 * read; what it loses beyond that with the evidence that was found, the retriever loses. Only
 * questions answered under all three conditions count, so that the same ones are compared.
 */
export function lossAttribution(measure: string): Analysis<HasConditions> {
  return {
    id: "loss-attribution",
    title:
      "Where answers are lost: in finding or in reading (questions answered under all conditions)",
    measure,
    analyse: tabulate,
  };
}

type MeasureName = (typeof measures)[number];
type Values = Readonly<Record<(typeof conditions)[number], number>>;

/** What is told of every question, and between which values it can lie. */
const shares: readonly {
  readonly label: string;
  readonly of: (values: Values) => number;
  readonly lowest: number;
}[] = [
  { label: "with what was found", of: ({ found }) => found, lowest: 0 },
  { label: "with the true evidence", of: ({ gold }) => gold, lowest: 0 },
  { label: "with nothing", of: ({ none }) => none, lowest: 0 },
  { label: "lost in finding (true − found)", of: ({ found, gold }) => gold - found, lowest: -1 },
  { label: "lost in reading (1 − true)", of: ({ gold }) => 1 - gold, lowest: 0 },
  {
    label: "gained by looking (found − nothing)",
    of: ({ found, none }) => found - none,
    lowest: -1,
  },
];

const titles: Readonly<Record<MeasureName, string>> = {
  exact: "exact",
  tokenF1: "token F1",
  judged: "correct by a judge",
};

interface Question {
  /** Its place in the evidence. */
  readonly at: number;
  readonly values: Values;
}

function tabulate(evidence: Iterable<HasConditions>, resampling?: Resampling): Table {
  const items = [...evidence];
  const asked = measures.map((name) => ({
    name,
    questions: items.flatMap((one, at): Question[] => {
      const [found, gold, none] = conditions.map((condition) => one[condition][name]);
      return found == null || gold == null || none == null
        ? []
        : [{ at, values: { found, gold, none } }];
    }),
  }));
  const told = asked.filter(({ questions }) => questions.length > 0);
  const intervals = (resampling ? told : []).map(
    ({ name }) => [titles[name], `${titles[name]}, low`, `${titles[name]}, high`] as const,
  );
  const columns = measures.flatMap(
    (name) => intervals.find(([title]) => title === titles[name]) ?? [titles[name]],
  );
  const reasons = new Set<string>();
  return {
    kind: "table",
    columns: ["condition", ...columns],
    fractions: columns,
    ...(intervals.length > 0 ? { intervals } : {}),
    rows:
      told.length === 0
        ? []
        : shares.map(({ label, of, lowest }) => [
            label,
            ...asked.flatMap(({ questions }) => {
              if (questions.length === 0) return [null];
              const values = questions.map(({ values: own }) => of(own));
              const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
              if (!resampling) return [mean];
              const found = limitsOf(questions, values, { resampling, lowest });
              if (typeof found === "string") reasons.add(found);
              return typeof found === "string" ? [mean, null, null] : [mean, found.low, found.high];
            }),
          ]),
    ...(resampling && told.length > 0
      ? {
          notes: [
            "95 % intervals by cluster bootstrap, studentised, and at least t, of the same questions under all conditions",
            ...[...reasons].map((reason) => `no interval: ${reason}`),
          ],
        }
      : {}),
  };
}

interface Limiting {
  readonly resampling: Resampling;
  readonly lowest: number;
}

/** The interval of a mean over questions, or why there is none. */
function limitsOf(
  questions: readonly Question[],
  values: readonly number[],
  { resampling: { groups, resamples, seed, leastGroups }, lowest }: Limiting,
): Interval | string {
  const sums = new Map<number, { sum: number; size: number }>();
  for (const [i, { at }] of questions.entries()) {
    const group = groups[at]!;
    const { sum, size } = sums.get(group) ?? { sum: 0, size: 0 };
    sums.set(group, { sum: sum + values[i]!, size: size + 1 });
  }
  if (sums.size < leastGroups) return `fewer than ${leastGroups} groups (${sums.size})`;
  const all = [...sums].toSorted(([a], [b]) => a - b).map(([, one]) => one);
  return (
    clusteredMeanInterval({
      sums: Float64Array.from(all, ({ sum }) => sum),
      sizes: Float64Array.from(all, ({ size }) => size),
      range: { low: lowest, high: 1 },
      resamples,
      seed,
    }) ?? "all groups are alike"
  );
}
