import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import type { FieldPath } from "../field-path.ts";
import type { Place, Problem } from "./problem.ts";

interface Positions {
  placeOf(start: number, end: number): Place;
  lineOf(offset: number): number;
}

/** Keys that stand twice in one mapping, of which YAML would silently keep the last. */
export function duplicateKeys(
  node: unknown,
  positions: Positions,
  path: FieldPath = [],
): readonly Problem[] {
  if (isSeq(node))
    return node.items.flatMap((item, at) => duplicateKeys(item, positions, [...path, at]));
  if (!isMap<Node, Node | null>(node)) return [];
  const first = new Map<string, Scalar>();
  return node.items.flatMap(({ key, value }) => {
    if (!isScalar(key)) return [];
    const name = String(key.value);
    const inner = duplicateKeys(value, positions, [...path, name]);
    const earlier = first.get(name);
    if (!earlier) first.set(name, key);
    return earlier ? [duplicate([...path, name], { key, earlier, positions }), ...inner] : inner;
  });
}

function duplicate(
  path: FieldPath,
  { key, earlier, positions }: { key: Scalar; earlier: Scalar; positions: Positions },
): Problem {
  const [start = 0, end = 0] = key.range ?? [];
  const hint = `it is already on line ${positions.lineOf(earlier.range?.[0] ?? 0)}`;
  return {
    path,
    about: "key",
    message: `duplicate key "${String(key.value)}"`,
    hint,
    place: positions.placeOf(start, end),
  };
}
