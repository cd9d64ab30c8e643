import type { FieldPath } from "./field-path.ts";
import type { Place, Problem } from "./problems/problem.ts";

/** Where a configuration was written, and how to find a field in it again. */
export interface ConfigSource {
  readonly value: unknown;
  /** Mistakes that are visible in the text only, such as a key written twice. */
  readonly problems: readonly Problem[];
  /**
   * The place of this field or, where the source does not hold it, of the nearest field around it.
   */
  locate(path: FieldPath, about: Problem["about"]): Place;
}
