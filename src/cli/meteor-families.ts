import type { Family } from "../core/family.ts";
import { UserError } from "../core/user-error.ts";
import { meteorTables } from "./metric/meteor-tables.ts";

/** Families, of which those with METEOR score by its tables where a place of such is given; one of `ids` must be among them. */
export async function withMeteorTables(
  families: readonly Family[],
  place: string | undefined,
  ids: readonly string[],
): Promise<readonly Family[]> {
  if (place === undefined) return families;
  const able = families.filter(({ withMeteor }) => withMeteor);
  if (!able.some(({ id }) => ids.includes(id)))
    throw new UserError(
      `--meteor-resources: no METEOR is among the scores of ${ids.join(", ")}`,
      `it goes with ${able.map(({ id }) => id).join(", ")}`,
    );
  const tables = await meteorTables(place, undefined);
  return families.map((family) => ({ ...family, ...family.withMeteor?.(tables) }));
}
