import { expect, it } from "vitest";
import { htmlFacts } from "./html-facts.ts";

const drawn = (value: Parameters<typeof htmlFacts>[0][number][1]) => htmlFacts([["name", value]]).source;
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

it("indents what a value consists of, without JSON's signs", () => {
  const html = drawn({ sha256: "9f", rules: [{ reply: 'say "A"\nthen "B"' }, "x", null] });
  expect(html).toBe(
    '<dl class="facts"><div class="nested"><dt>name</dt><dd><dl class="facts"><div><dt>sha256</dt><dd>9f</dd></div>' +
      '<div class="nested"><dt>rules</dt><dd><ul class="list"><li><dl class="facts"><div><dt>reply</dt>' +
      '<dd><pre class="text">say &quot;A&quot;\nthen &quot;B&quot;</pre></dd></div></dl></li><li>x</li><li>none</li></ul></dd></div></dl></dd></div></dl>',
  );
});
