import { isRecord } from "../../core/json.ts";
import { type FieldPath, valueAt } from "../field-path.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What the schema knows about one field. */
export interface FieldNote {
  readonly description: string | undefined;
  /** The keys that may stand in it. */
  readonly keys: readonly string[];
  /** Whether any other key may stand in it too. */
  readonly isOpen: boolean;
}

/**
 * Looks a field up in a JSON Schema. Where branches differ by a constant (family, kind), the tree's
 * own value decides; all count if it fits none.
 */
export function schemaAt(schema: JsonSchema, tree: unknown, path: FieldPath): FieldNote {
  let found = branches(schema, tree);
  path.forEach((step, at) => {
    const value = valueAt(tree, path.slice(0, at + 1));
    found = found
      .flatMap((candidate) => membersAt(candidate, step))
      .flatMap((candidate) => branches(candidate, value));
  });
  return {
    description: found.find((candidate) => candidate.description !== undefined)?.description,
    keys: [...new Set(found.flatMap((candidate) => Object.keys(candidate.properties ?? {})))],
    isOpen: found.some(
      ({ type, additionalProperties }) => type === "object" && additionalProperties !== false,
    ),
  };
}

function membersAt(schema: JsonSchema, step: string | number): readonly JsonSchema[] {
  const next =
    typeof step === "number"
      ? schema.items
      : (schema.properties?.[step] ?? schema.additionalProperties);
  return [next].flat().filter((candidate) => typeof candidate === "object");
}

function branches(schema: JsonSchema, value: unknown): readonly JsonSchema[] {
  const inner = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].filter(
    (branch) => typeof branch === "object",
  );
  const fitting = inner.filter((branch) => agrees(branch, value));
  return [
    schema,
    ...(fitting.length > 0 ? fitting : inner).flatMap((branch) => branches(branch, value)),
  ];
}

function agrees(schema: JsonSchema, value: unknown): boolean {
  if (!isRecord(value)) return true;
  return Object.entries(schema.properties ?? {}).every(
    ([key, field]) =>
      typeof field !== "object" ||
      field.const === undefined ||
      value[key] === undefined ||
      field.const === value[key],
  );
}
