import { closest } from "./suggest.ts";
import { UserError } from "./user-error.ts";

/** A thing that can be named before its code is loaded. */
export interface Listed<T> {
  readonly id: string;
  load(): Promise<T>;
}

/**
 * Loads the things of these ids, or all of them: without ids, or if one is unknown, because the
 * message about it lists the choices.
 */
export function loadListed<T>(
  list: readonly Listed<T>[],
  ids?: readonly string[],
): Promise<readonly T[]> {
  const isKnown = ids?.every((id) => list.some((one) => one.id === id)) ?? false;
  const wanted = isKnown ? list.filter(({ id }) => ids?.includes(id)) : list;
  return Promise.all(wanted.map((one) => one.load()));
}

/**
 * Finds a registered thing by its id; an unknown id is the user's mistake, told with the nearest
 * name and the choices.
 */
export function findById<Id extends string, T extends { readonly id: Id }>(
  items: readonly T[],
  id: string,
  noun: string,
): T {
  const found = items.find((item) => item.id === id);
  if (found) return found;
  const ids = items.map((item) => item.id);
  const near = closest(id, ids);
  throw new UserError(
    `unknown ${noun} "${id}"`,
    near
      ? `did you mean "${near}"? (${ids.join(", ")})`
      : `${plural(noun)} here: ${ids.join(", ") || "none"}`,
  );
}

function plural(noun: string): string {
  return noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
