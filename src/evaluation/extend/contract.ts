import { isRecord } from "../../core/json.ts";

/** What a member of a contract must be; with `?`, where it is given. */
type Kind = "text" | "number" | "function" | "list" | "record" | "schema" | "number or null";
export type Contract = Readonly<Record<string, Kind | `${Kind}?` | readonly string[]>>;

const tests: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string" && value !== "",
  number: (value) => typeof value === "number" && !Number.isNaN(value),
  "number or null": (value) =>
    value === null || (typeof value === "number" && !Number.isNaN(value)),
  function: (value) => typeof value === "function",
  list: Array.isArray,
  record: isRecord,
  schema: (value) => isRecord(value) && typeof value.safeParse === "function",
};

const words: Readonly<Record<Kind, string>> = {
  text: "a text",
  number: "a number",
  "number or null": "a number or null",
  function: "a function",
  list: "a list",
  record: "an object",
  schema: "a zod schema",
};

/** What is wrong with a value by a contract, one sentence for each member. */
export function broken(value: unknown, contract: Contract): readonly string[] {
  if (!isRecord(value)) return [`must be an object, got ${named(value)}`];
  return Object.entries(contract).flatMap(([member, wanted]) => {
    const given = value[member];
    if (typeof wanted !== "string")
      return wanted.includes(given as string)
        ? []
        : [`${member} must be one of ${wanted.join(", ")}, got ${named(given)}`];
    const kind = wanted.replace("?", "") as Kind;
    if (wanted.endsWith("?") && given === undefined) return [];
    return tests[kind](given) ? [] : [`${member} must be ${words[kind]}, got ${named(given)}`];
  });
}

function named(value: unknown): string {
  if (
    value === null ||
    value === undefined ||
    typeof value === "number" ||
    typeof value === "boolean"
  )
    return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  return Array.isArray(value) ? "a list" : typeof value === "function" ? "a function" : "an object";
}
