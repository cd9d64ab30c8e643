import type { Analysis, Table } from "../../core/scores/analysis.ts";

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

function tabulate(evidence: Iterable<HasConditions>): Table {
  const sums = new Map(measures.map((name) => [name, { n: 0, found: 0, gold: 0, none: 0 }]));
  for (const one of evidence)
    for (const name of measures) {
      const values = conditions.map((condition) => one[condition][name]);
      if (values.includes(null)) continue;
      const own = sums.get(name)!;
      own.n++;
      for (const [at, condition] of conditions.entries()) own[condition] += values[at]!;
    }
  const mean = (
    name: (typeof measures)[number],
    of: (sum: { n: number; found: number; gold: number; none: number }) => number,
  ) => {
    const own = sums.get(name)!;
    return own.n === 0 ? null : of(own) / own.n;
  };
  const row = (label: string, of: Parameters<typeof mean>[1]) => [
    label,
    ...measures.map((name) => mean(name, of)),
  ];
  const isAsked = [...sums.values()].some(({ n }) => n > 0);
  return {
    kind: "table",
    columns: ["condition", "exact", "token F1", "correct by a judge"],
    fractions: ["exact", "token F1", "correct by a judge"],
    rows: isAsked
      ? [
          row("with what was found", ({ found }) => found),
          row("with the true evidence", ({ gold }) => gold),
          row("with nothing", ({ none }) => none),
          row("lost in finding (true − found)", ({ found, gold }) => gold - found),
          row("lost in reading (1 − true)", ({ n, gold }) => n - gold),
          row("gained by looking (found − nothing)", ({ found, none }) => found - none),
        ]
      : [],
  };
}
