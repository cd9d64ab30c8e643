import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { SimilaritySystem } from "../core/asking/system.ts";
import { openDataFile } from "../datasets/open-data-file.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import { similarityTable } from "./similarity-table.ts";

const folder = temporaryFolder();
const signal = new AbortController().signal;

async function tableOf(name: string, content: string): Promise<SimilaritySystem> {
  const context = {
    id: "t",
    task: "t",
    family: multipleChoice as never,
    seed: 1,
    open: openDataFile,
    frame: async () => new Uint8Array(),
  };
  return (await similarityTable.create(
    { path: folder.file(name, content) },
    context,
  )) as SimilaritySystem;
}

describe("similarities from a table", () => {
  it.each([
    ["lists", "a.json", '[["go", "Go now", 0.5], ["x", "y", -0.25]]'],
    [
      "objects",
      "b.jsonl",
      '{"generated": "go", "reference": "Go now", "cosine": 0.5}\n{"gen": "x", "ref": "y", "score": -0.25}\n',
    ],
  ])("are read from %s, in single precision", async (_, name, content) => {
    const table = await tableOf(name, content);
    const [reply] = await table.ask(
      [
        {
          pairs: [
            ["x", "y"],
            ["go", "Go now"],
          ],
        },
      ],
      signal,
    );
    expect(reply).toMatchObject({ kind: "answered", value: { cosines: [-0.25, 0.5] } });
  });

  it("fail for good, naming the pair, where they lack one; direction matters", async () => {
    const table = await tableOf("c.json", '[["go", "Go now", 0.5]]');
    const [reply] = await table.ask([{ pairs: [["Go now", "go"]] }], signal);
    expect(reply).toMatchObject({
      kind: "failed",
      cause: "deterministic",
      reason: expect.stringContaining('"Go now" and "go"'),
    });
  });

  it("name the line that is no row", async () => {
    await expect(tableOf("d.jsonl", '["a", "b", 1]\n["a", "b"]\n')).rejects.toThrow(
      /d\.jsonl:2: not a row/,
    );
    await expect(tableOf("e.json", '[["a", "b", "1"]]')).rejects.toThrow(/not a row/);
  });

  it("refuse what is no cosine, but take what single precision makes of 1", async () => {
    await expect(tableOf("h.jsonl", '["a", "b", 1]\n["a", "c", 85]\n')).rejects.toThrow(
      /h\.jsonl:2: the cosine is 85, but must be from -1 to 1/,
    );
    await expect(tableOf("i.json", '[["a", "a", 1.0000001]]')).resolves.toMatchObject({
      kind: "similarity-table",
    });
  });

  it("differ in identity where their content does", async () => {
    const [one, other] = [
      await tableOf("f.json", '[["a", "b", 1]]'),
      await tableOf("g.json", '[["a", "b", 0.9]]'),
    ];
    expect(one.identity).not.toEqual(other.identity);
  });
});
