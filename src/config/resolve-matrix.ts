import { isRecord } from "../core/json.ts";
import { UserError } from "../core/user-error.ts";
import { type Applied, applySet } from "./apply-set.ts";
import type { ConfigSource } from "./config-source.ts";
import {
  type FieldPath,
  formatFieldPath,
  replaceAt,
  startsWithPath,
  valueAt,
} from "./field-path.ts";
import { matrixRows, type WrittenRow } from "./matrix-rows.ts";
import { type PlacedProblem, type Problem, problemsError } from "./problems/problem.ts";
import {
  placeProblem,
  type ResolvedConfig,
  type ResolveOptions,
  resolveTree,
} from "./resolve-config.ts";
import { parseSetPath } from "./set-path.ts";

/**
 * The configuration under the settings of one row of its matrix, as if it stood in a file of its
 * own.
 */
export interface MatrixRow extends ResolvedConfig {
  readonly name: string;
  /** What the row sets. */
  readonly paths: readonly FieldPath[];
}

/**
 * Resolves every row of a configuration's matrix before anything is run; none where it has no
 * matrix. Mistakes name the row and the path.
 */
export function resolveMatrix(source: ConfigSource, options: ResolveOptions): readonly MatrixRow[] {
  const applied = applySet(source.value, options.set);
  const { matrix, ...rest } = isRecord(applied.tree) ? applied.tree : {};
  const rows = matrixRows(matrix).map((row) => settled(row, rest, { source, applied }));
  const problems = rows.flatMap((row) => row.problems.map(row.place));
  if (problems.length > 0) throw problemsError(problems);
  const resolved: MatrixRow[] = [];
  const mistakes: UserError[] = [];
  for (const row of rows) {
    try {
      resolved.push({
        ...resolveTree(row, options),
        name: row.name,
        paths: row.settings.map(({ path }) => path),
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      mistakes.push(error);
    }
  }
  const [first, ...others] = mistakes;
  if (first && others.length === 0) throw first;
  if (first)
    throw new UserError(
      mistakes
        .map(({ message, hint }) => (hint === undefined ? message : `${message}\n  ${hint}`))
        .join("\n"),
    );
  return resolved;
}

interface Origin {
  readonly source: ConfigSource;
  readonly applied: Applied;
}

interface RowSetting {
  readonly path: FieldPath;
  readonly at: FieldPath;
}

interface SettledRow {
  readonly name: string;
  readonly tree: unknown;
  readonly settings: readonly RowSetting[];
  readonly problems: readonly Problem[];
  place(problem: Problem): PlacedProblem;
}

function settled(
  { name, settings: written }: WrittenRow,
  base: unknown,
  { source, applied }: Origin,
): SettledRow {
  // Runs of rows are told apart by their names too.
  let tree = replaceAt(base, ["name"], `${valueAt(base, ["name"])}.${name.toLowerCase()}`);
  const settings: RowSetting[] = [];
  const problems: Problem[] = [];
  for (const { target, value, at } of written) {
    const found = parseSetPath(target, tree);
    const refused = "path" in found ? refusal(found.path, applied) : found;
    if (refused)
      problems.push({
        path: at,
        about: "key",
        message: `row "${name}": ${refused.message}`,
        hint: refused.hint,
      });
    if (refused || !("path" in found)) continue;
    tree = replaceAt(tree, found.path, value);
    settings.push({ path: found.path, at });
  }
  const place = (problem: Problem): PlacedProblem => {
    const own = settings.findLast(
      ({ path }) => startsWithPath(problem.path, path) || startsWithPath(path, problem.path),
    );
    if (startsWithPath(problem.path, ["matrix"]))
      return { ...problem, path: [], place: source.locate(problem.path, "key") };
    const field = formatFieldPath(
      problem.about === "key" ? problem.path.slice(0, -1) : problem.path,
    );
    const message = `row "${name}": ${field === "" ? "" : `${field}: `}${problem.message}`;
    const placed = own
      ? source.locate(own.at, "value")
      : placeProblem(problem, source, applied).place;
    return { ...problem, path: [], message, place: placed };
  };
  return { name, tree, settings, problems, place };
}

/** Keys that are the same for all rows: they decide what the rows are part of. */
const sharedKeys: readonly (string | number | undefined)[] = [
  "name",
  "output",
  "use",
  "matrix",
  "budget",
];

function refusal(
  path: FieldPath,
  { settings }: Applied,
): { readonly message: string; readonly hint?: string | undefined } | undefined {
  if (sharedKeys.includes(path[0]))
    return { message: `a row cannot set ${path[0]}`, hint: "it is the same for all rows" };
  const rival = settings.find(
    (one) => startsWithPath(one.path, path) || startsWithPath(path, one.path),
  );
  return (
    rival && {
      message: `${formatFieldPath(path)} is set by ${rival.place.label} too`,
      hint: "leave one of them out",
    }
  );
}
