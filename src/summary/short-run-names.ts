/** Names of runs without the time at which they began, where that tells them apart. */
export function shortRunNames(names: readonly string[]): readonly string[] {
  const short = names.map((name) => name.replace(/^\d{8}-\d{6}-/, ""));
  return new Set(short).size === names.length ? short : names;
}
