import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openDataFile } from "../open-data-file.ts";

const folder = temporaryFolder();

async function values(name: string, content: string | Buffer): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const rows of openDataFile(folder.file(name, content)).rows())
    found.push(...rows.map(({ value }) => value));
  return found;
}

describe("text files", () => {
  it.each([
    [
      "bytes that are not UTF-8 in JSON lines",
      "a.jsonl",
      Buffer.from('{"a":"x"}\n{"a":"\xe9t\xe9"}\n', "latin1"),
      "a.jsonl:2: byte 7 (0xe9) is not UTF-8",
    ],
    [
      "bytes that are not UTF-8 in CSV",
      "a.csv",
      Buffer.from("a\nx\n\xff\n", "latin1"),
      "a.csv:3: byte 1 (0xff) is not UTF-8",
    ],
    [
      "a sign that is cut off",
      "b.csv",
      Buffer.from([0x61, 0x0a, 0xe2, 0x82]),
      "b.csv:2: byte 1 (0xe2) is not UTF-8",
    ],
    [
      "UTF-16 lines",
      "c.jsonl",
      Buffer.from('\uFEFF{"a":1}\n', "utf16le"),
      "c.jsonl: is UTF-16, not UTF-8",
    ],
    [
      "UTF-16 tables",
      "d.csv",
      Buffer.from("\uFEFFa,b\n", "utf16le"),
      "d.csv: is UTF-16, not UTF-8",
    ],
    [
      "quotes that never close",
      "e.csv",
      'a,b\n1,"x\n2,y\n',
      "e.csv:2: a quote is opened and never closed",
    ],
    [
      "text after a closing quote",
      "f.csv",
      'a,b\n1,"x"y\n',
      "f.csv:2: field 2 goes on after its closing quote",
    ],
    ["line ends of old", "g.csv", "a,b\r1,2\r", "g.csv:1: lines end in a carriage return alone"],
    ["a damaged gzip file", "h.jsonl.gz", Buffer.from("no"), "h.jsonl.gz: cannot be unpacked"],
  ])("refuses %s", async (_, name, content, message) => {
    await expect(values(name, content)).rejects.toThrow(message);
  });

  it("takes quotes inside unquoted fields as they are", async () => {
    expect(await values("i.csv", 'a,b\n5" pipe,x"y\n')).toEqual([{ a: '5" pipe', b: 'x"y' }]);
  });

  it("unpacks gzip", async () => {
    expect(await values("a.jsonl.gz", gzipSync('{"a":1}\n{"a":2}\n'))).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    expect(await values("a.json.gz", gzipSync("[1,2]"))).toEqual([1, 2]);
    expect(await values("a.tsv.gz", gzipSync("a\tb\n1\t2\n"))).toEqual([{ a: "1", b: "2" }]);
    expect(await openDataFile(folder.file("b.json.gz", gzipSync('{"a":1}'))).document()).toEqual({
      a: 1,
    });
  });
});
