import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, success } from "../../../../core/result.ts";
import { literalText } from "./literal-text.ts";

describe("reading literals", () => {
  it.each([
    ['[{"path": "a.mp4", "label": "x"}]', [{ path: "a.mp4", label: "x" }]],
    ["[{path: 'a.mp4', label: 'x',},]", [{ path: "a.mp4", label: "x" }]],
    ["// all\n[ /* one */ {'path':'it\\'s', $n_1: -1.5e3}, ];\n", [{ path: "it's", $n_1: -1500 }]],
    ["[true, false, null, undefined, .5, +2, 0x1f]", [true, false, null, null, 0.5, 2, 31]],
    ["`a\nb`", "a\nb"],
    ["'\\u00e4\\x41\\u{1F600}\\n\\\nx'", "äA😀\nx"],
    ["{ __proto__: 1 }", Object.fromEntries([["__proto__", 1]])],
  ])("reads %j", (text, value) => expect(literalText(text)).toEqual(success(value)));

  it.each([
    ["", "1:1: expected a value"],
    ["[1, 2", '1:6: expected "," or "]"'],
    ["[\n  {path 'a'}]", '2:9: expected ":" after "path"'],
    ["[a]", '1:2: "a" is no data: texts need quotes'],
    ["['a]", "1:5: a text has no closing quote"],
    ["[1] [2]", "1:5: nothing may follow the data"],
    ["[require('fs')]", '1:2: "require" is no data: texts need quotes'],
    [`\`\${1}\``, "1:2: a text may hold no expression"],
    ["[".repeat(200), "1:102: nested too deeply"],
    ["[1,,2]", "1:4: expected a value"],
    ["['\\u{110000}']", "1:13: no such character"],
  ])("names the place of what is wrong in %j", (text, reason) =>
    expect(literalText(text)).toEqual(failure(reason)),
  );

  it("reads what JSON reads, whatever is written around it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(literalText(`/* */ ${text} ;`)).toEqual(success(JSON.parse(text)));
      }),
    );
  });
});
