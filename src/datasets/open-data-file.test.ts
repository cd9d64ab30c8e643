import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { DataFile, Row } from "../core/data/data-file.ts";
import { csvLine } from "../report/text/csv.ts";
import { openDataFile } from "./open-data-file.ts";

const folder = temporaryFolder();

async function rowsOf(file: DataFile): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of file.rows()) rows.push(...batch);
  return rows;
}

describe("JSON lines", () => {
  it("skips blank lines, ignores a byte-order mark, takes CRLF, and knows the line of each record", async () => {
    const file = openDataFile(folder.file("a.jsonl", '\uFEFF{"a":1}\r\n\r\n   \n{"a":"ü"}\n[2]'));
    expect(await rowsOf(file)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 4, value: { a: "ü" } },
      { line: 5, value: [2] },
    ]);
    expect(await file.head()).toEqual({ a: 1 });
  });

  it("names file and line of a key that an object has twice", async () => {
    const path = folder.file("twice.jsonl", '{"a":"\\":"}\n\n{"a":{"b":1},"c":[{"b":1,"b":1}]}\n');
    await expect(rowsOf(openDataFile(path))).rejects.toThrow(
      `${path}:3: the key "b" occurs a second time`,
    );
  });

  it("names file and line of what is not JSON", async () => {
    const path = folder.file("bad.jsonl", '{"a":1}\n{"a":\n');
    await expect(rowsOf(openDataFile(path))).rejects.toThrow(`${path}:2: not JSON`);
  });

  it("reads back whatever was written, also across chunk borders", async () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 200, seed: 4 });
    const long = { text: "ß".repeat(1_500_000) };
    const path = folder.file(
      "long.jsonl",
      [...values, long, ...values].map((value) => `${JSON.stringify(value)}\n`).join(""),
    );
    const read = (await rowsOf(openDataFile(path))).map(({ value }) => value);
    expect(read).toEqual(JSON.parse(JSON.stringify([...values, long, ...values])));
  });
});

describe("CSV and TSV", () => {
  it("reads quotes, line ends inside fields and a byte-order mark", async () => {
    const file = openDataFile(
      folder.file("a.csv", '\uFEFFid,text\r\n1,"a ""b"",\nc"\r\n\r\n2,plain\r\n'),
    );
    expect((await rowsOf(file)).map(({ value }) => value)).toEqual([
      { id: "1", text: 'a "b",\nc' },
      { id: "2", text: "plain" },
    ]);
  });

  it("names file and line of a record with too many or too few fields", async () => {
    const path = folder.file("short.csv", "a,b\n1,2\n3\n");
    await expect(rowsOf(openDataFile(path))).rejects.toThrow(`${path}:3:`);
  });

  it("refuses a column that occurs twice", async () => {
    const path = folder.file("twice.csv", "a,a\n1,2\n");
    await expect(rowsOf(openDataFile(path))).rejects.toThrow('the column "a" occurs twice');
  });

  it.each([
    [
      "semicolons.csv",
      "id;question\n1;q\n",
      `the header is one column, "id;question", with ";" in it`,
    ],
    ["tabs.csv", "id\tquestion\n1\tq\n", `with "\\t" in it`],
    ["commas.tsv", "id,question\n1,q\n", `with "," in it`],
  ])("tells of fields that are separated otherwise: %s", async (name, text, message) => {
    await expect(rowsOf(openDataFile(folder.file(name, text)))).rejects.toThrow(message);
  });

  it("takes spaces around names of columns for nothing, and a quoted comma for part of one", async () => {
    expect(await openDataFile(folder.file("spaces.csv", "id, text \n1, x\n")).head()).toEqual({
      id: "1",
      text: " x",
    });
    expect(await openDataFile(folder.file("quoted.csv", '"a,b"\n1\n')).head()).toEqual({
      "a,b": "1",
    });
  });

  it("separates by tabs where the name says so", async () => {
    const file = openDataFile(folder.file("a.tsv", "id\ttext\n1\tx,y\n"));
    expect(await file.head()).toEqual({ id: "1", text: "x,y" });
  });

  it("reads back what csvLine writes", async () => {
    const text = fc.string({
      unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "ü", "'", ";"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }),
        async (pairs) => {
          // A record of nothing at all is a blank line, which is skipped.
          fc.pre(pairs.every(([a, b]) => a !== "" || b !== ""));
          const path = folder.file(
            "round.csv",
            csvLine(["first", "second"]) + pairs.map((pair) => csvLine(pair)).join(""),
          );
          const read = (await rowsOf(openDataFile(path))).map(({ value }) =>
            Object.values(value as object),
          );
          expect(read).toEqual(pairs);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("JSON documents", () => {
  it("gives a list as records and an object as a document", async () => {
    const list = openDataFile(folder.file("list.json", "[1,{}]"));
    expect(await rowsOf(list)).toEqual([
      { line: 1, value: 1 },
      { line: 2, value: {} },
    ]);
    const one = openDataFile(folder.file("one.json", '\uFEFF{"a":{"b":1}}'));
    expect(await one.document()).toEqual({ a: { b: 1 } });
    expect(await one.head()).toEqual({ a: { b: 1 } });
    await expect(rowsOf(one)).rejects.toThrow(
      "holds one object where a list of records is expected",
    );
  });

  it("reads one record per line, also where the name does not say so", async () => {
    const file = openDataFile(folder.file("lines.json", '\uFEFF{"a":1}\r\n\r\n{"a":2}\n'));
    expect(await rowsOf(file)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 3, value: { a: 2 } },
    ]);
    expect(await file.document()).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await file.head()).toEqual({ a: 1 });
    const one = openDataFile(folder.file("spread.json", '{"a":\n{"b": 1}}\n'));
    expect(await one.document()).toEqual({ a: { b: 1 } });
  });

  it.each([
    [
      "nan.jsonl",
      '{"a": NaN}',
      "NaN and Infinity are not JSON, though Python writes them; write null",
    ],
    [
      "nan.json",
      '[{"a": 1}, {"a": -Infinity}]',
      "NaN and Infinity are not JSON, though Python writes them; write null",
    ],
    ["python.json", "[{'a': 1}]", "single quotes are Python's; write the file with json.dump"],
    [
      "list.jsonl",
      '[\n{"a": 1}\n]',
      "every line must hold one JSON value; a list belongs in a file that ends in .json",
    ],
    ["quoted.jsonl", `{"a": "it: 'NaN'", b}`, "every line must hold one JSON value"],
  ])("says what is probably meant: %s", async (name, text, hint) => {
    await expect(rowsOf(openDataFile(folder.file(name, text)))).rejects.toMatchObject({ hint });
  });

  it("names the file and the place of a mistake", async () => {
    const path = folder.file("broken.json", '{\n  "a": 1,\n}');
    await expect(openDataFile(path).document()).rejects.toThrow(`${path}: not JSON`);
  });
});

describe("plain text", () => {
  it.each(["notes.txt", "qrels.test", "run"])(
    "is one document, whatever the name ends in: %s",
    async (name) => {
      const file = openDataFile(folder.file(name, "\uFEFF1 0 d1 1\n"));
      expect(await file.document()).toBe("1 0 d1 1\n");
      expect(await file.head()).toBe("1 0 d1 1\n");
    },
  );

  it("is not taken for rows where the ending is unknown", () => {
    expect(() => openDataFile(folder.file("table.dat", "a;b\n")).rows()).toThrow(
      'files ending in ".dat" cannot be read',
    );
  });

  it("is nothing that holds control signs", () => {
    expect(() => openDataFile(folder.file("a.bin", Buffer.from([80, 75, 3, 4, 0])))).toThrow(
      'files ending in ".bin" cannot be read',
    );
  });
});

it("tells at once of files that are missing, are no files, or have an unknown ending", () => {
  expect(() => openDataFile(`${folder.path}/none.csv`)).toThrow("no such file");
  expect(() => openDataFile("/dev/null")).toThrow("not a file");
  expect(() => openDataFile(folder.file("a.xlsx", ""))).toThrow(
    'files ending in ".xlsx" cannot be read',
  );
});
