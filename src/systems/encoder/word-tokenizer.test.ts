import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { wordTokenizer } from "./word-tokenizer.ts";

const { path: folder } = temporaryFolder();

function open(file: string, content: string) {
  const path = join(folder, file);
  writeFileSync(path, content);
  return wordTokenizer({ path, file, shown: file });
}

it.each([
  ["words.txt", "open\nthe\ndon't\n"],
  ["words.json", JSON.stringify(["open", "the", "don't"])],
])(
  "reads words from %s; the first is 1, unknown ones are dropped before texts are cut",
  async (name, content) => {
    const words = await open(name, content);
    expect(words.ids("Don't OPEN the red-the door", 3)).toEqual([3, 1, 2]);
    expect(words.ids("nothing of it", 3)).toEqual([]);
    expect(words.unknown!("Don't OPEN the red-the door")).toEqual(["red", "door"]);
  },
);

it("names a file that holds no words", async () => {
  await expect(open("a.json", "{}")).rejects.toThrow("a.json: must hold a list of words");
  await expect(open("b.npy", "no array at all")).rejects.toThrow(
    "b.npy: is no NumPy array of texts",
  );
});
