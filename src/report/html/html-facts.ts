import { isRecord, type Json } from "../../core/json.ts";
import { type Markup, markup } from "../chart/markup.ts";

export type Fact = readonly [name: string, value: Json | undefined];

/** Names with values, one under the other; what values consist of is indented below them. */
export function htmlFacts(facts: readonly Fact[]): Markup {
  return markup`<dl class="facts">${facts.map(([name, value]) => htmlFact(name, value))}</dl>`;
}

function htmlFact(name: string, value: Json | undefined): Markup {
  const isNested = typeof value === "object" && value !== null && plainText(value) === undefined;
  return markup`<div${isNested ? markup` class="nested"` : markup``}><dt>${name}</dt><dd>${htmlValue(value)}</dd></div>`;
}

function htmlValue(value: Json | undefined): Markup {
  const text = plainText(value);
  if (text !== undefined)
    return isLong(text) ? markup`<pre class="text">${text}</pre>` : markup`${text}`;
  if (isRecord(value)) return htmlFacts(Object.entries(value) as Fact[]);
  return markup`<ul class="list">${(value as readonly Json[]).map((item) => markup`<li>${htmlValue(item)}</li>`)}</ul>`;
}

/**
 * The value with data for every text of JSON within it, which nobody wants to read with its quotes
 * and backslashes.
 */
export function withoutJsonTexts(value: Json | undefined): Json | undefined {
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? parsed(value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutJsonTexts(item) ?? null);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutJsonTexts(item as Json)]),
  );
}

function parsed(text: string): Json | undefined {
  try {
    return withoutJsonTexts(JSON.parse(text) as Json);
  } catch {
    return text;
  }
}

/**
 * What a value is in one text, or `undefined` where it has parts that need a place of their own.
 */
function plainText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return "none";
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (typeof value !== "object") return String(value);
  const parts = Object.values(value);
  if (parts.length === 0) return "none";
  const isListOfWords =
    Array.isArray(value) &&
    parts.every((part) => typeof part !== "object" && /^[^\s,]+$/.test(String(part)));
  const text = parts.join(", ");
  return isListOfWords && !isLong(text) ? text : undefined;
}

/** More than some lines of a report, or lines of its own. */
function isLong(text: string): boolean {
  return text.length > 240 || text.includes("\n");
}
