import { isRecord } from "../core/json.ts";

/** The way to a field: keys of mappings and positions in lists. */
export type FieldPath = readonly (string | number)[];

/** As people write it: `tasks[0].data.path`; the root is the empty text. */
export function formatFieldPath(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[\w$-]+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** The nearest key on the way to a field: that of the list, for an element of a list. */
export function fieldName(path: FieldPath): string | undefined {
  return path.findLast((step) => typeof step === "string");
}

export function startsWithPath(path: FieldPath, start: FieldPath): boolean {
  return start.length <= path.length && start.every((step, at) => path[at] === step);
}

/** `undefined` where there is no such field. */
export function valueAt(tree: unknown, path: FieldPath): unknown {
  let node = tree;
  for (const step of path) {
    if (Array.isArray(node)) node = node[Number(step)];
    else if (isRecord(node) && Object.hasOwn(node, step)) node = node[step];
    else return undefined;
  }
  return node;
}

/**
 * A copy of the tree with this field changed. Parents that are missing or null are made: a list for
 * a position, a mapping for a key.
 */
export function replaceAt(tree: unknown, path: FieldPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list: unknown[] = Array.isArray(tree) ? [...tree] : [];
    list[step] = replaceAt(list[step], rest, value);
    return list;
  }
  return { ...(isRecord(tree) ? tree : {}), [step]: replaceAt(valueAt(tree, [step]), rest, value) };
}

/** A copy of the tree with every value that is neither list nor mapping replaced. */
export function mapLeaves(
  tree: unknown,
  change: (leaf: unknown, path: FieldPath) => unknown,
  path: FieldPath = [],
): unknown {
  if (Array.isArray(tree)) return tree.map((item, at) => mapLeaves(item, change, [...path, at]));
  if (!isRecord(tree)) return change(tree, path);
  return Object.fromEntries(
    Object.entries(tree).map(([key, member]) => [key, mapLeaves(member, change, [...path, key])]),
  );
}
