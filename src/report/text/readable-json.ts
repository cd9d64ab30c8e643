import type { Json } from "../../core/json.ts";

const width = 80;

/**
 * JSON as people read it: what fits on a line stands on one, and everything else is indented by
 * two.
 */
export function readableJson(value: Json, indent = ""): string {
  const short = JSON.stringify(value);
  if (value === null || typeof value !== "object") return short;
  const spaced = spacedJson(value);
  if (spaced.length + indent.length <= width) return spaced;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Array.isArray(value)
    ? listLines(value, inner)
    : Object.entries(value).map(
        ([key, member]) => `${inner}${JSON.stringify(key)}: ${readableJson(member!, inner)}`,
      );
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Many numbers stand side by side. */
function listLines(list: readonly Json[], indent: string): readonly string[] {
  if (list.some((item) => typeof item === "object" && item !== null))
    return list.map((item) => indent + readableJson(item, indent));
  const lines: string[] = [];
  let line = "";
  for (const item of list) {
    const text = JSON.stringify(item);
    const longer = line === "" ? text : `${line}, ${text}`;
    if (line !== "" && longer.length + indent.length >= width) {
      lines.push(indent + line);
      line = text;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, indent + line];
}

function spacedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${spacedJson(member!)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
