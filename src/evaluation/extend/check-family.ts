import { nothingLent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { metricProblems } from "./check-exports.ts";
import { broken } from "./contract.ts";

/**
 * Whether the measures and metrics of a user's own family fit together under its default options;
 * what does not would end every run that is scored. A family whose options have no defaults is
 * checked by its runs alone. `added` are signatures of measures that its module adds.
 */
export function checkFamily(family: Family, file: string, added: readonly string[] = []): void {
  const options = family.data.options.safeParse({});
  if (!options.success) return;
  const place = `${file}: family "${family.id}"`;
  const scoring = scoringOf(family, options.data, place);
  const measures = listOf(scoring, "measures", place);
  const metrics = listOf(scoring, "metrics", place);
  const problems = [
    ...measures.flatMap((measure, at) =>
      broken(measure, { signature: "text", measure: "function" }).map(
        (problem) => `measure ${nameOf(measure, "signature", at)}: ${problem}`,
      ),
    ),
    ...metrics.flatMap((metric, at) =>
      metricProblems(metric).map((problem) => `metric ${nameOf(metric, "id", at)}: ${problem}`),
    ),
    ...broken(scoring, { analyses: "list", slices: "function", errorClass: "function" }).map(
      (problem) => `scoring: ${problem}`,
    ),
    ...broken(family.asking, { asked: "function?", withoutTruth: "function?" }).map(
      (problem) => `asking: ${problem}`,
    ),
    ...Object.entries(family.asking.protocols ?? {}).flatMap(([speaks, protocol]) =>
      broken(protocol, { identity: "function", steps: "function", cuts: "function?" }).map(
        (problem) => `asking.protocols.${speaks}: ${problem}`,
      ),
    ),
    ...(metrics.length === 0 ? ["scoring: metrics holds none: the first is the headline"] : []),
  ];
  if (problems.length > 0)
    throw new UserError(
      problems.map((problem) => `${place}: ${problem}`).join("\n"),
      "docs/extending.md shows one of each kind",
    );
  const signatures = new Set([...scoring.measures.map(({ signature }) => signature), ...added]);
  const known =
    signatures.size === 0
      ? "its scoring has no measures"
      : `its measures: ${[...signatures].join(", ")}`;
  for (const { id, measure } of scoring.metrics)
    if (!signatures.has(measure))
      throw new UserError(`${place}: metric "${id}": "${measure}" is none of its measures`, known);
}

type Facet = ReturnType<Family["scoring"]>;

function scoringOf(family: Family, options: unknown, place: string): Facet {
  let given: unknown;
  try {
    given = family.scoring(options, nothingLent);
  } catch (error) {
    throw new UserError(
      `${place}: scoring: throws under the default options: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!isRecord(given)) throw new UserError(`${place}: scoring: must return an object`);
  return given as unknown as Facet;
}

function listOf(scoring: Facet, name: "measures" | "metrics", place: string): readonly unknown[] {
  const given: unknown = scoring[name];
  if (!Array.isArray(given)) throw new UserError(`${place}: scoring: ${name} must be a list`);
  return given as readonly unknown[];
}

function nameOf(value: unknown, member: string, at: number): string {
  const name = isRecord(value) ? value[member] : undefined;
  return typeof name === "string" && name !== "" ? `"${name}"` : String(at + 1);
}
