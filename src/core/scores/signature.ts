/**
 * The full identity of a measure or metric: name, version and every parameter, defaults included,
 * in a fixed order. Equal signatures mean comparable numbers.
 */
export function signature(
  name: string,
  version: number,
  parameters: Readonly<Record<string, string | number | boolean>> = {},
): string {
  const parts = Object.keys(parameters)
    .sort()
    .map((key) => `${key}:${String(parameters[key])}`);
  return [name, ...parts, `v:${version}`].join("|");
}
