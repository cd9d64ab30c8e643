import { parseArgs } from "node:util";
import { nextUniform, type RandomState, seededState } from "../src/math/seeded-random.ts";
import { pairSystems } from "../src/scoring/comparison/paired-systems.ts";
import { PreparedSystem } from "../src/scoring/comparison/prepared-system.ts";
import { type Regression, regressions } from "../src/scoring/comparison/regression.ts";
import { keptCells } from "./kept-cells.ts";
import {
  type Clustering,
  type Scenario,
  scenarios,
  type World,
} from "./simulate-coverage-worlds.ts";

/**
 * `npm run simulate:gate`: how often `vidimus gate` fails releases that are as good as the baseline,
 * worse by the margin, and worse by what it says it finds four times out of five. A release answers
 * a part of the samples anew (`changed`), and a worse one then gets some of them wrong.
 */
const { values: given } = parseArgs({
  options: {
    releases: { type: "string", default: "200" },
    groups: { type: "string", default: "10,20,50,200" },
    score: { type: "string" },
    file: { type: "string", default: "simulate-gate.jsonl" },
  },
});

const margin = 0.02;
const level = 0.01;

interface Cell {
  readonly score: Scenario["id"];
  readonly clustering: Clustering;
  /** The share of samples that a release answers anew. */
  readonly changed: number;
  readonly groups: number;
  readonly releases: number;
  /** Shares of releases that fail. */
  readonly unchanged: number;
  readonly atMargin: number;
  readonly regressed: number | null;
  /** What unchanged releases are said to find four times out of five, in the middle of them. */
  readonly detectable: number | null;
}

type Setting = Pick<Cell, "clustering" | "changed" | "groups">;

function simulate(scenario: Scenario, setting: Setting): Cell {
  const releases = Number(given.releases);
  const gated = (loss: number) =>
    Array.from({ length: releases }, (_, release) => gate(scenario, { ...setting, loss, release }));
  const fails = (found: readonly Regression[]) =>
    found.filter(({ worse }) => worse <= level).length / releases;
  const unchanged = gated(0);
  const stated = unchanged
    .map(({ detectable }) => detectable ?? Number.POSITIVE_INFINITY)
    .sort((one, other) => one - other)[releases >> 1]!;
  const detectable = Number.isFinite(stated) ? stated : null;
  return {
    score: scenario.id,
    ...setting,
    releases,
    unchanged: fails(unchanged),
    atMargin: fails(gated(margin)),
    regressed: detectable === null ? null : fails(gated(detectable)),
    detectable,
  };
}

interface Release extends Setting {
  /** How much it is worse in truth. */
  readonly loss: number;
  readonly release: number;
}

/** What the gate finds of one release against one baseline. */
function gate(scenario: Scenario, { clustering, changed, groups, loss, release }: Release) {
  const state = seededState(release, "gate", scenario.id, String(clustering), groups);
  const world = scenario.draw(groups, clustering, state);
  const first = world.first.map((one, i) => {
    const own = nextUniform(state) < changed ? one : world.second[i];
    return worse(scenario.id, own, loss, state);
  });
  const pair = pairSystems(prepared(world, first), prepared(world, world.second));
  const settings = { unanswered: "empty", seed: release, margin, level } as const;
  return regressions([{ metric: scenario.metric }], pair, settings)[0]!;
}

function prepared({ groups }: World, evidence: readonly unknown[]): PreparedSystem {
  const n = groups.length;
  return new PreparedSystem({
    n,
    groups,
    groupCount: groups.at(-1)! + 1,
    answered: new Uint8Array(n).fill(1),
    digests: { high: new Uint32Array(n), low: Uint32Array.from(groups.keys()) },
    slices: [],
    evidence: () => evidence,
  });
}

/** What a mean of scores, and a share of right answers, lose by; see the worlds. */
const shares = { proportion: 0.7, mean: 0.25 } as const;

function worse(id: Scenario["id"], evidence: unknown, loss: number, state: RandomState): unknown {
  if (loss === 0) return evidence;
  if (id === "mean" || id === "proportion")
    return nextUniform(state) < loss / shares[id] ? 0 : evidence;
  const { predicted, ...rest } = evidence as { readonly truth: string; readonly predicted: string };
  // What a wrong label costs in macro F1 of these classes, within a tenth.
  const isLost = predicted === rest.truth && nextUniform(state) < loss / shares.proportion;
  return { ...rest, predicted: isLost ? (predicted === "a" ? "b" : "a") : predicted };
}

const kept = keptCells<Cell>(given.file);
const percent = (share: number | null) => (share === null ? "–" : (100 * share).toFixed(1));
console.log(
  "| score | clustering | answered anew | groups | unchanged fail | worse by the margin fail | a loss of | fails |",
);
console.log("|---|---|---:|---:|---:|---:|---:|---:|");
for (const scenario of scenarios.filter(({ id }) => id !== "map" && (given.score ?? id) === id))
  for (const clustering of scenario.id === "proportion"
    ? (["single", 0.2] as const)
    : ([0.2] as const))
    for (const changed of [0.1, 1])
      for (const groups of given.groups.split(",").map(Number)) {
        const setting = { clustering, changed, groups };
        const key = { score: scenario.id, ...setting, releases: Number(given.releases) };
        const cell = kept(key, () => simulate(scenario, setting));
        const { unchanged, atMargin, detectable, regressed } = cell;
        console.log(
          `| ${scenario.id} | ${clustering === "single" ? "one sample per group" : `ICC ${clustering}`} | ${100 * changed} % | ${groups} | ${percent(unchanged)} | ${percent(atMargin)} | ${percent(detectable)} | ${percent(regressed)} |`,
        );
      }
