/**
 * `count` whole numbers spread from `from` to `to`, as NumPy's `linspace` with an integer type has
 * them: rounded down, the last one exactly `to`. One point is `from`, not `to`; none is an empty
 * list. The order of the operations matters: any other one differs in the last bit.
 */
export function linspaceInt(from: number, to: number, count: number): readonly number[] {
  if (count <= 1) return count === 1 ? [from] : [];
  const step = (to - from) / (count - 1);
  return Array.from({ length: count }, (_, i) =>
    i === count - 1 ? to : Math.floor(i * step + from),
  );
}
