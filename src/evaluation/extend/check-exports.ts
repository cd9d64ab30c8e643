import type { SystemKind } from "../../core/asking/system-kind.ts";
import type { Format, PredictionFormat } from "../../core/data/format.ts";
import type { Sample } from "../../core/data/sample.ts";
import type { Family } from "../../core/family.ts";
import { isRecord } from "../../core/json.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import { broken, type Contract } from "./contract.ts";

/** Belongs to the family of this id. */
type Of<T> = T & { readonly family: string };

/** What a user's module adds. */
export interface UsedModule {
  readonly families: readonly Family[];
  readonly systems: readonly SystemKind[];
  readonly formats: readonly Of<Format<Sample>>[];
  readonly predictionFormats: readonly Of<PredictionFormat<Sample, unknown>>[];
  readonly measures: readonly Of<Measure<Sample, unknown, unknown>>[];
  readonly metrics: readonly Metric[];
}

interface Kind {
  readonly plural: keyof UsedModule;
  readonly singular: string;
  readonly contract: Contract;
  /** What must hold beside the contract. */
  more?(value: Readonly<Record<string, unknown>>): readonly string[];
}

const reads = ["rows", "document", "folder"] as const;

const metricRules: Pick<Kind, "contract" | "more"> = {
  contract: {
    id: "text",
    title: "text",
    signature: "text",
    measure: "text",
    kind: ["proportion", "mean", "corpus"],
    best: "number",
    worst: "number or null",
    prepare: "function",
    ceiling: "function?",
    references: "function?",
  },
  more: ({ kind, value }) =>
    kind === "corpus" || typeof value === "function"
      ? []
      : [`value must be a function where kind is "${String(kind)}", got ${typeof value}`],
};

/** What is wrong with a metric, one sentence for each member. */
export function metricProblems(metric: unknown): readonly string[] {
  return [
    ...broken(metric, metricRules.contract),
    ...(isRecord(metric) ? metricRules.more!(metric) : []),
  ];
}

/** The facets of a family that are there before it is asked to score. */
const facets: Readonly<Record<string, Contract>> = {
  data: {
    sample: "schema",
    prediction: "schema",
    options: "schema",
    formats: "list",
    predictionFormats: "list",
    refs: "function",
    tables: "list?",
    checks: "list",
    profiles: "list?",
  },
  asking: { protocols: "record", extractors: "list" },
  people: { graders: "list", aspects: "list?" },
  proof: { baselines: "record", degradations: "list", examples: "list" },
  display: { view: "function", exports: "list" },
};

function within(place: string, problems: readonly string[]): readonly string[] {
  return problems.map((problem) => `${place}.${problem}`);
}

function formatProblems(data: unknown): readonly string[] {
  const formats = isRecord(data) ? data.formats : undefined;
  return Array.isArray(formats) && formats.length === 0
    ? ["data.formats must not be empty: nothing could be read"]
    : [];
}

function baselineProblems(proof: unknown): readonly string[] {
  const baselines = isRecord(proof) ? proof.baselines : undefined;
  if (!isRecord(baselines)) return [];
  const contract: Contract = { oracle: "function", chance: "function", empty: "function" };
  return within("proof.baselines", broken(baselines, contract));
}

/** Families that were written before there were facets are shown where to read on. */
function formerProblems(family: Readonly<Record<string, unknown>>): readonly string[] {
  return "sampleSchema" in family
    ? ["it is written without facets: docs/extending.md says which member goes where"]
    : [];
}

const kinds: readonly Kind[] = [
  { plural: "metrics", singular: "metric", ...metricRules },
  {
    plural: "measures",
    singular: "measure",
    contract: { family: "text", signature: "text", measure: "function" },
  },
  {
    plural: "families",
    singular: "family",
    contract: {
      id: "text",
      version: "number",
      summary: "text",
      data: "record",
      asking: "record",
      scoring: "function",
      people: "record",
      proof: "record",
      display: "record",
    },
    more: (family) => [
      ...Object.entries(facets).flatMap(([name, contract]) =>
        isRecord(family[name]) ? within(name, broken(family[name], contract)) : [],
      ),
      ...formatProblems(family.data),
      ...baselineProblems(family.proof),
      ...formerProblems(family),
    ],
  },
  {
    plural: "formats",
    singular: "format",
    contract: { family: "text", id: "text", summary: "text", reads, read: "function" },
  },
  {
    plural: "predictionFormats",
    singular: "predictionFormat",
    contract: {
      family: "text",
      id: "text",
      summary: "text",
      reads,
      read: "function",
      recognises: "function",
      interpret: "function",
    },
  },
  {
    plural: "systems",
    singular: "system",
    contract: { id: "text", summary: "text", configSchema: "schema", create: "function" },
  },
];

const names = kinds.flatMap(({ plural, singular }) => [plural, singular]);

/**
 * What a module exports under the names of what can be added, checked member by member. `file` is
 * what messages call it.
 */
export function checkExports(
  exported: Readonly<Record<string, unknown>>,
  file: string,
): UsedModule {
  if (!names.some((name) => name in exported))
    throw new UserError(`${file}: exports nothing that can be used`, hint(Object.keys(exported)));
  const problems: string[] = [];
  const taken = kinds.map((kind) => [kind.plural, valuesOf(kind, exported, problems)] as const);
  if (problems.length > 0)
    throw new UserError(
      problems.map((problem) => `${file}: ${problem}`).join("\n"),
      "docs/extending.md shows one of each kind",
    );
  return Object.fromEntries(taken) as unknown as UsedModule;
}

function hint(given: readonly string[]): string {
  const near = given.flatMap((name) => {
    const known = closest(name, names);
    return known ? [`"${name}" should perhaps be "${known}"`] : [];
  });
  return (
    near[0] ??
    `export one of ${names.join(", ")}: a list under the plural, a single one under the singular`
  );
}

function valuesOf(
  { plural, singular, contract, more }: Kind,
  exported: Readonly<Record<string, unknown>>,
  problems: string[],
): readonly unknown[] {
  const list = exported[plural] ?? [];
  if (!Array.isArray(list)) problems.push(`${plural} must be a list`);
  const values = [
    ...(Array.isArray(list) ? (list as readonly unknown[]) : []),
    ...(singular in exported ? [exported[singular]] : []),
  ];
  for (const [at, value] of values.entries()) {
    const found = broken(value, contract);
    const further = isRecord(value) && more ? more(value) : [];
    const id = isRecord(value) ? (value.id ?? value.signature) : undefined;
    const name =
      typeof id === "string" && id !== "" ? `${singular} "${id}"` : `${singular} ${at + 1}`;
    problems.push(...[...found, ...further].map((problem) => `${name}: ${problem}`));
  }
  return values;
}
