import type { LentTables } from "../core/data/lent-tables.ts";
import type { Sample } from "../core/data/sample.ts";
import { nothingLent } from "../core/family/lent.ts";
import type { Family } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { sampleDigits } from "../core/run/work.ts";
import { contentDigest } from "../files/content-digest.ts";
import { CellScorer } from "../scoring/score-cell.ts";
import type { UnansweredPolicy } from "../summary/score-summary.ts";
import type { Summary } from "../summary/summary.ts";
import type { SystemSummary } from "../summary/system-summary.ts";

export interface ScorerOptions<Options> {
  /** Name of the system, for tables. */
  readonly system?: string;
  readonly options?: Partial<Options>;
  /** Ids of metrics; all of the family's if left out. */
  readonly metrics?: readonly string[];
  /** Fields of samples by which scores are broken down too. */
  readonly slices?: readonly string[];
  readonly unanswered?: UnansweredPolicy;
  /** What `readTables` read, such as METEOR's tables; scores do without if left out. */
  readonly tables?: LentTables;
  /** Intervals are drawn from it. */
  readonly seed?: number;
}

/**
 * Takes samples with their outcomes in any order and sums them up: scores with intervals, slices,
 * coverage, failures.
 */
export interface Scorer<S extends Sample, Prediction> {
  add(sample: S, outcome: Outcome<Prediction>): void;
  finish(): SystemSummary;
}

export function scorer<Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
  {
    system = "system",
    options = {},
    metrics,
    slices = [],
    unanswered = "empty",
    tables,
    seed = 1,
  }: ScorerOptions<Options> = {},
): Scorer<S, Prediction> {
  if (tables) checkRead(tables);
  const cell = new CellScorer(
    {
      family: family as unknown as Family,
      settings: { options: family.data.options.parse(options), prompts: {} },
      lent: { ...nothingLent, ...(tables ? { tables } : {}) },
      metrics,
      unanswered,
      slices,
      extractors: family.asking.extractors.slice(0, 1),
      seed,
      digest: contentDigest,
    },
    { id: system, kind: "library", speaks: "prediction" },
  );
  let position = 0;
  return {
    add(sample, outcome) {
      const digest = contentDigest(canonicalJson(sample)).slice(0, sampleDigits);
      cell.add({
        planned: { sample, digest, position: position++ },
        outcome,
        grades: {},
        looks: [],
        replies: [],
        extractor: undefined,
      });
    },
    finish: () => cell.finish([]),
  };
}

function checkRead(tables: LentTables): void {
  for (const [role, table] of Object.entries(tables))
    if (typeof table === "string")
      throw new TypeError(
        `tables.${role} is the place "${table}", not what lies there: await readTables(family, { ${role}: "${table}" })`,
      );
}

/** Scores of one or several systems on one task as a summary, which `vidimus/report` draws. */
export function summarise(
  about: { readonly name: string; readonly family: Family["id"] },
  systems: readonly SystemSummary[],
): Summary {
  return {
    schema: "vidimus-summary/1",
    name: about.name,
    selection: null,
    complete: systems.every(({ outcomes }) => outcomes.pending === 0),
    tasks: [{ id: about.name, family: about.family, systems }],
  };
}
