import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Score } from "../src/core/scores/metric.ts";
import { clopperPearson } from "../src/math/interval/clopper-pearson.ts";
import { jackknifeScores } from "../src/math/interval/jackknife-scores.ts";
import { scoreInterval } from "../src/math/interval/score-interval.ts";
import { scoreSpreads } from "../src/math/interval/score-spread.ts";
import { seededState } from "../src/math/seeded-random.ts";
import {
  bootstrapDifference,
  mostJackknifedGroups,
} from "../src/math/significance/bootstrap-difference.ts";
import { mcnemarExact, mcnemarMidP } from "../src/math/significance/mcnemar.ts";
import { signFlipTest } from "../src/math/significance/sign-flip-test.ts";
import type { OrderedEvidence } from "../src/scoring/evidence/evidence-set.ts";
import { prepareMetric } from "../src/scoring/evidence/prepared-metric.ts";
import { scoreIntervals } from "../src/scoring/interval/score-intervals.ts";
import {
  type Clustering,
  type Scenario,
  scenarios,
  type World,
} from "./simulate-coverage-worlds.ts";

/**
 * `npm run simulate`: how often the intervals of the reports cover the truth, and how often the
 * tests between systems find a difference where there is none, by score, number of groups and
 * clustering. Every cell has its own seeds; finished ones are kept in a file of JSON lines and not
 * simulated again, so that a run can be interrupted, and several can share the work with `--score`.
 */
const { values: given } = parseArgs({
  options: {
    simulations: { type: "string", default: "4000" },
    groups: { type: "string", default: "10,20,50,100,200,500" },
    score: { type: "string" },
    file: { type: "string", default: "simulate-coverage.jsonl" },
  },
});

interface Cell {
  readonly score: Scenario["id"];
  readonly clustering: Clustering;
  readonly groups: number;
  readonly simulations: number;
  readonly interval: string;
  /** Shares of simulations. */
  readonly coverage: number;
  readonly width: number;
  readonly rejection: number;
  /** Of Clopper–Pearson and the exact McNemar test, where samples are single. */
  readonly exactCoverage?: number;
  readonly exactRejection?: number;
}

interface Verdict {
  readonly low: number | null;
  readonly high: number | null;
  readonly interval: string;
  readonly pValue: number;
  readonly exact?: { readonly isCovered: boolean; readonly pValue: number };
}

const resamples = 1_000;
const bootstrapped = ["macro-f1", "map"];

interface CellSetting {
  readonly clustering: Clustering;
  readonly groups: number;
  readonly truth: number;
}

function simulate(scenario: Scenario, { clustering, groups, truth }: CellSetting): Cell {
  const simulations = Number(given.simulations);
  let [covered, rejected, width, exactCovered, exactRejected, interval] = [0, 0, 0, 0, 0, ""];
  for (let simulation = 0; simulation < simulations; simulation++) {
    const state = seededState(simulation, scenario.id, String(clustering), groups);
    const world = scenario.draw(groups, clustering, state);
    const verdict = judge(scenario, world, { groups, truth, seed: simulation });
    const { low, high, pValue, exact } = verdict;
    // Without limits nothing is claimed, and so nothing wrongly.
    if (low === null || high === null || (low <= truth && truth <= high)) covered++;
    if (pValue < 0.05) rejected++;
    if (exact?.isCovered) exactCovered++;
    if (exact && exact.pValue < 0.05) exactRejected++;
    width += (high ?? 1) - (low ?? 0);
    interval ||= verdict.interval;
  }
  return {
    score: scenario.id,
    clustering,
    groups,
    simulations,
    interval,
    coverage: covered / simulations,
    width: width / simulations,
    rejection: rejected / simulations,
    ...(clustering === "single" && {
      exactCoverage: exactCovered / simulations,
      exactRejection: exactRejected / simulations,
    }),
  };
}

interface Setting {
  readonly groups: number;
  readonly truth: number;
  readonly seed: number;
}

function judge(scenario: Scenario, world: World, setting: Setting): Verdict {
  return bootstrapped.includes(scenario.id)
    ? judgeSet(scenario, world, setting)
    : judgeSamples(scenario, world, setting);
}

function reported({ metric }: Scenario, world: World, seed: number) {
  const set: OrderedEvidence = {
    n: world.groups.length,
    groups: world.groups,
    groupCount: world.groups.at(-1)! + 1,
    answered: new Uint8Array(world.groups.length).fill(1),
    slices: [],
    evidence: () => world.first,
  };
  const prepared = [prepareMetric(set, metric)];
  const points = prepared.map(({ score }) => score());
  return scoreIntervals({ set, prepared, weights: [undefined], points, seed, isSlice: false })[0]!;
}

/**
 * Proportions and means: what the report says, and the test of group sums, or McNemar's where
 * samples are single.
 */
function judgeSamples(scenario: Scenario, world: World, { groups, truth, seed }: Setting): Verdict {
  const [first, second] = [world.first as readonly number[], world.second as readonly number[]];
  const found = reported(scenario, world, seed);
  if (scenario.id === "proportion" && world.groups.length === groups) {
    const pairs = {
      onlyFirst: first.filter((right, i) => right > second[i]!).length,
      onlySecond: first.filter((right, i) => right < second[i]!).length,
    };
    const limits = clopperPearson(first.reduce((sum, right) => sum + right, 0), groups); // biome-ignore format: one line
    const exact = {
      isCovered: limits.low <= truth && truth <= limits.high,
      pValue: mcnemarExact(pairs),
    };
    return { ...found, pValue: mcnemarMidP(pairs), exact };
  }
  const sums = new Float64Array(groups);
  for (let i = 0; i < first.length; i++) sums[world.groups[i]!]! += first[i]! - second[i]!;
  return { ...found, pValue: signFlipTest(sums, { seed }).midP };
}

/**
 * How many simulations of a cell are also put through the report, whose limits must be the same.
 */
const checkedSimulations = 3;

/**
 * Scores of whole sets: interval and test from the same resamples, as the report and the comparison
 * make them.
 */
function judgeSet(scenario: Scenario, world: World, { groups, seed }: Setting): Verdict {
  const { best, worst } = scenario.metric;
  const scores = [world.first, world.second].map((evidence) => scenario.metric.prepare(evidence));
  const set = { groups: world.groups, groupCount: groups, seed, resamples };
  const [first, second] = scoreSpreads({ ...set, scores });
  const [estimate, other] = scores.map((score) => score()!);
  const { limits, text } = scoreInterval({
    set,
    score: scores[0]!,
    estimate: estimate!,
    best,
    worst,
    countedGroups: groups,
    spread: first!,
  });
  if (seed < checkedSimulations && reported(scenario, world, seed).low !== (limits?.low ?? null))
    throw new Error(`${scenario.id}: the report gives another interval than was simulated`);
  const test = bootstrapDifference({
    first: first!.values,
    second: second!.values,
    difference: estimate! - other!,
    groupCount: groups,
    ...(groups <= mostJackknifedGroups && {
      jackknife: jackknifedDifferences(scores, world.groups, groups),
    }),
  });
  return {
    low: limits?.low ?? null,
    high: limits?.high ?? null,
    interval: text,
    pValue: test?.pValue ?? 1,
  };
}

function jackknifedDifferences(
  scores: readonly Score[],
  groups: Uint32Array,
  groupCount: number,
): Float64Array {
  const [first, second] = scores.map((score) =>
    jackknifeScores({ groups, groupCount, score, mostBlocks: groupCount }),
  );
  return first!.map((value, at) => value - second![at]!);
}

/** One row for each score and clustering, one column for each number of groups. */
function table(cells: readonly Cell[], figure: (cell: Cell) => number | undefined): string {
  const groups = [...new Set(cells.map((cell) => cell.groups))].sort((a, b) => a - b);
  const rows = Map.groupBy(
    cells.filter((cell) => figure(cell) !== undefined),
    ({ score, clustering }) =>
      `${score} | ${clustering === "single" ? "one sample per group" : `ICC ${clustering}`}`,
  );
  const percent = (cell: Cell | undefined) => (cell ? (100 * figure(cell)!).toFixed(1) : "");
  return [
    `| score | clustering | ${groups.join(" | ")} |`,
    `|---|---|${groups.map(() => "---:|").join("")}`,
    ...rows.entries().map(([name, own]) => {
      const byGroups = groups.map((count) => percent(own.find((cell) => cell.groups === count)));
      return `| ${name} | ${byGroups.join(" | ")} |`;
    }),
  ].join("\n");
}

const known: Cell[] = existsSync(given.file)
  ? readFileSync(given.file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Cell)
  : [];
const cells: Cell[] = [];
for (const scenario of scenarios.filter(
  ({ id }) => given.score === undefined || given.score.split(",").includes(id),
)) {
  const clusterings: readonly Clustering[] =
    scenario.id === "proportion" ? ["single", 0, 0.2, 0.5] : [0, 0.2, 0.5];
  for (const clustering of clusterings) {
    const truth = scenario.truth(clustering);
    for (const groups of given.groups.split(",").map(Number)) {
      const isSame = (cell: Cell) =>
        cell.score === scenario.id &&
        cell.clustering === clustering &&
        cell.groups === groups &&
        cell.simulations === Number(given.simulations);
      const kept = known.find(isSame);
      const cell = kept ?? simulate(scenario, { clustering, groups, truth });
      if (!kept) {
        appendFileSync(given.file, `${JSON.stringify(cell)}\n`);
        console.error(
          `${cell.score}, clustering ${clustering}, ${groups} groups: ${cell.coverage} covered, ${cell.rejection} rejected`,
        );
      }
      cells.push(cell);
    }
  }
}
const figures: Readonly<Record<string, (cell: Cell) => number | undefined>> = {
  "Coverage of 95 % intervals, in %": ({ coverage }) => coverage,
  "Differences found at .05 where there is none, in %": ({ rejection }) => rejection,
  "Coverage of Clopper–Pearson intervals, in %": ({ exactCoverage }) => exactCoverage,
  "Differences found by the exact McNemar test at .05 where there is none, in %": ({
    exactRejection,
  }) => exactRejection,
};
for (const [title, figure] of Object.entries(figures))
  console.log(`\n${title}\n\n${table(cells, figure)}`);
