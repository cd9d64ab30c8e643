import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from "yaml";
import type { ConfigSource } from "./config-source.ts";
import type { FieldPath } from "./field-path.ts";
import { plainData } from "./plain-data.ts";
import { duplicateKeys } from "./problems/duplicate-keys.ts";
import { type Place, type Problem, problemsError } from "./problems/problem.ts";
import { mayShowSecret } from "./secret-name.ts";

/**
 * A configuration in YAML, of which JSON is a part. Text that is not YAML is the user's mistake and
 * thrown at once.
 */
export function yamlSource(text: string, file: string): ConfigSource {
  const lines = new LineCounter();
  // Keys written twice are found by `duplicateKeys`, which knows the path and the first one's line.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    uniqueKeys: false,
  });
  const placeOf = (start: number, end: number) => placeAt({ text, file, lines }, start, end);
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw problemsError([{ ...syntaxProblem(error, text), place: placeOf(...error.pos) }]);
  const locate: ConfigSource["locate"] = (path, about) =>
    placeOf(...rangeOf(document, path, about));
  const lineOf = (offset: number) => lines.linePos(offset).line;
  return {
    value: plainData(() => document.toJS(), file),
    problems: duplicateKeys(document.contents, { placeOf, lineOf }),
    locate,
  };
}

function syntaxProblem({ code, message, pos }: YAMLError, text: string): Problem {
  if (/call stack/.test(message))
    return { path: [], about: "value", message: "lists or mappings are nested too deeply" };
  if (code === "MULTIPLE_DOCS")
    return { path: [], about: "value", message: "a configuration is one document" };
  const [line, before] = text.slice(0, pos[0]).split("\n").reverse();
  const after = text.slice(pos[0]).split("\n", 1);
  const hint = `${line}${after}`.includes("${") ? `put a value with \${…} in quotes` : undefined;
  // The parser quotes the text it stumbles over, which may be a secret whose key stands on the line
  // before.
  const isSecret = mayShowSecret(`${before}${line}${after}`);
  return {
    path: [],
    about: "value",
    message: isSecret ? "not valid YAML" : `not valid YAML: ${message}`,
    hint,
  };
}

/** Where the field is or, where there is none, what is nearest around it. */
function rangeOf(
  document: Document,
  path: FieldPath,
  about: Problem["about"],
): readonly [start: number, end: number] {
  let key: Node | undefined;
  let value = document.contents as Node | null;
  let isWhole = true;
  for (const step of path) {
    const next = memberOf(isAlias(value) ? value.resolve(document) : value, step);
    isWhole = next !== undefined;
    if (!next) break;
    [key, value] = next;
  }
  const isOutlined =
    value === null || (isCollection(value) && !value.flow) || value.range?.[0] === value.range?.[1];
  const node = key && (isOutlined || (about === "key" && isWhole)) ? key : value;
  return [node?.range?.[0] ?? 0, node?.range?.[1] ?? 0];
}

function memberOf(
  node: unknown,
  step: string | number,
): readonly [key: Node | undefined, value: Node | null] | undefined {
  if (isSeq<Node>(node) && typeof step === "number") {
    const item = node.items[step];
    return item && [undefined, item];
  }
  if (!isMap<Node, Node | null>(node)) return undefined;
  const pair = node.items.findLast(({ key }) => isScalar(key) && String(key.value) === step);
  return pair && [pair.key, pair.value];
}

interface SourceText {
  readonly text: string;
  readonly file: string;
  readonly lines: LineCounter;
}

/** Longer lines would wrap, and the mark would stand under the wrong text. */
const longestExcerpt = 120;

function placeAt({ text, file, lines }: SourceText, start: number, end: number): Place {
  const { line, col } = lines.linePos(start);
  const label = `${file}:${line}:${col}`;
  const lineStart = start - col + 1;
  const [shown = ""] = text.slice(lineStart).split(/\r?\n/, 1);
  // With the line before it, because the key of a secret may stand there.
  const isSecret = mayShowSecret(
    text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, lineStart + shown.length),
  );
  if (shown.trim() === "" || shown.length > longestExcerpt || isSecret)
    return { label, order: start };
  const width = Math.max(1, Math.min(end - start, shown.length - col + 1));
  const gutter = String(line);
  const indent = shown.slice(0, col - 1).replace(/[^\t]/g, " ");
  const excerpt = `  ${gutter} | ${shown}\n  ${" ".repeat(gutter.length)} | ${indent}${"^".repeat(width)}`;
  return { label, order: start, excerpt };
}
