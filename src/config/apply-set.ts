import { isScalar, parseDocument, Scalar } from "yaml";
import { type FieldPath, replaceAt } from "./field-path.ts";
import type { Place, Problem } from "./problems/problem.ts";
import { parseSetPath } from "./set-path.ts";

/** One `--set` that was applied. */
interface Setting {
  readonly path: FieldPath;
  readonly place: Place;
}

export interface Applied {
  readonly tree: unknown;
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

/** Applies `path=value` in order; whether the result makes sense is for the schema to say. */
export function applySet(tree: unknown, assignments: readonly string[]): Applied {
  return assignments.reduce<Applied>(applyOne, { tree, settings: [], problems: [] });
}

function applyOne(before: Applied, assignment: string, position: number): Applied {
  const equals = assignment.indexOf("=");
  const target = (equals < 0 ? assignment : assignment.slice(0, equals)).trim();
  // The value is no part of the label: it may be a secret.
  const place = { label: `--set ${target}`, order: afterTheFile + position };
  const refuse = (message: string, hint: string | undefined): Applied => ({
    ...before,
    problems: [...before.problems, { path: [], about: "value", message, hint, place }],
  });
  if (equals < 0) return refuse("expected path=value", "for example --set seed=2");
  const found = parseSetPath(target, before.tree);
  if (!("path" in found)) return refuse(found.message, found.hint);
  const parsed = parseSetValue(assignment.slice(equals + 1));
  if (!parsed) return refuse("the value is not valid YAML", "put it in quotes");
  const tree = replaceAt(before.tree, found.path, parsed.value);
  return { ...before, tree, settings: [...before.settings, { path: found.path, place }] };
}

/** Larger than any offset in a text. */
const afterTheFile = 1e12;

/**
 * A YAML value: flow lists, flow mappings and quoted texts strictly; anything else that is not a
 * plain scalar (`>= 0.8`, `#fff`, `a: b`) is text.
 */
function parseSetValue(text: string): { readonly value: unknown } | undefined {
  const document = parseDocument(text, { prettyErrors: false });
  const { contents, errors, warnings, comment, commentBefore } = document;
  if (/^\s*[[{"']/.test(text))
    return errors.length + warnings.length > 0 ? undefined : { value: document.toJS() };
  const isPlain =
    contents === null ||
    (isScalar(contents) && contents.type === Scalar.PLAIN && !contents.anchor && !contents.tag);
  const isCutShort = comment || commentBefore || contents?.comment || contents?.commentBefore;
  return { value: isPlain && !isCutShort && errors.length === 0 ? document.toJS() : text };
}
