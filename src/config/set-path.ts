import { describeType } from "../core/describe-value.ts";
import { isRecord } from "../core/json.ts";
import { closest } from "../core/suggest.ts";
import { type FieldPath, formatFieldPath, valueAt } from "./field-path.ts";

export type SetPath = { readonly path: FieldPath } | Refusal;

/**
 * Reads the path of `--set` against the tree it will change: keys, positions (`tasks.0`,
 * `tasks[0]`) and elements by their id (`tasks.plant-qa`). A name that exists is taken whole, so
 * that `systems.gpt-4.1.model` needs no quotes.
 */
export function parseSetPath(text: string, tree: unknown): SetPath {
  const path: (string | number)[] = [];
  let rest = text;
  do {
    const node = valueAt(tree, path) ?? undefined;
    const [name, after] = nextName(rest, namesIn(node));
    if (name === "")
      return {
        message: `"${text}" is not a path`,
        hint: "write keys with dots between them, such as tasks.0.data.path",
      };
    const step = stepInto(node, name);
    if (typeof step === "object")
      return {
        ...step,
        message: `${formatFieldPath(path) || "the configuration"} ${step.message}`,
      };
    path.push(step);
    rest = after;
  } while (rest !== "");
  return { path };
}

/** An element of a list goes by its id, which for systems defaults to their kind. */
function namesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) {
    return node
      .map((item) => valueAt(item, ["id"]) ?? valueAt(item, ["kind"]))
      .map((id) => (typeof id === "string" ? id : ""));
  }
  return isRecord(node) ? Object.keys(node) : [];
}

function nextName(rest: string, names: readonly string[]): readonly [name: string, rest: string] {
  const bracket = /^\[(?:"([^"]*)"|'([^']*)'|([^\]]*))\](?:\.(?=.)|(?=\[)|$)/s.exec(rest);
  if (bracket) return [bracket[1] ?? bracket[2] ?? bracket[3] ?? "", rest.slice(bracket[0].length)];
  const known = names.filter(
    (name) => name !== "" && rest.startsWith(name) && /^(?:[.[]|$)/.test(rest.slice(name.length)),
  );
  const name = known.sort((a, b) => b.length - a.length)[0] ?? /^[^.[]*/.exec(rest)![0];
  const after = rest.slice(name.length);
  // A trailing dot stays, and is then read as an empty name.
  return [name, after.startsWith(".") && after.length > 1 ? after.slice(1) : after];
}

type Refusal = { readonly message: string; readonly hint?: string | undefined };

function stepInto(node: unknown, name: string): string | number | Refusal {
  const isPosition = /^\d+$/.test(name);
  if (isRecord(node) || (node === undefined && !isPosition)) return name;
  if (node !== undefined && !Array.isArray(node))
    return { message: `is ${describeType(typeof node)} and has no keys` };
  const names = namesIn(node);
  if (isPosition && Number(name) <= names.length) return Number(name);
  const at = names.indexOf(name);
  if (at >= 0) return at;
  if (isPosition)
    return { message: `has only ${names.length} ${names.length === 1 ? "element" : "elements"}` };
  const near = closest(name, names);
  const known = names.filter((other) => other !== "").join(", ");
  return {
    message: `has no element "${name}"`,
    hint: near ? `did you mean "${near}"?` : `elements here: ${known || "none"}`,
  };
}
