import { readFile } from "node:fs/promises";
import { UserError } from "../../core/user-error.ts";
import type { FoundFile } from "./encoder-files.ts";
import type { TextTokenizer } from "./text-tokenizer.ts";

/**
 * Words of a fixed vocabulary, as S3D of HowTo100M takes them: lower case, runs of letters, digits,
 * underscores and apostrophes; unknown words are dropped, then the first ones kept. The first word
 * of the file has the id 1; 0 fills up.
 */
export async function wordTokenizer(vocabulary: FoundFile): Promise<TextTokenizer> {
  const words = await readWords(vocabulary);
  const ids = new Map(words.map((word, i) => [word, i + 1]));
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_']+/gu) ?? [];
  return {
    padding: 0,
    ids: (text, length) =>
      wordsOf(text)
        .flatMap((word) => ids.get(word) ?? [])
        .slice(0, length),
    unknown: (text) => wordsOf(text).filter((word) => !ids.has(word)),
  };
}

async function readWords({ path, file, shown }: FoundFile): Promise<readonly string[]> {
  const bytes = await readFile(path);
  if (/\.npy$/i.test(file)) return npyWords(bytes, shown);
  const text = bytes.toString("utf8");
  if (!/\.json$/i.test(file)) return text.replace(/\r?\n$/, "").split(/\r?\n/);
  const value = parsed(text, shown);
  if (!Array.isArray(value) || value.some((word) => typeof word !== "string"))
    throw new UserError(`${shown}: must hold a list of words`);
  return value as string[];
}

function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError(`${shown}: is no JSON (${(cause as Error).message})`);
  }
}

/** A NumPy array of texts (`<U…`): each has the same number of code points, filled up with zeros. */
function npyWords(bytes: Buffer, shown: string): readonly string[] {
  const isNpy = bytes.subarray(1, 6).toString("latin1") === "NUMPY";
  const wide = bytes[6]! >= 2;
  const start = wide ? 12 : 10;
  const size = !isNpy ? 0 : wide ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8);
  const header = bytes.subarray(start, start + size).toString("latin1");
  const width = Number(/'descr': '<U(\d+)'/.exec(header)?.[1]);
  if (!(width > 0))
    throw new UserError(
      `${shown}: is no NumPy array of texts`,
      "save it again: numpy.save(file, numpy.array(list_of_words))",
    );
  const data = bytes.subarray(start + size);
  return Array.from({ length: Math.floor(data.length / (4 * width)) }, (_, word) => {
    const letters: string[] = [];
    for (let i = 0; i < width; i++) {
      const code = data.readUInt32LE(4 * (word * width + i));
      if (code !== 0) letters.push(String.fromCodePoint(code));
    }
    return letters.join("");
  });
}
