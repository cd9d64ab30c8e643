import { type OutcomeKind, outcomeKinds } from "../../core/run/outcome.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import type { Selection } from "../../datasets/select-samples.ts";

/** Refuses numbers of samples that select nothing. */
export function checkSelection({ limit, sample }: Pick<Selection, "limit" | "sample">): void {
  for (const [name, count] of Object.entries({ limit, sample }))
    if (count !== undefined && !(Number.isInteger(count) && count >= 1))
      throw new UserError(`${name}: expected a whole number from 1 on, got ${String(count)}`);
}

/** The outcomes of these names, which can be asked again. */
export function retriedOutcomes(names: readonly string[] = []): ReadonlySet<OutcomeKind> {
  const known: readonly string[] = outcomeKinds.filter((kind) => kind !== "answered");
  for (const name of names)
    if (!known.includes(name)) {
      const near = closest(name, known);
      throw new UserError(
        `retry: unknown outcome "${name}"`,
        near ? `did you mean "${near}"?` : `one of ${known.join(", ")}`,
      );
    }
  return new Set(names as readonly OutcomeKind[]);
}
