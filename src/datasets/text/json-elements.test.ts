import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openDataFile } from "../open-data-file.ts";
import { withoutComments } from "./json-comments.ts";

const folder = temporaryFolder();

async function elements(text: string | Buffer, comments = false): Promise<unknown[]> {
  const values: unknown[] = [];
  const file = openDataFile(folder.file("list.json", text));
  for await (const rows of file.rows({ comments }))
    for (const { line, value } of rows) values[line - 1] = value;
  return values;
}

describe("JSON arrays, element by element", () => {
  it("read back whatever was written, however it is laid out", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.constantFrom(0, 1, "\t", "\r\n  "),
        async (values, indent) => {
          expect(await elements(`\uFEFF ${JSON.stringify(values, null, indent)}\n`)).toEqual(
            JSON.parse(JSON.stringify(values)),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it("read back elements that are larger than a chunk", async () => {
    const values = [{ text: `${'"\\'.repeat(200_000)}]},` }, [["ß".repeat(300_000)]], "end"];
    expect(await elements(JSON.stringify(values))).toEqual(values);
  });

  it.each<[string, string, readonly unknown[]]>([
    ["no element", "[]", []],
    ["no element but space", " [ \n ] ", []],
    ["brackets in texts", '["]", "[", "}\\"]", ","]', ["]", "[", '}"]', ","]],
    ["a backslash before a quote", '["\\\\", "a"]', ["\\", "a"]],
  ])("%s", async (_, text, expected) => {
    expect(await elements(text)).toEqual(expected);
  });

  it.each([
    ["an object", '{"a": [1]}', "holds one object where a list of records is expected"],
    ["a number", "7", "holds a number where a list"],
    ["nothing", " ", "is empty where a list"],
    ["a list that is cut off", '[{"a": 1}, {"a":', ":1: the list ends in the middle of element 2"],
    ["a trailing comma", "[1,\n2,\n]", ":3: element 3 is not JSON: nothing between two commas"],
    ["two commas", "[1,,2]", ":1: element 2 is not JSON: nothing between two commas"],
    ["a broken element", '[1,\n\n{"a" 1},\n3]', ":3: element 2 is not JSON"],
    [
      "a key that occurs twice",
      '[{"a": 1},\n\n{"b":\n 1,\n "b": 2}]',
      'list.json:5: the key "b" occurs a second time',
    ],
    ["two lists", "[1]\n[2]", ":2: something follows the end of the list"],
    ["a comment where none is expected", "[1, // one\n2]", "element 2 is not JSON"],
  ])("refuse %s, and say where", async (_, text, message) => {
    await expect(elements(text)).rejects.toThrow(message);
  });

  it("refuse bytes that are not UTF-8, and UTF-16", async () => {
    await expect(elements(Buffer.from('["a",\n"\xfc"]', "latin1"))).rejects.toThrow(
      "list.json:2: byte 3 (0xfc) is not UTF-8",
    );
    await expect(elements(Buffer.from('\uFEFF["a"]', "utf16le"))).rejects.toThrow(
      "is UTF-16, not UTF-8",
    );
    expect(await elements('["\uFFFD"]')).toEqual(["\uFFFD"]);
  });
});

describe("comments", () => {
  it.each<[string, string, readonly unknown[]]>([
    ["after an element", "[1, // one\n 2]", [1, 2]],
    ["before the list and after it", "// head\n# more\n[1] /* tail */", [1]],
    [
      "in the middle of an element",
      '[{"a": /* [ { " */ 1, // }\n "b": 2,}, 3,]',
      [{ a: 1, b: 2 }, 3],
    ],
    ["that look like others", "[1 /*/ , 2 /*/ , 3]", [1, 3]],
    [
      "inside texts are none",
      '["// a", "/* b */", "# c", "http://x"]',
      ["// a", "/* b */", "# c", "http://x"],
    ],
    ["a line of their own", "[\n# one\n1,\n  # two\n2\n]", [1, 2]],
  ])("%s", async (_, text, expected) => {
    expect(await elements(text, true)).toEqual(expected);
    expect(JSON.parse(withoutComments(text))).toEqual(expected);
  });

  it("keep lines where they are, and change nothing else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(withoutComments(text)).toBe(text);
      }),
    );
    expect(withoutComments('{\n/* a\nb */ "x": 1\n}').split("\n")).toHaveLength(4);
  });
});
