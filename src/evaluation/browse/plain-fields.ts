import type { Sample } from "../../core/data/sample.ts";
import { isRecord } from "../../core/json.ts";

/** Fields of a sample, and of records in it, that hold one plain value. */
export function* plainFields(sample: Sample): Iterable<readonly [name: string, value: string]> {
  for (const [name, value] of Object.entries(sample)) {
    if (name === "id") continue;
    if (isOne(value)) yield [name, String(value)];
    else if (isRecord(value))
      for (const [inner, one] of Object.entries(value))
        if (isOne(one)) yield [`${name}.${inner}`, String(one)];
  }
}

const longestValue = 60;

function isOne(value: unknown): value is string | number | boolean {
  return typeof value === "string"
    ? value.length <= longestValue
    : typeof value === "number" || typeof value === "boolean";
}
