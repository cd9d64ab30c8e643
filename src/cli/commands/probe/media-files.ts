import {
  closeSync,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { extname, join, normalize, relative, resolve, sep } from "node:path";
import { loadConfig } from "../../../config/load-config.ts";
import { mediaKind } from "../../../core/data/media-endings.ts";
import type { MediaRef } from "../../../core/data/sample.ts";
import { UserError } from "../../../core/user-error.ts";
import { isRemote } from "../../../datasets/remote/remote-address.ts";
import { loadRegistries } from "../../../evaluation/extend/load-registries.ts";
import { openAddresses } from "../../../evaluation/task/open-remote-files.ts";
import { openTask, type Task } from "../../../evaluation/task/open-task.ts";
import { adoptEnvFiles } from "../../flags/adopt-env-files.ts";

/** A picture or video to look into. */
export interface MediaFile {
  readonly kind: MediaRef["kind"];
  readonly path: string;
  /** As the user or the data names it. */
  readonly name: string;
  /**
   * The folder that a list of digests is relative to, and the file as such a list names it; absent
   * where no list is of use.
   */
  readonly place?: { readonly folder: string; readonly listed: string } | undefined;
  /** Why it must not be opened. */
  readonly refusal?: string | undefined;
  /**
   * What a list says it digests to, nothing where the list lacks it; absent where there is no list.
   */
  readonly known?: { readonly list: string; readonly digest?: string | undefined } | undefined;
  /** Of frames that are stored without times. */
  readonly framesPerSecond?: number | undefined;
  /** Brings a remote file here, for as long as it is looked into. */
  open?<T>(look: (path: string) => Promise<T>): Promise<T>;
}

/**
 * Of configurations: the media of so many samples of each task, and whether data may be fetched.
 */
export interface MediaChoice {
  readonly limit: number | undefined;
  readonly isOffline: boolean | undefined;
}

const configEndings = new Set([".yaml", ".yml"]);
/**
 * The media that a command names: files themselves, everything below a folder that looks like one,
 * or all media of a configuration.
 */
export async function mediaFiles(
  names: readonly string[],
  choice: MediaChoice,
): Promise<readonly MediaFile[]> {
  const found = new Map<string, MediaFile>();
  for (const name of names) {
    const files = isRemote(name)
      ? [ofAddress(name, choice)]
      : configEndings.has(extname(name).toLowerCase())
        ? await ofConfig(name, choice)
        : ofPath(name);
    for (const file of files) found.set(`${file.kind}:${file.path}`, file);
  }
  return [...found.values()];
}

/** The first configuration among names. */
export function configAmong(names: readonly string[]): string | undefined {
  return names.find((name) => configEndings.has(extname(name).toLowerCase()));
}

function ofAddress(address: string, { isOffline }: MediaChoice): MediaFile {
  const { media, plain } = openAddresses(isOffline);
  const name = plain(address);
  return {
    kind: mediaKind(name) ?? "video",
    path: name,
    name,
    async open(look) {
      const held = await media.hold!(name);
      if (!held.ok) throw new UserError(held.reason);
      await using file = held.value;
      return await look(file.path);
    },
  };
}

function ofPath(name: string): readonly MediaFile[] {
  const path = resolve(name);
  if (!lstatSync(path, { throwIfNoEntry: false })) throw new UserError(`no such file: ${name}`);
  if (!isFolder(path))
    return [
      {
        kind: mediaKind(name) ?? "video",
        path,
        name,
        place: { folder: resolve("."), listed: relative(".", path) },
      },
    ];
  return [...below(path)]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name: entry, refusal }) => {
      const file = {
        path: join(path, entry),
        name: join(name, entry),
        place: { folder: path, listed: entry },
      };
      const kind =
        refusal !== undefined ? "video" : isTypeScript(file.path) ? undefined : mediaKind(entry);
      return kind ? [{ kind, ...file, refusal }] : [];
    });
}

type Found = Pick<MediaFile, "name" | "refusal">;

/**
 * Everything below a folder that is none itself, and folders that cannot be read. Linked folders
 * are gone into, each real one once, so that links in a circle end.
 */
function* below(folder: string, seen = new Set([realpathSync(folder)])): Generator<Found> {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield {
      name: "",
      refusal: `the folder cannot be read (${(error as NodeJS.ErrnoException).code})`,
    };
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() && !(entry.isSymbolicLink() && isFolder(path))) {
      yield { name: entry.name };
      continue;
    }
    const real = realpathSync(path);
    if (seen.has(real)) continue;
    seen.add(real);
    for (const deeper of below(path, seen))
      yield { ...deeper, name: join(entry.name, deeper.name) };
  }
}

/** False for links that lead nowhere or in a circle: opening them says what is wrong. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Most files that end as transport streams do are TypeScript: text, which has no zero bytes. */
function isTypeScript(path: string): boolean {
  if (extname(path).toLowerCase() !== ".ts") return false;
  try {
    const start = statSync(path).isFile() ? readStart(path) : Buffer.alloc(0);
    return start.length > 0 && !start.includes(0);
  } catch {
    return false;
  }
}

function readStart(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(4096);
    return start.subarray(0, readSync(file, start));
  } finally {
    closeSync(file);
  }
}

async function ofConfig(
  name: string,
  { limit, isOffline }: MediaChoice,
): Promise<readonly MediaFile[]> {
  adoptEnvFiles({ config: name, file: undefined }, process.env);
  const {
    config,
    directory,
    registries: known,
  } = await loadConfig(name, { loadRegistries, set: [], environment: process.env });
  const files: MediaFile[] = [];
  for (const one of config.tasks) {
    // Nothing is graded where pictures and videos are only looked at.
    const task = openTask(
      { ...one, graders: {} },
      {
        directory,
        families: known.families,
        selection: { limit, seed: config.seed },
        seed: config.seed,
        isOffline,
        remoteBytes: config.cache.remote,
        onWarning: () => undefined,
      },
    );
    for await (const batch of task.samples)
      for (const { sample } of batch)
        for (const ref of task.family.data.refs(sample))
          files.push({
            kind: ref.kind,
            name: ref.path,
            framesPerSecond: ref.framesPerSecond,
            ...(await located(task, ref)),
          });
  }
  return files;
}

async function located(
  { media }: Task,
  ref: MediaRef,
): Promise<Pick<MediaFile, "path" | "place" | "refusal" | "known" | "open">> {
  const { path, known, isRemote: isBrought } = await media.listed(ref);
  if (isBrought)
    return {
      path: ref.path,
      place: { folder: "remote", listed: path },
      open: (look) => media.using(ref, look),
      ...(known ? { known } : {}),
    };
  try {
    const target = await media.locate(ref);
    return { path: target, place: placeOf(target, path), ...(known ? { known } : {}) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { path: ref.path, refusal: error.message };
  }
}

/** Bytes that came with rows lie elsewhere, under other names. */
function placeOf(target: string, path: string): MediaFile["place"] {
  const listed = normalize(path);
  return target.endsWith(sep + listed)
    ? { folder: target.slice(0, -listed.length - 1), listed }
    : undefined;
}
