import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Slots } from "../../core/slots.ts";
import { UserError } from "../../core/user-error.ts";
import { FileLock, isLocked } from "../../files/file-lock.ts";

export interface KeptObjectsOptions {
  readonly folder: string;
  /** All of it together, with what is under way. */
  readonly maxBytes: number;
  onNote?(message: string): void;
}

interface Kept {
  readonly name: string;
  readonly folder: "objects" | "drafts";
  readonly sizeBytes: number;
}

/** Of one file by one process. */
interface Use {
  count: number;
  /** The file that says so, once it is written. */
  readonly noted: Promise<string>;
}

/** This process, as others see it, by folder. */
const sessions = new Map<string, { readonly id: string; readonly lock: FileLock }>();
process.once("exit", () => {
  for (const { lock } of sessions.values()) lock[Symbol.dispose]();
});

const folders = ["objects", "drafts", "locks", "uses"] as const;
const lookAgainMs = 100;
const tellAfterMs = 5_000;
/** Once something has to go, so much more does that not every file has to make room for the next. */
const roomierBy = 0.95;

/**
 * Files that were fetched, within a bound: those used longest ago go first, and none that anybody
 * uses. Processes of one machine, or of several that share a disk, share it: what is in use, what
 * is being fetched and who is alive is told by files. Names end in the size, so that it takes no
 * look at a file to add them up.
 */
export class KeptObjects {
  readonly #options: KeptObjectsOptions;
  /** Files in use by this process. */
  readonly #uses = new Map<string, Use>();
  /** Within this process one waits for the lock at a time. */
  readonly #turns = new Slots(1);

  constructor(options: KeptObjectsOptions) {
    this.#options = options;
  }

  path(name: string): string {
    return this.#place("objects", name);
  }

  /** Where the parts of a file are gathered by whoever has its lock. */
  draft(name: string): string {
    return this.#place("drafts", name);
  }

  /** Whether the whole file is there; nothing is kept from going by it. */
  async has(name: string): Promise<boolean> {
    const facts = await stat(this.path(name)).catch(() => undefined);
    const size = sizeIn(name);
    return facts !== undefined && (size === undefined || facts.size === size);
  }

  /** Keeps a file from going until it is released as often; says whether it is there. */
  async hold(name: string): Promise<boolean> {
    const use = this.#uses.get(name) ?? { count: 0, noted: this.#note(name) };
    this.#uses.set(name, use);
    use.count++;
    await use.noted;
    if (!(await this.has(name))) return false;
    await this.#touch(name);
    return true;
  }

  async release(name: string): Promise<void> {
    const use = this.#uses.get(name);
    if (!use || --use.count > 0) return;
    this.#uses.delete(name);
    await rm(await use.noted, { force: true });
  }

  /** Who makes room looks at the uses, and removes, under the same lock. */
  #note(name: string): Promise<string> {
    return this.#alone(async () => {
      const file = this.#place("uses", `${name}@${this.#session()}@${randomUUID()}`);
      await writeFile(file, "");
      return file;
    });
  }

  /** The right to fetch a file, or `undefined` once another process has done so. */
  async toFetch(name: string, signal: AbortSignal | undefined): Promise<Disposable | undefined> {
    await this.#makeFolders();
    for (;;) {
      signal?.throwIfAborted();
      const lock = FileLock.tryTake(this.#place("locks", `${name}.lock`), "file");
      const isThere = await this.has(name);
      if (!isThere && lock) return lock;
      lock?.[Symbol.dispose]();
      if (isThere) return undefined;
      await pause(lookAgainMs);
    }
  }

  /** Makes room for a file, and keeps that room for it: what it takes counts from now on. */
  async reserve(name: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxBytes, onNote } = this.#options;
    const size = sizeIn(name) ?? 0;
    if (size > maxBytes)
      throw new UserError(
        `a file of ${megabytes(size)} does not fit into the ${megabytes(maxBytes)} that are kept of remote media`,
        "allow more: cache: { remote: 100GB }",
      );
    const startedMs = performance.now();
    let isTold = false;
    while (!(await this.#alone(() => this.#reserved(name, size)))) {
      signal?.throwIfAborted();
      if (!isTold && performance.now() - startedMs > tellAfterMs) {
        onNote?.(
          `waiting for room: all ${megabytes(maxBytes)} of remote media (cache.remote) are in use`,
        );
        isTold = true;
      }
      await pause(lookAgainMs);
    }
  }

  /** Gives the room back that was kept for a file which did not come. */
  async discard(name: string): Promise<void> {
    await rm(this.draft(name), { force: true });
  }

  /**
   * The time of modification stays the same ever after, in whole seconds: digests of files are kept
   * by it. Uses are noted by the time of reading.
   */
  async settle(name: string): Promise<void> {
    const past = Math.floor(Date.now() / 1000) - 60;
    await utimes(this.path(name), Date.now() / 1000, past);
  }

  async #touch(name: string): Promise<void> {
    const path = this.path(name);
    const { mtimeMs } = await stat(path);
    await utimes(path, Date.now() / 1000, Math.floor(mtimeMs / 1000)).catch(() => undefined);
  }

  async #reserved(name: string, size: number): Promise<boolean> {
    const draft = this.draft(name);
    const kept = await this.#all();
    const others = kept.filter((one) => one.name !== name);
    const total = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const { maxBytes } = this.#options;
    if (total + size > maxBytes) {
      const left = await this.#remove(others, total - (maxBytes * roomierBy - size));
      if (total - left + size > maxBytes) return false;
    }
    await (await open(draft, "a")).close();
    return true;
  }

  /** Removes what was used longest ago until so much is free; says how much is. */
  async #remove(kept: readonly Kept[], bytes: number): Promise<number> {
    const inUse = await this.#inUse();
    const candidates: (Kept & { readonly usedMs: number })[] = [];
    for (const one of kept) {
      const isWanted =
        inUse.has(one.name) ||
        (one.folder === "drafts" && isLocked(this.#place("locks", `${one.name}.lock`)));
      const facts = isWanted
        ? undefined
        : await stat(this.#place(one.folder, one.name)).catch(() => undefined);
      if (facts) candidates.push({ ...one, usedMs: facts.atimeMs });
    }
    candidates.sort((a, b) => a.usedMs - b.usedMs);
    let freed = 0;
    for (const { folder, name, sizeBytes } of candidates) {
      if (freed >= bytes) break;
      await rm(this.#place(folder, name), { force: true });
      freed += sizeBytes;
    }
    return freed;
  }

  /** Names of files that some living process uses; what dead ones left is swept. */
  async #inUse(): Promise<ReadonlySet<string>> {
    const alive = new Map<string, boolean>();
    const inUse = new Set<string>();
    for (const use of await readdir(this.#place("uses", ""))) {
      const [name = "", session = ""] = use.split("@");
      const isAlive = alive.get(session) ?? isLocked(this.#place("locks", `${session}.session`));
      alive.set(session, isAlive);
      if (isAlive) inUse.add(name);
      else await rm(this.#place("uses", use), { force: true });
    }
    for (const lock of await readdir(this.#place("locks", "")))
      if (lock.endsWith(".session") && !isLocked(this.#place("locks", lock)))
        await rm(this.#place("locks", lock), { force: true });
    return inUse;
  }

  /** Drafts first: one that becomes whole between both looks is met twice then, and not missed. */
  async #all(): Promise<readonly Kept[]> {
    const found = new Map<string, Kept>();
    for (const folder of ["drafts", "objects"] as const)
      for (const name of await readdir(this.#place(folder, ""))) {
        const facts =
          sizeIn(name) === undefined
            ? await stat(this.#place(folder, name)).catch(() => undefined)
            : undefined;
        found.set(name, { name, folder, sizeBytes: sizeIn(name) ?? facts?.size ?? 0 });
      }
    return [...found.values()];
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(async () => {
      await this.#makeFolders();
      for (;;) {
        using lock = FileLock.tryTake(this.#place("locks", "room.lock"), "cache");
        if (lock) return await work();
        await pause(2 + Math.random() * 8);
      }
    });
  }

  #session(): string {
    const { folder } = this.#options;
    const known = sessions.get(folder);
    // A folder that was deleted meanwhile has lost what others know this process by.
    if (known && !known.lock.check()) return known.id;
    const id = randomUUID();
    const lock = FileLock.take(this.#place("locks", `${id}.session`), "cache");
    sessions.set(folder, { id, lock });
    return id;
  }

  async #makeFolders(): Promise<void> {
    if (existsSync(this.#place("uses", ""))) return;
    for (const folder of folders)
      await mkdir(this.#place(folder, ""), { recursive: true }).catch((error: unknown) => {
        throw unwritable(error, this.#options.folder);
      });
  }

  #place(folder: (typeof folders)[number], name: string): string {
    return join(this.#options.folder, folder, name);
  }
}

/** The size that a name ends in, before its ending; `undefined` where the server did not say. */
function sizeIn(name: string): number | undefined {
  const size = /-(\d+)(?:\.[a-z0-9]+)?$/.exec(name)?.[1];
  return size === undefined ? undefined : Number(size);
}

/** A disk that is full, or may not be written. */
export function unwritable(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new UserError(
      `the disk is full: ${folder} (${code})`,
      "make room (vidimus cache), keep less (cache: { remote: 10GB }), or name another directory: VIDIMUS_CACHE=<dir>",
    );
  if (!["EACCES", "EPERM", "EROFS", "ENOTDIR"].includes(code ?? "")) return error;
  return new UserError(
    `cannot write to the cache: ${code} (${folder})`,
    "name another directory: VIDIMUS_CACHE=<dir>",
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
