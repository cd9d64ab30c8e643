import { parseArgs } from "node:util";
import type { Weights } from "../src/core/scores/metric.ts";
import { studentProbability } from "../src/math/distribution/student-probability.ts";
import { studentQuantile } from "../src/math/distribution/student-quantile.ts";
import { clusterBootstrap } from "../src/math/interval/cluster-bootstrap.ts";
import { seededState } from "../src/math/seeded-random.ts";
import { pairedBootstrapP } from "../src/math/significance/sacrebleu-tests.ts";
import { pairedDifferences } from "../src/scoring/comparison/paired-difference.ts";
import { pairSystems } from "../src/scoring/comparison/paired-systems.ts";
import { PreparedSystem } from "../src/scoring/comparison/prepared-system.ts";
import { keptCells } from "./kept-cells.ts";
import { type ComparedWorld, comparedWorlds, gainFor } from "./simulate-compare-worlds.ts";
import { drawNormal } from "./simulate-draws.ts";

/**
 * `npm run simulate:compare`: how often a comparison finds a true difference of three points, and
 * one where there is none.
 */
const { values: given } = parseArgs({
  options: {
    simulations: { type: "string", default: "1000" },
    groups: { type: "string", default: "20,50,200" },
    only: { type: "string" },
    file: { type: "string", default: "simulate-compare.jsonl" },
  },
});

const trueDifference = 0.03;

interface Cell {
  readonly id: string;
  readonly groups: number;
  readonly difference: number;
  readonly simulations: number;
  /** Shares of simulations: found at .05 on the right side, on the wrong one, truth covered. */
  readonly found: number;
  readonly wrong: number;
  readonly covered: number;
  /** The power that the minimum detectable effects promise, on average, and their median. */
  readonly promised: number;
  readonly detectable: number;
}

function simulate(world: ComparedWorld, groups: number, difference: number): Cell {
  const gain = difference === 0 ? 0 : gainFor(world, difference);
  const simulations = Number(given.simulations);
  let [found, wrong, covered, promised] = [0, 0, 0, 0];
  const detectables: number[] = [];
  for (let seed = 0; seed < simulations; seed++) {
    const {
      value,
      low,
      high,
      pValue,
      detectable: found80,
    } = compared(world, { gain, groups, seed });
    // Where nothing differs, nothing is promised.
    const detectable = found80 ?? Number.POSITIVE_INFINITY;
    if (pValue !== null && pValue < 0.05 && value! > 0) found++;
    if (pValue !== null && pValue < 0.05 && value! < 0) wrong++;
    if (low !== null && low <= difference && difference <= high!) covered++;
    promised += promisedPower(difference, detectable, groups);
    detectables.push(detectable);
  }
  detectables.sort((a, b) => a - b);
  const share = (count: number) => count / simulations;
  return {
    ...{ id: world.id, groups, difference, simulations },
    ...{ found: share(found), wrong: share(wrong), covered: share(covered) },
    ...{ promised: share(promised), detectable: detectables[simulations >> 1]! },
  };
}

/** The difference as reports give it. */
function compared(
  { id, metric, draw }: ComparedWorld,
  { gain, groups, seed }: { readonly gain: number; readonly groups: number; readonly seed: number },
) {
  const state = seededState(seed, id, groups, gain);
  const videos = Array.from({ length: groups }, () => draw(gain, state));
  const pairs = videos.flat();
  const n = pairs.length;
  const set = {
    ...{ n, groupCount: groups, slices: [], answered: new Uint8Array(n).fill(1) },
    groups: Uint32Array.from(videos.flatMap((own, group) => own.map(() => group))),
    digests: { high: new Uint32Array(n), low: Uint32Array.from(pairs.keys()) },
  };
  const [first, second] = [1, 0].map((side) => {
    const evidence = pairs.map((pair) => pair[side]!);
    return new PreparedSystem({ ...set, evidence: () => evidence });
  });
  return pairedDifferences([{ metric }], pairSystems(first!, second!), {
    unanswered: "empty",
    seed,
  })[0]!;
}

/** The power at a true difference, where that at another one is 80 %. */
function promisedPower(difference: number, detectable: number, groups: number): number {
  const threshold = studentQuantile(0.975, groups - 1);
  const error = detectable / (threshold + studentQuantile(0.8, groups - 1));
  return studentProbability(difference / error - threshold, groups - 1);
}

const cellOf = keptCells<Cell>(given.file);
const sizes = given.groups.split(",").map(Number);
const percent = (share: number) => (100 * share).toFixed(1);
console.log(
  "| score | videos | sets | found, none there | covered | found, 3 points | promised | covered | detectable, points |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|",
);
for (const world of comparedWorlds.filter(({ id }) => !given.only || id.includes(given.only)))
  for (const groups of sizes) {
    const [none, there] = [0, trueDifference].map((difference) =>
      cellOf({ id: world.id, groups, difference, simulations: Number(given.simulations) }, () =>
        simulate(world, groups, difference),
      ),
    );
    const cells = [
      ...[world.id, groups, none!.simulations, percent(none!.found + none!.wrong)],
      ...[percent(none!.covered), percent(there!.found), percent(there!.promised)],
      ...[percent(there!.covered), (100 * there!.detectable).toFixed(1)],
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }

/** How often sacreBLEU's paired bootstrap finds a difference between two equal systems. */
function sacrebleuRate(units: number): number {
  const simulations = Number(given.simulations);
  let found = 0;
  for (let seed = 0; seed < simulations; seed++) {
    const state = seededState(seed, "sacrebleu");
    const [first, second] = [0, 1].map(() =>
      Float64Array.from({ length: units }, () => drawNormal(state)),
    );
    const scores = [first!, second!].map((values) => (weights?: Weights) => {
      let sum = 0;
      for (let i = 0; i < units; i++) sum += (weights ? weights[i]! : 1) * values[i]!;
      return sum / units;
    });
    const groups = Uint32Array.from({ length: units }, (_, i) => i);
    const drawn = clusterBootstrap({ groups, groupCount: units, scores, resamples: 1_000, seed });
    const difference = scores[0]!() - scores[1]!();
    if (pairedBootstrapP(drawn[0]!.values, drawn[1]!.values, difference) < 0.05) found++;
  }
  return found / simulations;
}

if (!given.only)
  console.log(
    `sacreBLEU's paired bootstrap finds a difference at .05 between equal systems on 200 units: ${percent(sacrebleuRate(200))} %`,
  );
