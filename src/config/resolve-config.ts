import type { Json } from "../core/json.ts";
import { UserError } from "../core/user-error.ts";
import { type Applied, applySet } from "./apply-set.ts";
import type { Config, Registries } from "./config.ts";
import type { ConfigSource } from "./config-source.ts";
import { configSpec } from "./config-spec.ts";
import { type Environment, expandEnvironment } from "./environment.ts";
import { fieldName, formatFieldPath, startsWithPath, valueAt } from "./field-path.ts";
import { leaveOutSystems } from "./leave-out-systems.ts";
import { parseConfig } from "./parse-config.ts";
import { type PlacedProblem, type Problem, problemsError } from "./problems/problem.ts";
import { redactor } from "./redactor.ts";
import { isSecretField } from "./secret-name.ts";

export interface ResolveOptions {
  readonly registries: Registries;
  /** `path=value`, stronger than the file and the environment; later ones win. */
  readonly set: readonly string[];
  readonly environment: Environment;
}

export interface ResolvedConfig {
  readonly config: Config;
  /** The same as a value to store: secrets are still `${NAME}`. */
  readonly spec: Json;
  /** Secret values, for `redactor`. */
  readonly secrets: readonly string[];
}

/**
 * Applies `--set`, the environment and defaults to what a source holds, and checks the result. All
 * mistakes are reported in one `UserError`.
 */
export function resolveConfig(source: ConfigSource, options: ResolveOptions): ResolvedConfig {
  const applied = applySet(source.value, options.set);
  const problems = [...source.problems, ...applied.problems];
  return resolveTree(
    { tree: applied.tree, problems, place: (problem) => placeProblem(problem, source, applied) },
    options,
  );
}

/** A configuration before the environment and defaults are applied. */
export interface ConfigTree {
  readonly tree: unknown;
  /** What is wrong with it already. */
  readonly problems: readonly Problem[];
  place(problem: Problem): PlacedProblem;
}

export function resolveTree(
  { tree, problems: known, place }: ConfigTree,
  { registries, environment }: Omit<ResolveOptions, "set">,
): ResolvedConfig {
  const expanded = expandEnvironment(tree, environment);
  const parsed = parseConfig(expanded, registries);
  const early = [...known, ...expanded.problems];
  const problems =
    "problems" in parsed ? [...early, ...notYetTold(parsed.problems, expanded.problems)] : early;
  if ("config" in parsed && problems.length === 0) {
    return {
      config: leaveOutSystems(parsed.config, registries),
      spec: configSpec(parsed.config, expanded),
      secrets: expanded.secrets,
    };
  }
  const error = problemsError(problems.map(place));
  const redact = redactor(expanded.secrets);
  throw new UserError(redact(error.message), error.hint && redact(error.hint));
}

/** A field whose text could not be expanded has the wrong value for that reason alone. */
function notYetTold(problems: readonly Problem[], told: readonly Problem[]): readonly Problem[] {
  const paths = new Set(told.map(({ path }) => formatFieldPath(path)));
  return problems.filter(({ path }) => !paths.has(formatFieldPath(path)));
}

/** Where the user finds it: in the file, or on the command line where `--set` made it. */
export function placeProblem(
  problem: Problem,
  source: ConfigSource,
  { tree, settings }: Applied,
): PlacedProblem {
  const { path, about } = problem;
  const isMadeBySet =
    valueAt(tree, path) !== undefined && valueAt(source.value, path) === undefined;
  const setting =
    settings.findLast((one) => startsWithPath(path, one.path)) ??
    (isMadeBySet ? settings.findLast((one) => startsWithPath(one.path, path)) : undefined);
  const found = problem.place ?? setting?.place ?? source.locate(path, about);
  // The value of a secret may stand on a line that does not look like one.
  const isSecret = isSecretField(fieldName(path) ?? "");
  return { ...problem, place: isSecret ? { label: found.label, order: found.order } : found };
}
