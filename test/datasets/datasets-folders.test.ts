import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { resolveConfig } from "../../src/config/resolve-config.ts";
import { yamlSource } from "../../src/config/yaml-source.ts";
import type { DataFile } from "../../src/core/data/data-file.ts";
import type { FolderFormat, Format } from "../../src/core/data/format.ts";
import type { Sample } from "../../src/core/data/sample.ts";
import type { Family } from "../../src/core/family.ts";
import { success } from "../../src/core/result.ts";
import { globPattern, splitGlob } from "../../src/datasets/folder/glob.ts";
import { loadSamples } from "../../src/datasets/load-samples.ts";
import { openDataFile, openDataFiles } from "../../src/datasets/open-data-file.ts";
import { loadRegistries } from "../../src/evaluation/extend/load-registries.ts";
import { contentDigest } from "../../src/files/content-digest.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const registries = await loadRegistries();

const folder = temporaryFolder();
const at = (path: string) => join(folder.path, path);

async function values(file: DataFile): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const rows of file.rows()) found.push(...rows.map(({ value }) => value));
  return found;
}

it("documents sources and conditions that a configuration can have", () => {
  const page = readFileSync(fileURLToPath(new URL("../../docs/data.md", import.meta.url)), "utf8");
  const [sources, where] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!);
  const { config } = resolveConfig(yamlSource(sources!, "data.md"), {
    registries,
    set: [],
    environment: {},
  });
  expect(config.tasks).toHaveLength(7);
  const indented = where!.replaceAll("\n", "\n      ");
  const text = `name: a\ntasks:\n  - id: a\n    family: multiple-choice\n    data:\n      path: a.csv\n      ${indented}\nsystems: [{ kind: oracle }]\n`;
  expect(
    Object.keys(
      resolveConfig(yamlSource(text, "data.md"), { registries, set: [], environment: {} }).config
        .tasks[0]!.data.where!,
    ),
  ).toHaveLength(5);
});

describe("patterns", () => {
  it.each([
    ["*.json", "a.json", true],
    ["*.json", "b/a.json", false],
    ["**/*.json", "a.json", true],
    ["**/*.json", "b/c/a.json", true],
    ["b/**", "b/c/a.json", true],
    ["?.txt", "a.txt", true],
    ["?.txt", "ab.txt", false],
    ["{a,b}.{json,txt}", "b.txt", true],
    ["{a,b}.json", "c.json", false],
    ["[ab].json", "b.json", true],
    ["[!ab].json", "b.json", false],
    ["a.b(c)+.json", "a.b(c)+.json", true],
    ["a.json", "axjson", false],
  ])("%s and %s", (pattern, path, matches) => {
    expect(globPattern(pattern).test(path)).toBe(matches);
  });

  it("lie below a folder", () => {
    expect(splitGlob("/a/b/*.json")).toEqual({ folder: "/a/b", pattern: "*.json" });
    expect(splitGlob("*/x.json")).toEqual({ folder: ".", pattern: "*/x.json" });
  });
});

describe("several files", () => {
  folder.file("items/10.json", '{"id": 10}');
  folder.file("items/9.json", '{"id": 9}');
  folder.file("items/many.json", '[{"id": 1}, {"id": 2}]');
  folder.file("items/video.mp4", "x");
  folder.file("items/.hidden.json", "broken");
  folder.file("texts/a/1.txt", "first");
  folder.file("texts/b/1.txt", "second");
  folder.file("mixed/a.json", "[]");
  folder.file("mixed/a.csv", "a\n1\n");
  folder.file("parts/x-1.jsonl", '{"id": 1}\n');
  folder.file("parts/x-2.jsonl", '{"id": 2}\n{"id": broken}\n');
  folder.file("parts/y.jsonl", '{"id": 3}\n');

  it("of a folder are one row each, or many, in the order of their names by number", async () => {
    expect(await values(openDataFile(at("items")))).toEqual([
      { id: 9 },
      { id: 10 },
      { id: 1 },
      { id: 2 },
    ]);
    expect(await values(openDataFile(at("texts")))).toEqual([
      { file: at("texts/a/1.txt"), text: "first" },
      { file: at("texts/b/1.txt"), text: "second" },
    ]);
  });

  it("of a pattern or a list are read as those of a folder", async () => {
    folder.file("items/dataset_info.json", '{"features": {}}');
    const all = await values(openDataFile(at("items")));
    expect(await values(openDataFile(at("items/*.json")))).toEqual(all);
    expect(
      await values(openDataFiles(["9", "10", "many"].map((name) => at(`items/${name}.json`)))),
    ).toEqual(all);
    await expect(values(openDataFile(at("items/9.json")))).rejects.toThrow(
      "holds one object where a list of records is expected",
    );
  });

  it("must be of one kind, and there must be some", async () => {
    await expect(values(openDataFile(at("mixed")))).rejects.toThrow(
      "holds data files of several kinds: .csv, .json",
    );
    await expect(values(openDataFile(at("items/../parts/*.csv")))).rejects.toThrow(
      "no file matches",
    );
    expect(() => openDataFile(at("nowhere/*.csv"))).toThrow("no such folder");
  });

  it("match a pattern or stand in a list, and rows know their file", async () => {
    expect(await values(openDataFile(at("parts/{x-1,y}.jsonl")))).toEqual([{ id: 1 }, { id: 3 }]);
    const list = openDataFiles([at("parts/y.jsonl"), at("parts/x-1.*")]);
    expect(await values(list)).toEqual([{ id: 3 }, { id: 1 }]);
    expect(await list.files?.()).toEqual([at("parts/y.jsonl"), at("parts/x-1.jsonl")]);
    await expect(values(openDataFile(at("parts/*.jsonl")))).rejects.toThrow(
      `${at("parts/x-2.jsonl")}:2: not JSON`,
    );
  });
});

interface Note extends Sample {
  readonly text: string;
}

const family = {
  id: "notes",
  data: { sample: z.strictObject({ id: z.string(), group: z.string(), text: z.string() }) },
} as unknown as Family;

/** One sample per text file that an index names. */
const notes: FolderFormat<Note> = {
  id: "notes",
  summary: "index.json and texts",
  reads: "folder",
  async *read(lister) {
    const index = (await lister.json("index.json", { comments: true })) as {
      readonly texts: readonly string[];
    };
    for (const path of index.texts)
      yield {
        where: path,
        read: success([{ id: path, group: path, text: await lister.text(path) }]),
      };
    for (const path of await lister.list("rows/*.jsonl"))
      for await (const rows of lister.rows(path))
        for (const { line, value } of rows)
          yield {
            where: `${path}:${line}`,
            read: success([
              { ...(value as Note), group: String((await lister.binaryInfo(path)).sizeBytes) },
            ]),
          };
  },
};

async function samples(
  file: DataFile,
  format: Format<Sample>,
  where?: Readonly<Record<string, string>>,
): Promise<Sample[]> {
  const found: Sample[] = [];
  for await (const batch of loadSamples({ family, format, file, where, digest: contentDigest }))
    found.push(...batch.map(({ sample }) => sample));
  return found;
}

describe("formats that read a folder", () => {
  it("are given names, texts, JSON with comments, rows and sizes", async () => {
    folder.file("notes/index.json", '{"texts": ["t/a.txt"] /* more to come */}');
    folder.file("notes/t/a.txt", "hello");
    folder.file("notes/rows/1.jsonl", '{"id":"r","text":"x"}\n');
    expect(await samples(openDataFile(at("notes")), notes as Format<Sample>)).toEqual([
      { id: "t/a.txt", group: "t/a.txt", text: "hello" },
      { id: "r", group: "22", text: "x" },
    ]);
    expect(
      await samples(openDataFile(at("notes")), notes as Format<Sample>, { id: "r" }),
    ).toHaveLength(1);
  });

  it("name the file that is wrong", async () => {
    folder.file("wrong/index.json", '{"texts": []}');
    folder.file("wrong/rows/1.jsonl", '{"id":"r","text":"x"}\n{"id":"s","text":7}\n');
    await expect(samples(openDataFile(at("wrong")), notes as Format<Sample>)).rejects.toThrow(
      `${at("wrong")}/rows/1.jsonl:2: text: must be text, got a number`,
    );
    await expect(
      samples(openDataFile(at("parts/y.jsonl")), notes as Format<Sample>),
    ).rejects.toThrow("is no folder");
  });

  it("cannot leave it", async () => {
    folder.file("escape/index.json", '{"texts": ["../parts/y.jsonl"]}');
    await expect(samples(openDataFile(at("escape")), notes as Format<Sample>)).rejects.toThrow(
      "lies outside",
    );
    folder.file("link/index.json", '{"texts": ["inside.txt"]}');
    symlinkSync(at("parts/y.jsonl"), at("link/inside.txt"));
    await expect(samples(openDataFile(at("link")), notes as Format<Sample>)).rejects.toThrow(
      "leads outside",
    );
  });
});

describe("rows of a sample source", () => {
  const plain: Format<Sample> = {
    id: "plain",
    summary: "plain",
    reads: "rows",
    read: (row) => success([row as Note]),
  };

  it("are filtered before they are read, and a second sample of the same id is told with its place", async () => {
    const path = folder.file("rows.csv", "id,group,text\na,g,x\nb,g,y\na,g,x\n");
    const warnings: string[] = [];
    const file = openDataFile(path);
    const found: Sample[] = [];
    for await (const batch of loadSamples({
      family,
      format: plain,
      file,
      digest: contentDigest,
      onWarning: (each) => warnings.push(each),
    }))
      found.push(...batch.map(({ sample }) => sample));
    expect(found).toHaveLength(2);
    expect(warnings).toEqual([
      `${path}: 1 rows repeat an earlier one word for word and count once`,
    ]);
    expect(await samples(file, plain, { text: "y" })).toEqual([{ id: "b", group: "g", text: "y" }]);
    await expect(samples(file, plain, { txt: "y" })).rejects.toThrow('no row has the field "txt"');
    const twice = openDataFiles([path, folder.file("more.csv", "id,group,text\na,g,other\n")]);
    await expect(samples(twice, plain)).rejects.toThrow(
      `${at("more.csv")}:2: the id "a" was used before for another sample`,
    );
  });
});
