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
  const options = family.optionsSchema.safeParse({});
  if (!options.success) return;
  const place = `${file}: family "${family.id}"`;
  const measures = listOf(`${place}: measures`, () => family.measures(options.data));
  const metrics = listOf(`${place}: metrics`, () => family.metrics(options.data));
  const problems = [
    ...measures.flatMap((measure, at) =>
      broken(measure, { signature: "text", measure: "function" }).map(
        (problem) => `measure ${nameOf(measure, "signature", at)}: ${problem}`,
      ),
    ),
    ...metrics.flatMap((metric, at) =>
      metricProblems(metric).map((problem) => `metric ${nameOf(metric, "id", at)}: ${problem}`),
    ),
    ...(metrics.length === 0 ? ["metrics gives none: the first is the headline"] : []),
  ];
  if (problems.length > 0)
    throw new UserError(
      problems.map((problem) => `${place}: ${problem}`).join("\n"),
      "docs/extending.md shows one of each kind",
    );
  const signatures = new Set([
    ...family.measures(options.data).map(({ signature }) => signature),
    ...added,
  ]);
  const known =
    signatures.size === 0
      ? "its function measures returns an empty list"
      : `its measures: ${[...signatures].join(", ")}`;
  for (const { id, measure } of family.metrics(options.data))
    if (!signatures.has(measure))
      throw new UserError(`${place}: metric "${id}": "${measure}" is none of its measures`, known);
}

function listOf(place: string, call: () => unknown): readonly unknown[] {
  let given: unknown;
  try {
    given = call();
  } catch (error) {
    throw new UserError(
      `${place}: throws under the default options: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!Array.isArray(given)) throw new UserError(`${place}: must return a list`);
  return given as readonly unknown[];
}

function nameOf(value: unknown, member: string, at: number): string {
  const name = isRecord(value) ? value[member] : undefined;
  return typeof name === "string" && name !== "" ? `"${name}"` : String(at + 1);
}
