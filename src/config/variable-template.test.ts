// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables are what is tested
import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeTemplate, parseTemplate } from "./variable-template.ts";

const text = (value: string) => ({ kind: "text", text: value });
const variable = (name: string, fallback?: string) => ({ kind: "variable", name, fallback });
const malformed = (value: string) => ({ kind: "malformed", text: value });

it.each([
  ["", []],
  ["plain $HOME {x}", [text("plain $HOME {x}")]],
  ["${A}", [variable("A")]],
  ["x${A}y${_b1:-c d}", [text("x"), variable("A"), text("y"), variable("_b1", "c d")]],
  ["${A:-}", [variable("A", "")]],
  ["${A:-http://x:1/}", [variable("A", "http://x:1/")]],
  ["$${A}", [text("${"), text("A}")]],
  ["$$${A}", [text("$"), text("${"), text("A}")]],
  ["${}", [malformed("${}")]],
  ["${1A}", [malformed("${1A}")]],
  ["${A", [malformed("${A")]],
  ["${A-x}", [malformed("${A-x}")]],
  ["${A:-${B}}", [malformed("${A:-${B}"), text("}")]],
])("%j", (template, parts) => expect(parseTemplate(template)).toEqual(parts));

it("reads escaped text as the text itself", () => {
  const anyText = fc.string({ unit: fc.constantFrom("$", "{", "}", "A", ":", "-") });
  fc.assert(
    fc.property(anyText, (original) => {
      const parts = parseTemplate(escapeTemplate(original));
      expect(parts.map((part) => (part.kind === "text" ? part.text : "?")).join("")).toBe(original);
    }),
  );
});
