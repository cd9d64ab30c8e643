import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "../core/once.ts";
import type { KeptRun, RunFiles, RunHeader, RunStore, RunStores } from "../core/run/run-store.ts";
import { UserError } from "../core/user-error.ts";
import { fileFacts } from "../files/content-digest.ts";
import { isLocked } from "../files/file-lock.ts";
import { shortPath } from "../files/short-path.ts";
import { writeAtomically } from "../files/write-atomically.ts";
import { journalName, runHeaderIn } from "./journal-file.ts";
import { createLocalRun, lockName, openLocalRun, readLocalRun } from "./local-run-store.ts";

/** Runs by their addresses: paths of folders, or `file:` addresses of them. */
export const runStores: RunStores = {
  create: (url, header: RunHeader) => kept(url, (directory) => createLocalRun(directory, header)),
  open: (url) => kept(url, openLocalRun),
  read: (url) => kept(url, readLocalRun),
  header: async (url) => runHeaderIn(folderOf(url)),
  files: (url) => filesIn(folderOf(url)),
  isBeingWritten: async (url) => isLocked(join(folderOf(url), lockName)),
  list: async (url) =>
    foldersIn(folderOf(url)).map((directory) => ({
      url: directory,
      name: basename(directory),
      header: () => runHeaderIn(directory),
    })),
};

function folderOf(url: string): string {
  if (url.startsWith("file:")) return fileURLToPath(url);
  if (/^[a-z][a-z+]+:\/\//.test(url))
    throw new UserError(`runs cannot be kept at ${new URL(url).protocol}//`, "name a folder");
  return resolve(url);
}

async function kept(
  url: string,
  openIn: (directory: string) => Promise<RunStore>,
): Promise<KeptRun> {
  const directory = folderOf(url);
  const store = await openIn(directory);
  return Object.assign(store, {
    files: filesIn(directory),
    logName: shortPath(join(directory, journalName)),
  });
}

function filesIn(directory: string): RunFiles {
  const facts = (name: string) => fileFacts(join(directory, name)).catch(() => undefined);
  return {
    directory,
    read: (name) => readFile(join(directory, name), "utf8").catch(() => undefined),
    write: async (name, text) => writeAtomically(join(directory, name), text),
    facts,
    logFile: journalName,
    logFacts: () => facts(journalName),
  };
}

/** The tenth run of a second is newer than the second. */
const timesAndNumbers = once(() => new Intl.Collator("en", { numeric: true }));

function foldersIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort((a, b) => timesAndNumbers().compare(b, a))
    .map((name) => join(directory, name));
}
