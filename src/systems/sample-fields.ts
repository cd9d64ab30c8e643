import type { SystemContext } from "../core/asking/system-kind.ts";
import type { Sample } from "../core/data/sample.ts";
import { isRecord } from "../core/json.ts";
import { UserError } from "../core/user-error.ts";

/**
 * What services and commands are told of a sample: the fields that the configuration names, else
 * all that the family lets them know. Never the truth, unless it is named.
 */
export function sampleFields(
  fields: readonly string[] | undefined,
  { family, id }: Pick<SystemContext, "family" | "id">,
): (sample: Sample) => Readonly<Record<string, unknown>> {
  const {
    asking: { withoutTruth },
  } = family;
  if (fields)
    return (sample) =>
      Object.fromEntries(
        ["id", ...fields].map((field) => [
          field,
          (sample as Sample & Record<string, unknown>)[field],
        ]),
      );
  if (!withoutTruth)
    throw new UserError(
      `the family ${family.id} does not say what the system "${id}" may be told without giving the truth away`,
      "name the members of a sample that are to be sent, as fields: [id, …]",
    );
  return (sample) => withoutTruth(sample);
}

/**
 * What stands at a path such as `result.answer` or `items.0`; the value itself for an empty path.
 */
export function valueAtPath(value: unknown, path: string): unknown {
  if (path === "") return value;
  let at: unknown = value;
  for (const key of path.split(".")) {
    if (Array.isArray(at)) at = at[Number(key)];
    else at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}
