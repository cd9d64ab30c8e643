/**
 * HTML or SVG that is safe to embed. Only `markup` and `trusted` make it, so that text cannot get
 * in unescaped.
 */
export interface Markup {
  readonly source: string;
  toString(): string;
}

type Hole = string | number | Markup | readonly Markup[];

/** Tag of a template: what stands in its holes is escaped, unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  return trusted(strings.map((text, at) => text + fill(holes[at])).join(""));
}

/** Declares a constant text of ours (style sheet, script) as markup. */
export function trusted(source: string): Markup {
  return { source, toString: () => source };
}

export const nothing: Markup = trusted("");

/** Markup where a condition holds, nothing otherwise; the markup is only made when needed. */
export function when(condition: boolean, make: () => Markup): Markup {
  return condition ? make() : nothing;
}

function fill(hole: Hole | undefined): string {
  if (hole === undefined) return "";
  if (typeof hole === "number") return String(hole);
  if (typeof hole === "string") return escapeText(hole);
  return "source" in hole ? hole.source : hole.map(({ source }) => source).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Also drops what XML forbids and what would reorder text around it. */
function escapeText(text: string): string {
  return text
    .replace(
      /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu,
      "�",
    )
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
