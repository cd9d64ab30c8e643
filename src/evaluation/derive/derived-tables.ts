import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import type { Derivation, RecordingPlace } from "../../core/data/recording.ts";
import { canonicalJson, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { locatedFile } from "../../datasets/folder/located-file.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { fileDigest } from "../../media/cache/digest-cache.ts";
import { knownDecoderVersion } from "../../media/known-decoder-version.ts";
import { openRecording } from "./open-recording.ts";
import { folderDraft } from "./table-draft.ts";

/** Tables in the cache, beside those in use, take no more than this. */
const mostBytes = 8e9;
/** What was used within a day may be in use. */
const protectMs = 86_400_000;
const noteFile = "derivation.json";

export interface DerivedTablesOptions {
  readonly derivation: Derivation;
  /** Of the task. */
  readonly options: unknown;
  /** The cache's directory. */
  readonly cache: string;
  onNote?: ((message: string) => void) | undefined;
  onWarning(message: string): void;
}

/** A file of a recording that a table was derived from. */
interface RecordingFile {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface DerivedTables {
  /** A folder with the tables of all recordings, each below the folder of its recording. */
  readonly folder: string;
  readonly files: readonly RecordingFile[];
}

/** Tables that are being derived by this process: tasks of a run share them. */
const underWay = new Map<string, Promise<void>>();

/**
 * The tables of recordings, from the cache where equal files were met before under equal options.
 * What the derivation warned of is told again every time.
 */
export async function derivedTables(
  root: string,
  places: readonly RecordingPlace[],
  options: DerivedTablesOptions,
): Promise<DerivedTables> {
  const tables: (DerivedTable & { readonly place: RecordingPlace })[] = [];
  const warnings = new Map<string, string[]>();
  const files: RecordingFile[] = [];
  for (const [i, place] of places.entries()) {
    const own = await recordingFiles(resolve(root, place.folder), place, options.cache);
    files.push(...own);
    const name = place.folder || root.split(/[/\\]/).at(-1)!;
    const counted = places.length > 1 ? `${name} (${i + 1} of ${places.length})` : name;
    const table = await derivedTable(
      { root: join(root, place.folder), place, files: own, name: counted },
      options,
    );
    tables.push({ place, ...table });
    for (const warning of table.warnings)
      warnings.set(warning, [...(warnings.get(warning) ?? []), name]);
  }
  for (const [warning, names] of warnings) options.onWarning(`${listed(names)}: ${warning}`);
  const [only] = tables;
  if (tables.length === 1 && only!.place.folder === "") return { folder: only!.folder, files };
  return { folder: await joined(tables, options.cache), files };
}

const mostListed = 5;

/** Names of the recordings that a warning is about. */
function listed(names: readonly string[]): string {
  const rest = names.length - mostListed;
  const shown = names.slice(0, mostListed).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

async function recordingFiles(
  folder: string,
  { paths }: RecordingPlace,
  cache: string,
): Promise<readonly RecordingFile[]> {
  return Promise.all(
    paths.map(async (name) => {
      const path = await locatedFile(folder, name);
      return { path, sha256: await fileDigest(path, cache), sizeBytes: (await stat(path)).size };
    }),
  );
}

interface OneRecording {
  readonly root: string;
  readonly place: RecordingPlace;
  readonly files: readonly RecordingFile[];
  /** For people. */
  readonly name: string;
}

interface DerivedTable {
  readonly folder: string;
  readonly warnings: readonly string[];
}

async function derivedTable(
  recording: OneRecording,
  { derivation, options, cache, onNote }: DerivedTablesOptions,
): Promise<DerivedTable> {
  const { version } = await knownDecoderVersion(cache);
  const identity: Json = {
    derivation: derivation.identity(options),
    decoder: version,
    files: Object.fromEntries(
      recording.place.paths.map((path, i) => [path, recording.files[i]!.sha256]),
    ),
  };
  const folder = join(cache, "tables", contentDigest(canonicalJson(identity)));
  if (!existsSync(folder)) {
    const deriving =
      underWay.get(folder) ??
      derive(recording, folder, { derivation, options, identity, onNote }).finally(() =>
        underWay.delete(folder),
      );
    underWay.set(folder, deriving);
    await deriving;
    await keepBound(join(cache, "tables"));
  }
  const note = join(folder, noteFile);
  const now = new Date();
  await utimes(note, now, now).catch(() => undefined);
  const { warnings } = JSON.parse(await readFile(note, "utf8")) as {
    readonly warnings: readonly string[];
  };
  return { folder, warnings };
}

interface Deriving {
  readonly derivation: Derivation;
  readonly options: unknown;
  readonly identity: Json;
  readonly onNote: ((message: string) => void) | undefined;
}

/** Beside its place first, and moved when it is whole. */
async function derive(
  { root, place, name }: OneRecording,
  folder: string,
  { derivation, options, identity, onNote }: Deriving,
): Promise<void> {
  const draft = `${folder}.${randomUUID()}.part`;
  const scratch = join(draft, "scratch");
  await mkdir(scratch, { recursive: true });
  const leaving = new AbortController();
  onNote?.(`deriving a table from the recording ${name}`);
  try {
    const table = folderDraft(draft);
    let warnings: readonly string[];
    {
      await using recording = openRecording(root, place, { scratch, signal: leaving.signal });
      const onProgress = progressNotes(name, onNote);
      ({ warnings } = await derivation
        .derive(recording, table, { options, onProgress })
        .catch((error: unknown) => {
          throw placedError(error, { root, place });
        }));
    }
    await table.finish();
    await rm(scratch, { recursive: true });
    await writeFile(
      join(draft, noteFile),
      `${canonicalJson({ ...(identity as object), warnings })}\n`,
    );
    // Another process may have been faster.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    leaving.abort();
    await rm(draft, { recursive: true, force: true });
  }
}

/** Derivations name files of the recording alone; a folder may hold many recordings. */
function placedError(
  error: unknown,
  { root, place }: Pick<OneRecording, "root" | "place">,
): unknown {
  if (!(error instanceof UserError)) return error;
  const { message, hint } = error;
  const isRelative = place.paths.some((path) => message.startsWith(`${path}:`));
  return isRelative ? new UserError(`${root}${sep}${message}`, hint) : error;
}

/** How often progress is told. */
const noteMs = 5_000;

function progressNotes(name: string, onNote: ((message: string) => void) | undefined) {
  let toldAt = performance.now();
  return (what: string, done: number, of: number) => {
    if (performance.now() - toldAt < noteMs) return;
    toldAt = performance.now();
    onNote?.(`deriving a table from the recording ${name}: ${what}, ${done} of ${of}`);
  };
}

/** One folder with the tables of several recordings, whose files are links and take no room. */
async function joined(
  tables: readonly { readonly folder: string; readonly place: RecordingPlace }[],
  cache: string,
): Promise<string> {
  const identity = tables.map(({ folder, place }) => [place.folder, folder.split(/[/\\]/).at(-1)!]);
  const whole = join(cache, "tables", contentDigest(canonicalJson({ joined: identity })));
  if (existsSync(whole)) return whole;
  const draft = `${whole}.${randomUUID()}.part`;
  try {
    for (const { folder, place } of tables) {
      await mkdir(join(draft, place.folder), { recursive: true });
      for (const name of await readdir(folder)) {
        const [from, to] = [join(folder, name), join(draft, place.folder, name)];
        await link(from, to).catch(() => copyFile(from, to));
      }
    }
    await rename(draft, whole).catch((error: unknown) => {
      if (!existsSync(whole)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return whole;
}

/** Removes what was used longest ago until the bound is kept. */
async function keepBound(folder: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      const used = await stat(join(path, noteFile)).catch(() => stat(path).catch(() => undefined));
      const sizes = await Promise.all(
        (await readdir(path).catch(() => [])).map(
          async (file) => (await stat(join(path, file)).catch(() => undefined))?.size ?? 0,
        ),
      );
      return {
        path,
        usedMs: used?.mtimeMs ?? 0,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      };
    }),
  );
  let left = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, usedMs, bytes } of found.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (left <= mostBytes || Date.now() - usedMs < protectMs) return;
    await rm(path, { recursive: true, force: true });
    left -= bytes;
  }
}
