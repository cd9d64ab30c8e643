import { parseArgs } from "node:util";
import type { Score } from "../src/core/scores/metric.ts";
import { studentQuantile } from "../src/math/distribution/student-quantile.ts";
import { scaleOf } from "../src/math/interval/arcsine-scale.ts";
import { bcaInterval } from "../src/math/interval/bca-interval.ts";
import { bootstrapError } from "../src/math/interval/bootstrap-error.ts";
import { effectiveSizeInterval } from "../src/math/interval/effective-size-interval.ts";
import type { Interval } from "../src/math/interval/interval.ts";
import { percentileInterval } from "../src/math/interval/percentile-interval.ts";
import { type ScoreSpread, scoreSpreads } from "../src/math/interval/score-spread.ts";
import { seededState } from "../src/math/seeded-random.ts";
import { keptCells } from "./kept-cells.ts";
import { type Headline, headlines, truthOf } from "./simulate-headline-worlds.ts";

/**
 * `npm run simulate:methods`: several kinds of intervals of the same scores of whole sets, on the
 * same sets, by how often they cover the truth.
 */
const { values: given } = parseArgs({
  options: {
    simulations: { type: "string", default: "1000" },
    groups: { type: "string", default: "20,40,100,400" },
    only: { type: "string" },
    file: { type: "string", default: "simulate-methods.jsonl" },
  },
});

const shown = given.only?.split(";") ?? [
  "mAP, two types",
  "mAP, six types, ten tIoUs",
  "mAP, confidence says nothing",
  "mAP, nearly all found",
  "miss rate at 2 per hour",
  "event F1, macro",
  "label AP, four labels",
  "label AP, ten labels",
  "macro F1, ten labels",
];
const range = { low: 0, high: 1 };

interface Tried extends ScoreSpread {
  readonly estimate: number;
  readonly groupCount: number;
}

const logit = {
  to: (value: number) => Math.log(Math.max(1e-6, value) / Math.max(1e-6, 1 - value)),
  from: (value: number) => 1 / (1 + Math.exp(-value)),
};

/** Estimate − bias ± t standard errors on another scale. */
function onScale(
  { to, from }: typeof logit,
  { values, estimate, groupCount }: Tried,
): Interval | null {
  const found = bootstrapError({ values: values.map(to), estimate: to(estimate), groupCount });
  if (!found) return null;
  const reach = studentQuantile(0.975, groupCount - 1) * found.standardError;
  const middle = to(estimate) - found.bias;
  return {
    low: Math.min(estimate, from(middle - reach)),
    high: Math.max(estimate, from(middle + reach)),
  };
}

const nothing = new Float64Array(0);
const methods: Readonly<Record<string, (tried: Tried) => Interval | null>> = {
  percentile: ({ values }) => percentileInterval(values),
  BCa: (tried) => bcaInterval(tried),
  "logit, t": (tried) => onScale(logit, tried),
  "arcsine, t": (tried) => onScale(scaleOf(range), tried),
  "effective size, bootstrap alone": (tried) =>
    effectiveSizeInterval({ ...tried, range, jackknife: nothing, halves: nothing }),
  "effective size, no halves": (tried) =>
    effectiveSizeInterval({ ...tried, range, halves: nothing }),
  "effective size, bias of 1/G": (tried) => effectiveSizeInterval({ ...tried, range }),
  "effective size, bias of 1/√G": (tried) =>
    effectiveSizeInterval({ ...tried, range, bias: "root" }),
};

interface Cell {
  readonly id: string;
  readonly groups: number;
  readonly simulations: number;
  /** By method: shares of simulations in which the truth is below or above, and the mean width. */
  readonly found: Readonly<
    Record<string, { readonly below: number; readonly above: number; readonly width: number }>
  >;
}

function simulate(headline: Headline, groupCount: number, truth: number): Cell {
  const simulations = Number(given.simulations);
  const found = Object.fromEntries(
    Object.keys(methods).map((name) => [name, { below: 0, above: 0, width: 0 }]),
  );
  for (let seed = 0; seed < simulations; seed++) {
    const tried = drawn(headline, groupCount, seed);
    for (const [name, interval] of Object.entries(methods)) {
      const limits = tried && interval(tried);
      if (!limits) continue;
      const sums = found[name]!;
      if (truth < limits.low) sums.below += 1 / simulations;
      if (truth > limits.high) sums.above += 1 / simulations;
      sums.width += (limits.high - limits.low) / simulations;
    }
  }
  return { id: headline.id, groups: groupCount, simulations, found };
}

/** Sets on which some resample has no score are left out. */
function drawn(
  { id, metric, draw }: Headline,
  groupCount: number,
  seed: number,
): Tried | undefined {
  const state = seededState(seed, id, groupCount);
  const score: Score = metric.prepare(Array.from({ length: groupCount }, () => draw(state)).flat());
  const groups = Uint32Array.from({ length: groupCount }, (_, group) => group);
  const [spread] = scoreSpreads({ groups, groupCount, scores: [score], resamples: 1000, seed });
  const estimate = score();
  return estimate === null || spread!.undefinedCount > 0
    ? undefined
    : { ...spread!, estimate, groupCount };
}

const sizes = given.groups.split(",").map(Number);
const cellOf = keptCells<Cell>(given.file);
const lines = headlines
  .filter(({ id }) => shown.includes(id))
  .flatMap((headline) => {
    const cells = sizes.map((groups) =>
      cellOf({ id: headline.id, groups, simulations: Number(given.simulations) }, () =>
        simulate(headline, groups, truthOf(headline, groups)),
      ),
    );
    const percent = (share: number) => (100 * share).toFixed(1);
    return Object.keys(methods).map((name) => {
      const figures = cells.map(({ found }) => {
        const { below, above } = found[name]!;
        return `${percent(1 - below - above)} (${percent(below)}, ${percent(above)})`;
      });
      return `| ${headline.id} | ${name} | ${figures.join(" | ")} |`;
    });
  });
console.log(
  [
    `| score | method | ${sizes.join(" | ")} |`,
    `|---|---|${sizes.map(() => "---:|").join("")}`,
    ...lines,
  ].join("\n"),
);
