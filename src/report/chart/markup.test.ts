import { expect, it } from "vitest";
import { markup, nothing, trusted, when } from "./markup.ts";

const attack = `"><script>alert('1')</script>&amp;`;

it("escapes texts in content and in attributes", () => {
  expect(markup`<p title="${attack}">${attack}</p>`.source).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  );
});

it("embeds markup and lists of markup as they are", () => {
  expect(
    markup`<ul>${[markup`<li>${1}</li>`, markup`<li>${"<"}</li>`]}</ul>${trusted("<hr>")}${nothing}`
      .source,
  ).toBe("<ul><li>1</li><li>&lt;</li></ul><hr>");
});

it("replaces what XML forbids and what reorders text", () => {
  expect(markup`${"a\u0000b\u001bc\u202ed\ud800e\n\t"}`.source).toBe("a�b�c�d�e\n\t");
  expect(markup`${"视频 👩‍💻"}`.source).toBe("视频 👩‍💻");
});

it("makes conditional markup only when needed", () => {
  expect(when(true, () => markup`a`).source).toBe("a");
  expect(
    when(false, () => {
      throw new Error("not needed");
    }),
  ).toBe(nothing);
});
