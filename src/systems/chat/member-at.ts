/** What stands at a path of foreign JSON; `undefined` where the path leads nowhere. */
export function memberAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path)
    at =
      typeof at === "object" && at !== null
        ? (at as Readonly<Record<string | number, unknown>>)[key]
        : undefined;
  return at;
}
