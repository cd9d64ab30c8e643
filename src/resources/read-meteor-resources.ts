import { createHash, hash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { UserError } from "../core/user-error.ts";
import { entriesOf, entryStream, openZip } from "../files/zip-entries.ts";

/**
 * What METEOR's release says of English. Names carry the beginning of the SHA-256 of what was read.
 */
export interface MeteorTables {
  readonly functionWords: { readonly name: string; readonly words: ReadonlySet<string> };
  readonly prefixes: {
    readonly name: string;
    readonly kinds: ReadonlyMap<string, "always" | "before-number">;
  };
  readonly synonyms: {
    readonly name: string;
    readonly synsets: ReadonlyMap<string, readonly number[]>;
    readonly bases: ReadonlyMap<string, readonly string[]>;
  };
  /**
   * The compressed table of paraphrases, for `readParaphrases`; absent where the place has none.
   */
  readonly paraphrasesPath?: string;
}

const files = {
  words: "function/english.words",
  prefixes: "nonbreaking/english.prefixes",
  synsets: "synonym/english.synsets",
  bases: "synonym/english.exceptions",
} as const;

/**
 * Reads the tables of METEOR 1.5 from `meteor-1.5.jar`, from a folder that holds it (as
 * pycocoevalcap's `meteor` folder does), or from a folder with the jar's `function`, `nonbreaking`
 * and `synonym` folders. Java is not needed.
 */
export async function readMeteorResources(place: string): Promise<MeteorTables> {
  const { jar, paraphrasesPath } = partsAt(place);
  const contents = jar ? await entriesIn(jar) : filesIn(place);
  const text = (path: string): string => {
    const content = contents.get(path);
    if (content === undefined)
      throw new UserError(`${jar ?? place}: there is no ${path} in it`, hint);
    return content.toString("utf8");
  };
  return {
    functionWords: { name: nameOf(text(files.words)), words: new Set(linesOf(text(files.words))) },
    prefixes: { name: nameOf(text(files.prefixes)), kinds: prefixKinds(text(files.prefixes)) },
    synonyms: {
      name: nameOf(text(files.synsets) + text(files.bases)),
      synsets: synsetsOf(text(files.synsets), `${jar ?? place}: ${files.synsets}`),
      bases: basesOf(text(files.bases), `${jar ?? place}: ${files.bases}`),
    },
    ...(paraphrasesPath && { paraphrasesPath }),
  };
}

/** The files that the tables and paraphrases of a place are read from. */
export function meteorResourceFiles(place: string): readonly string[] {
  const { jar, paraphrasesPath } = partsAt(place);
  const tables = jar ? [jar] : Object.values(files).map((path) => fileIn(place, path));
  return paraphrasesPath ? [...tables, paraphrasesPath] : tables;
}

function fileIn(folder: string, path: string): string {
  if (!existsSync(join(folder, path)))
    throw new UserError(`${folder}: there is no ${path} in it`, hint);
  return join(folder, path);
}

function partsAt(place: string): {
  readonly jar: string | undefined;
  readonly paraphrasesPath: string | undefined;
} {
  if (!existsSync(place)) throw new UserError(`${place}: there is no such file or folder`, hint);
  const jar = statSync(place).isFile() ? place : jarIn(place);
  const folder = jar ? dirname(jar) : place;
  const paraphrasesPath = [
    join(folder, "data", "paraphrase-en.gz"),
    join(folder, "paraphrase-en.gz"),
  ].find((path) => existsSync(path));
  return { jar, paraphrasesPath };
}

const hint =
  "name meteor-1.5.jar, the folder it is in, or a folder with function/, nonbreaking/ and synonym/ of METEOR 1.5";

function jarIn(folder: string): string | undefined {
  if (existsSync(join(folder, files.words))) return undefined;
  const jar = readdirSync(folder).find((name) => /^meteor.*\.jar$/.test(name));
  return jar && join(folder, jar);
}

async function entriesIn(jar: string): Promise<ReadonlyMap<string, Buffer>> {
  const wanted: ReadonlySet<string> = new Set(Object.values(files));
  const zip = await openZip(jar).catch((error: Error) => {
    throw new UserError(`${jar}: it cannot be opened as a zip archive or jar: ${error.message}`);
  });
  try {
    const contents = new Map<string, Buffer>();
    for (const entry of await entriesOf(zip))
      if (wanted.has(entry.fileName))
        contents.set(entry.fileName, await buffer(await entryStream(zip, entry)));
    return contents;
  } catch (error) {
    throw new UserError(`${jar}: the archive is damaged: ${(error as Error).message}`);
  } finally {
    zip.close();
  }
}

function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const present = Object.values(files).filter((path) => existsSync(join(folder, path)));
  return new Map(present.map((path) => [path, readFileSync(join(folder, path))]));
}

/** Says which content it is, short enough for a signature. */
function nameOf(content: string): string {
  return hash("sha256", content, "hex").slice(0, 12);
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function prefixKinds(text: string): Map<string, "always" | "before-number"> {
  const rows = linesOf(text).map((line) => line.trim().split(/\s+/));
  const entries = rows.filter(
    ([prefix]) => prefix !== undefined && prefix !== "" && !prefix.startsWith("#"),
  );
  return new Map(
    entries.map(([prefix, mark]) => [
      prefix!,
      mark === "#NUMERIC_ONLY#" ? "before-number" : "always",
    ]),
  );
}

/** A line with a word, then a line with the numbers of its synsets. */
function synsetsOf(text: string, path: string): Map<string, readonly number[]> {
  const synsets = new Map<string, readonly number[]>();
  for (const [word, line, number] of pairsOf(text, path)) {
    const ids = line.trim().split(/\s+/).map(Number);
    if (ids.some((id) => !Number.isInteger(id)))
      throw new UserError(`${path}, line ${number}: "${line}" should be numbers of synsets`, hint);
    synsets.set(word, ids);
  }
  return synsets;
}

/** A line with a base form, then a line with its irregular forms. */
function basesOf(text: string, path: string): Map<string, readonly string[]> {
  const bases = new Map<string, string[]>();
  for (const [base, line] of pairsOf(text, path)) {
    for (const form of line.split(/\s+/).filter((word) => word !== ""))
      bases.set(form, [...(bases.get(form) ?? []), base]);
  }
  return bases;
}

/** Lines by twos, with the number of the second. */
function* pairsOf(text: string, path: string): Generator<readonly [string, string, number]> {
  const lines = linesOf(text);
  if (lines.length % 2 !== 0)
    throw new UserError(
      `${path}: it has ${lines.length} lines, but they should come in pairs`,
      hint,
    );
  for (let i = 0; i < lines.length; i += 2) yield [lines[i]!, lines[i + 1]!, i + 2];
}

/**
 * Hands every phrase and its paraphrase of a table like METEOR's `paraphrase-en.gz` (lines by
 * threes: probability, phrase, paraphrase) to `add`. Answers a name made of the compressed file's
 * digest.
 */
export async function readParaphrases(
  path: string,
  add: (source: string, target: string) => void,
): Promise<string> {
  const digest = createHash("sha256");
  const packed = createReadStream(path, { highWaterMark: 1 << 20 }).on("data", (chunk) =>
    digest.update(chunk),
  );
  const unpacked = createGunzip({ chunkSize: 1 << 20 });
  packed.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let line = 0;
  let source = "";
  const take = (text: string) => {
    if (line % 3 === 1) source = text;
    else if (line % 3 === 2) add(source, text);
    else if (!(Number(text) >= 0))
      throw new UserError(`${path}, line ${line + 1}: "${text}" should be a probability`);
    line++;
  };
  try {
    for await (const chunk of unpacked) {
      const text = rest + decoder.write(chunk as Buffer);
      let from = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
        take(text.slice(from, end));
        from = end + 1;
      }
      rest = text.slice(from);
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${path}: it cannot be read as a compressed table of paraphrases: ${(error as Error).message}`,
    );
  }
  if (rest !== "") take(rest);
  if (line % 3 !== 0)
    throw new UserError(
      `${path}: it has ${line} lines, but they should come by threes: probability, phrase, paraphrase`,
    );
  return digest.digest("hex").slice(0, 12);
}
