/** A value as messages show it: texts in quotes, lists and mappings by name only. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value === "function") return "a function";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > longestText ? `${value.slice(0, longestText)}…` : value);
}

const longestText = 60;

/**
 * How to write the value so that it has the type that was expected, where that is all that is
 * wrong.
 */
export function rewriteHint(value: unknown, expected: string): string | undefined {
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean"))
    return `put it in quotes: "${value}"`;
  if (expected === "array" && typeof value === "string") return `write it as a list: [${value}]`;
  if (typeof value !== "string") return undefined;
  const text = value.trim().toLowerCase();
  if (isNumberName(expected) && text !== "" && Number.isFinite(Number(text)))
    return `write it without quotes: ${text}`;
  if (expected !== "boolean") return undefined;
  if (["true", "yes", "on"].includes(text)) return "write true without quotes";
  return ["false", "no", "off"].includes(text) ? "write false without quotes" : undefined;
}

/** What zod calls a type, in words. */
export function describeType(expected: string): string {
  return typeNames[expected] ?? expected;
}

function isNumberName(expected: string): boolean {
  return expected === "number" || expected === "int";
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "a mapping",
  record: "a mapping",
  null: "nothing",
  never: "nothing",
};
