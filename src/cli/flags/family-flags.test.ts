import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Family } from "../../core/family.ts";
import { dialogue } from "../../families/dialogue/index.ts";
import { familyFlags } from "./family-flags.ts";
import { optionValues } from "./option-values.ts";

const family = dialogue as unknown as Family;
const folder = temporaryFolder();

describe("flags that only a family knows", () => {
  it("set its options by their names, with or without an equals sign", () => {
    const { options } = familyFlags(family, [
      "--window=-30,30",
      "--zero-edge",
      "drop",
      "--threshold",
      "0.6",
      "--averages=true",
    ]);
    expect(optionValues(family, options)).toMatchObject({
      window: "-30,30",
      zeroEdge: "drop",
      threshold: 0.6,
      averages: true,
    });
  });

  it("are switched on by their names alone, wherever they stand", () => {
    const { options } = familyFlags(family, ["--averages", "--window", "-30,30", "--speaking"]);
    expect(optionValues(family, options)).toMatchObject({
      window: "-30,30",
      averages: true,
      speaking: true,
    });
  });

  it("name graders by role: a table, the folder of an encoder, its name on the hub, or none", () => {
    expect(familyFlags(family, ["--similarity", "table.json"]).graders).toEqual({
      similarity: { id: "table.json", kind: "similarity-table", settings: { path: "table.json" } },
    });
    expect(familyFlags(family, ["--similarity", folder.path]).graders.similarity).toMatchObject({
      kind: "sentence-encoder",
    });
    expect(familyFlags(family, ["--similarity=lexical"]).graders).toEqual({});
    expect(
      familyFlags(family, ["--similarity", "sentence-transformers/all-MiniLM-L6-v2"]).graders
        .similarity,
    ).toEqual({
      id: "all-MiniLM-L6-v2",
      kind: "sentence-encoder",
      settings: { huggingface: "sentence-transformers/all-MiniLM-L6-v2", revision: "main" },
    });
    for (const path of [
      "missing/table.json",
      "missing/table.jsonl.gz",
      "../missing/table",
      "a/b/c",
    ])
      expect(familyFlags(family, ["--similarity", path]).graders.similarity).toMatchObject({
        kind: "similarity-table",
      });
  });

  it("keep tables of the same name in different folders apart", () => {
    const { graders } = familyFlags(family, [
      "--similarity",
      "a/table.json",
      "--second-similarity",
      "b/table.json",
    ]);
    expect(new Set(Object.values(graders).map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    [["--zero-edg", "drop"], /unknown option --zero-edg/],
    [["--nothing-like-it", "1"], /unknown option --nothing-like-it/],
    [["drop"], /unexpected argument "drop"/],
    [["--window"], /--window needs a value/],
    [["--window", "--speaking"], /--window needs a value/],
    [["--similarity", "--speaking"], /--similarity needs a value/],
    [["--judge", "gpt"], /--judge: a judge is a system with settings of its own/],
  ])("refuse %j", (words, message) => {
    expect(() => familyFlags(family, words)).toThrow(message);
  });
});
