/**
 * Names that differ in one number, such as "level 2" and "level 10", in the order of that number;
 * `undefined` where they have no such order.
 */
export function stepsInOrder(names: readonly string[]): readonly string[] | undefined {
  const parts = names.map((name) => /^(\D*?)(-?\d+(?:\.\d+)?)(\D*)$/u.exec(name));
  const [first] = parts;
  if (!first || names.length < 2) return undefined;
  if (parts.some((part) => part?.[1] !== first[1] || part?.[3] !== first[3])) return undefined;
  return names.toSorted((a, b) => numberIn(a) - numberIn(b));
}

/** What tells a step from the others. */
export function numberIn(name: string): number {
  return Number(/-?\d+(?:\.\d+)?/u.exec(name)?.[0]);
}
