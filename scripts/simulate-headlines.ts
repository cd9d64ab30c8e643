import { parseArgs } from "node:util";
import { seededState } from "../src/math/seeded-random.ts";
import { prepareMetric } from "../src/scoring/evidence/prepared-metric.ts";
import { scoreIntervals } from "../src/scoring/interval/score-intervals.ts";
import { keptCells } from "./kept-cells.ts";
import { type Headline, headlines, truthOf } from "./simulate-headline-worlds.ts";

/**
 * `npm run simulate:headlines`: how often the intervals of headline metrics cover the truth, and on
 * which side it lies where they do not.
 */
const { values: given } = parseArgs({
  options: {
    simulations: { type: "string", default: "2000" },
    groups: { type: "string", default: "20,40,100,400" },
    only: { type: "string" },
    file: { type: "string", default: "simulate-headlines.jsonl" },
  },
});

interface Cell {
  readonly id: string;
  readonly groups: number;
  readonly simulations: number;
  /** Shares of simulations in which the truth is below the interval, or above it. */
  readonly below: number;
  readonly above: number;
  /** Share without an interval, where nothing is claimed. */
  readonly none: number;
}

function simulate(headline: Headline, groupCount: number, truth: number): Cell {
  const simulations = Number(given.simulations);
  let [below, above, none] = [0, 0, 0];
  for (let seed = 0; seed < simulations; seed++) {
    const { low, high } = intervalOf(headline, groupCount, seed);
    if (low === null || high === null) none++;
    else if (truth < low) below++;
    else if (truth > high) above++;
  }
  const [b, a, n] = [below, above, none].map((count) => count / simulations);
  return { id: headline.id, groups: groupCount, simulations, below: b!, above: a!, none: n! };
}

/** The interval that the report gives. */
function intervalOf({ id, metric, draw }: Headline, groupCount: number, seed: number) {
  const state = seededState(seed, id, groupCount);
  const drawn = Array.from({ length: groupCount }, () => draw(state));
  const evidence = drawn.flat();
  const groups = Uint32Array.from(drawn.flatMap((own, group) => own.map(() => group)));
  const n = evidence.length;
  const set = {
    n,
    groups,
    groupCount,
    answered: new Uint8Array(n).fill(1),
    slices: [],
    evidence: () => evidence,
  };
  const prepared = [prepareMetric(set, metric)];
  const points = prepared.map(({ score }) => score());
  return scoreIntervals({ set, prepared, weights: [undefined], points, seed, isSlice: false })[0]!;
}

const sizes = given.groups.split(",").map(Number);
const cellOf = keptCells<Cell>(given.file);
const shown = headlines.filter(({ id }) => given.only === undefined || id.includes(given.only));
const rows = shown.map((headline) => {
  const figures = sizes.map((groups) => {
    const { below, above } = cellOf(
      { id: headline.id, groups, simulations: Number(given.simulations) },
      () => {
        return simulate(headline, groups, truthOf(headline, groups));
      },
    );
    const percent = (share: number) => (100 * share).toFixed(1);
    return `${percent(1 - below - above)} (${percent(below)}, ${percent(above)})`;
  });
  return `| ${headline.id} | ${figures.join(" | ")} |`;
});
console.log(
  [`| score | ${sizes.join(" | ")} |`, `|---|${sizes.map(() => "---:|").join("")}`, ...rows].join(
    "\n",
  ),
);
