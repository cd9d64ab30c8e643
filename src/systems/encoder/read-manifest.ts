import { readFile } from "node:fs/promises";
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { describeExpected } from "../../core/describe-issue.ts";
import { describeValue } from "../../core/describe-value.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import { type Manifest, manifestSchema } from "./manifest.ts";

/** Reads a manifest in YAML or JSON. Every problem names file, line, column and field. */
export async function readManifest(path: string, shown: string): Promise<Manifest> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === "ENOENT"
      ? new UserError(`${shown}: there is no such manifest`, "docs/encoders.md has an example")
      : new UserError(`${shown}: the manifest cannot be read (${cause.code})`);
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${shown}:${line}:${col}`;
  };
  const [error] = document.errors;
  if (error) throw new UserError(`${at(error.pos[0])}: not valid YAML: ${error.message}`);
  return checkManifest(document.toJS(), (field) => at(offsetOf(document, field)));
}

type Field = readonly PropertyKey[];

/** `placeOf` is what messages call the place of a field. */
export function checkManifest(value: unknown, placeOf: (field: Field) => string): Manifest {
  const checked = manifestSchema.safeParse(value, { error: () => unworded });
  if (checked.success) return checked.data;
  const problems = checked.error.issues
    .flatMap((issue) => problemsOf(issue, value))
    .map(({ field, message }) => `${placeOf(field)}: ${field.join(".") || "manifest"}: ${message}`);
  throw new UserError(problems.join("\n"), "docs/encoders.md lists the fields of a manifest");
}

/** Stands where the schema has no words of its own. */
const unworded = "";

interface FieldProblem {
  readonly field: Field;
  readonly message: string;
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown): readonly FieldProblem[] {
  const { path: field } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: [...field, key], message: unknownField(field, key) }));
  if (issue.message !== unworded) return [{ field, message: issue.message }];
  const given = valueAt(value, field);
  const expected = `expected ${describeExpected(issue) ?? "something else"}`;
  const message =
    given === undefined ? `is missing; ${expected}` : `${expected}, got ${describeValue(given)}`;
  return [{ field, message }];
}

/** Of towers and tokenizers. */
const innerFields = [
  "file",
  "input",
  "output",
  "layout",
  "length",
  "kind",
  "merges",
  "vocab",
  "lowercase",
  "clean",
  "padding",
];

function unknownField(parent: Field, key: string): string {
  const near = closest(key, parent.length > 0 ? innerFields : Object.keys(manifestSchema.shape));
  return `is no field of a manifest${near ? `; did you mean ${near}?` : ""}`;
}

function valueAt(value: unknown, field: Field): unknown {
  return field.reduce<unknown>(
    (whole, step) => (whole as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step],
    value,
  );
}

/** Where a field starts, with its key; of one that is missing, what it is missing in. */
function offsetOf(document: Document, field: Field): number {
  for (let length = field.length; length > 0; length--) {
    const parent = document.getIn(field.slice(0, length - 1), true) ?? document.contents;
    const key = String(field[length - 1]);
    const pair = isMap(parent)
      ? parent.items.find((one) => isScalar(one.key) && String(one.key.value) === key)
      : undefined;
    const node = pair ? pair.key : document.getIn(field.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
