import { expect, it } from "vitest";
import { htmlFacts, withoutJsonTexts } from "./html-facts.ts";

const drawn = (value: Parameters<typeof htmlFacts>[0][number][1]) =>
  htmlFacts([["name", value]]).source;
const flat = (text: string) => `<dl class="facts"><div><dt>name</dt><dd>${text}</dd></div></dl>`;

it.each([
  ["a & b", "a &amp; b"],
  ["", "empty"],
  [7, "7"],
  [false, "false"],
  [null, "none"],
  [undefined, "none"],
  [[], "none"],
  [{}, "none"],
  [["a", 2, true], "a, 2, true"],
  ["two\nlines", '<pre class="text">two\nlines</pre>'],
  ["x".repeat(241), `<pre class="text">${"x".repeat(241)}</pre>`],
])("shows %j beside its name", (value, text) => expect(drawn(value)).toBe(flat(text)));

it("reads texts of JSON, however deep they lie, but only where it is told to", () => {
  const data = { rules: [{ reply: "A" }], n: 1, none: null };
  const packed = JSON.stringify({ ...data, rules: JSON.stringify(data.rules) }, null, 1);
  expect(withoutJsonTexts(packed)).toEqual(data);
  expect(withoutJsonTexts(["x", packed, "[sic", "7"])).toEqual(["x", data, "[sic", "7"]);
  expect(withoutJsonTexts(undefined)).toBeUndefined();
  expect(drawn("[1, 2]")).toBe(flat("[1, 2]"));
});

it("gives items with blanks or commas lines of their own", () => {
  expect(drawn(["a, b", "c"])).toContain('<ul class="list"><li>a, b</li><li>c</li></ul>');
});

it("indents what a value consists of, without JSON's signs", () => {
  const html = drawn({ sha256: "9f", rules: [{ reply: 'say "A"\nthen "B"' }, "x", null] });
  expect(html).toBe(
    '<dl class="facts"><div class="nested"><dt>name</dt><dd><dl class="facts"><div><dt>sha256</dt><dd>9f</dd></div>' +
      '<div class="nested"><dt>rules</dt><dd><ul class="list"><li><dl class="facts"><div><dt>reply</dt>' +
      '<dd><pre class="text">say &quot;A&quot;\nthen &quot;B&quot;</pre></dd></div></dl></li><li>x</li><li>none</li></ul></dd></div></dl></dd></div></dl>',
  );
});
