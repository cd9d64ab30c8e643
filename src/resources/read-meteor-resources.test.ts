import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { readMeteorResources, readParaphrases } from "./read-meteor-resources.ts";

const contents: Readonly<Record<string, string>> = {
  "function/english.words": "the\nof\n",
  "nonbreaking/english.prefixes": "# titles\n\nMr\nNo #NUMERIC_ONLY# \n",
  "synonym/english.synsets": "car\n00000001 00000002\nauto\n00000002\n",
  "synonym/english.exceptions": "mouse\nmice\nleaf\nleaves\nleave\nleaves\n",
};
const root = temporaryFolder();

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) root.file(`${name}/${path}`, content);
  return join(root.path, name);
}

async function jarOf(path: string, files: Readonly<Record<string, string>>): Promise<string> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), name);
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
  return path;
}

describe("readMeteorResources", () => {
  it("reads a folder, a jar and the folder of a jar alike", async () => {
    const folder = folderOf("unpacked", contents);
    root.file("packed/data/paraphrase-en.gz", gzipSync(""));
    const jar = await jarOf(join(root.path, "packed", "meteor-1.5.jar"), contents);
    const tables = await readMeteorResources(folder);
    expect(tables.functionWords.words).toEqual(new Set(["the", "of"]));
    expect([...tables.prefixes.kinds]).toEqual([
      ["Mr", "always"],
      ["No", "before-number"],
    ]);
    expect(tables.synonyms.synsets.get("car")).toEqual([1, 2]);
    expect(tables.synonyms.bases.get("leaves")).toEqual(["leaf", "leave"]);
    expect(tables.functionWords.name).toMatch(/^[0-9a-f]{12}$/);
    expect(tables.paraphrasesPath).toBeUndefined();
    const packed = {
      ...tables,
      paraphrasesPath: join(root.path, "packed", "data", "paraphrase-en.gz"),
    };
    expect(await readMeteorResources(jar)).toEqual(packed);
    expect(await readMeteorResources(join(root.path, "packed"))).toEqual(packed);
  });

  it("says what is missing or wrong, and where", async () => {
    await expect(readMeteorResources(join(root.path, "nowhere"))).rejects.toThrow(
      /nowhere: there is no such file or folder/,
    );
    await expect(readMeteorResources(root.file("broken/meteor-1.5.jar", "no zip"))).rejects.toThrow(
      /cannot be opened as a zip archive or jar/,
    );
    const { "function/english.words": _, ...others } = contents;
    await expect(readMeteorResources(folderOf("partial", others))).rejects.toThrow(
      /there is no function\/english\.words in it/,
    );
    const wrong = { ...contents, "synonym/english.synsets": "car\n1\nauto\nx y\n" };
    await expect(readMeteorResources(folderOf("wrong", wrong))).rejects.toThrow(
      /english\.synsets, line 4: "x y" should be numbers/,
    );
    const odd = { ...contents, "synonym/english.exceptions": "mouse\n" };
    await expect(readMeteorResources(folderOf("odd", odd))).rejects.toThrow(
      /it has 1 lines, but they should come in pairs/,
    );
  });
});

describe("readParaphrases", () => {
  const read = async (name: string, content: string | Buffer) => {
    const pairs: string[] = [];
    const digest = await readParaphrases(root.file(name, content), (source, target) =>
      pairs.push(`${source} → ${target}`),
    );
    return { digest, pairs };
  };

  it("hands over every pair, however the file is cut into chunks", async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `0.5\nphrase ${i} é\nother ${i}\n`).join(
      "",
    );
    const { digest, pairs } = await read("large.gz", gzipSync(rows));
    expect(digest).toMatch(/^[0-9a-f]{12}$/);
    expect(pairs).toHaveLength(60_000);
    expect(pairs[59_999]).toBe("phrase 59999 é → other 59999");
  });

  it("refuses what is no such table", async () => {
    await expect(read("plain.gz", "text")).rejects.toThrow(
      /plain\.gz: it cannot be read as a compressed table/,
    );
    await expect(read("cut.gz", gzipSync("0.5\na\n"))).rejects.toThrow(
      /it has 2 lines, but they should come by threes/,
    );
    await expect(read("words.gz", gzipSync("a\nb\nc\n"))).rejects.toThrow(
      /line 1: "a" should be a probability/,
    );
  });
});
