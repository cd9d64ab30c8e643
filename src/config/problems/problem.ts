import { UserError } from "../../core/user-error.ts";
import { type FieldPath, formatFieldPath } from "../field-path.ts";

/**
 * Stands where a schema gives no message of its own; pass it to zod so that the two can be told
 * apart.
 */
export const unworded = "vidimus:unworded";

/** Something that is wrong with a configuration. */
export interface Problem {
  readonly path: FieldPath;
  /** Whether the last key of the path is itself the mistake, or what it holds. */
  readonly about: "key" | "value";
  readonly message: string;
  readonly hint?: string | undefined;
  /** Set where the source cannot know it, or where the line must not be shown. */
  readonly place?: Place | undefined;
}

/** Where a problem is, as people look for it. */
export interface Place {
  /** `vidimus.yaml:7:5`, `--set tasks.0.id` or only the file. */
  readonly label: string;
  /** Problems are reported in this order. */
  readonly order: number;
  /** The line with a mark under the mistake. */
  readonly excerpt?: string | undefined;
}

export type PlacedProblem = Problem & { readonly place: Place };

/**
 * One error for all problems: a line each in the order of their places; a single one comes with its
 * line and a hint of its own.
 */
export function problemsError(problems: readonly PlacedProblem[]): UserError {
  const sorted = problems.toSorted((a, b) => a.place.order - b.place.order);
  const [first] = sorted;
  if (sorted.length === 1 && first) {
    const { excerpt } = first.place;
    return new UserError(
      excerpt === undefined ? oneLine(first) : `${oneLine(first)}\n${excerpt}`,
      first.hint,
    );
  }
  const lines = sorted.map((problem) =>
    problem.hint === undefined ? oneLine(problem) : `${oneLine(problem)}; ${problem.hint}`,
  );
  return new UserError([...new Set(lines)].join("\n"));
}

function oneLine({ path, about, message, place }: PlacedProblem): string {
  const field = formatFieldPath(about === "key" ? path.slice(0, -1) : path);
  return field === "" ? `${place.label}  ${message}` : `${place.label}  ${field}: ${message}`;
}
