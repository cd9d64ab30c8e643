import { randomUUID } from "node:crypto";
import {
  existsSync,
  linkSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { UserError } from "../core/user-error.ts";

/** Where process numbers mean the same: one boot of one machine, and there one PID namespace. */
interface Place {
  readonly host: string;
  /** `null` where the platform does not say. */
  readonly boot: string | null;
  /** Containers have one of their own, in which other processes bear the same numbers. */
  readonly namespace: string | null;
}

interface Owner extends Place {
  readonly pid: number;
  /**
   * When the process started, in the system's own ticks: tells a process from a later one with the
   * same number.
   */
  readonly started: string | null;
  readonly token: string;
}

const heartbeatMs = 5_000;
/**
 * An owner whose process cannot be looked at from here counts as gone once it has been silent for
 * this long.
 */
const silentMs = 60_000;
const takeoverMs = 10_000;

/**
 * Keeps two processes from writing one thing, such as a run. Names a live owner; takes over from a dead one. An
 * owner that slept while another process took over learns it from `check`, at the latest at its
 * next heartbeat.
 */
export class FileLock implements Disposable {
  readonly #path: string;
  readonly #token: string;
  readonly #heartbeat: NodeJS.Timeout;
  /** Called at each heartbeat after which the lock is no longer ours. */
  onLost: (reason: UserError) => void = () => undefined;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs).unref();
  }

  /** `noun` is what the lock protects, as messages call it. */
  static take(path: string, noun = "run"): FileLock {
    const taken = FileLock.#claim(path, noun);
    if (taken instanceof FileLock) return taken;
    throw new UserError(
      `another process is writing this ${noun}: process ${taken.pid} on ${taken.host}`,
      isHere(taken)
        ? `wait for it or stop it; a process that is gone releases the ${noun} by itself (${path})`
        : `wait for it or stop it; it cannot be looked at from here, and counts as gone after ${silentMs / 1_000} s without a sign of life (${path})`,
    );
  }

  /** `undefined` while somebody alive has it. */
  static tryTake(path: string, noun: string): FileLock | undefined {
    const taken = FileLock.#claim(path, noun);
    return taken instanceof FileLock ? taken : undefined;
  }

  /** The lock, or who has it. */
  static #claim(path: string, noun: string): FileLock | Owner {
    const token = randomUUID();
    const owner: Owner = { ...thisPlace(), pid: process.pid, started: startOf(process.pid), token };
    for (let attempt = 0; attempt < 50; attempt++) {
      if (create(path, JSON.stringify(owner))) return new FileLock(path, token);
      const held = readOwner(path);
      if (held && isAlive(path, held)) return held;
      // A lock that names nobody was given back just now, unless it stays like that.
      if (held || ageMs(path) > takeoverMs) removeStale(path, held);
    }
    throw new UserError(
      `the ${noun} is locked and the lock cannot be taken: ${path}`,
      `if no process uses the ${noun}, delete this file`,
    );
  }

  /** Why this process may not write any more, or `undefined` while the lock is its own. */
  check(): UserError | undefined {
    const owner = readOwner(this.#path);
    if (owner?.token === this.#token) return undefined;
    // A lock that cannot be read for another reason, such as too many open files, may well be
    // there.
    if (!owner && existsSync(this.#path)) return undefined;
    if (owner)
      return new UserError(
        `another process has taken over this run: process ${owner.pid} on ${owner.host}`,
        "this one was silent for too long and counted as gone; what it had finished is in the log, and the other process goes on from there",
      );
    return existsSync(dirname(this.#path))
      ? new UserError(
          `the lock of this run was removed while it was being written: ${this.#path}`,
          "everything finished so far is kept: run the same command again",
        )
      : new UserError(
          `the folder of this run was deleted or moved while it was being written: ${dirname(this.#path)}`,
          "put it back to go on, or start a new run",
        );
  }

  [Symbol.dispose](): void {
    clearInterval(this.#heartbeat);
    if (readOwner(this.#path)?.token === this.#token) rmSync(this.#path, { force: true });
  }

  #beat(): void {
    const reason = this.check();
    if (reason) this.onLost(reason);
    else touch(this.#path);
  }
}

/** Whether a live process holds the lock. */
export function isLocked(path: string): boolean {
  const owner = readOwner(path);
  return owner !== undefined && isAlive(path, owner);
}

/** Creates the file with its content in one step, so that nobody ever reads a half-written lock. */
function create(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/**
 * Removes the lock of a dead owner; a guard file lets only one process do so, and only while that
 * same owner is named.
 */
function removeStale(path: string, stale: Owner | undefined): void {
  const guard = `${path}.takeover`;
  if (!create(guard, String(process.pid))) {
    if (ageMs(guard) > takeoverMs) rmSync(guard, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return;
  }
  try {
    const held = readOwner(path);
    if (held?.token === stale?.token && !(held && isAlive(path, held)))
      rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function isAlive(path: string, owner: Owner): boolean {
  if (!isHere(owner)) return ageMs(path) < silentMs;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return owner.started === startOf(owner.pid);
}

function isHere({ host, boot, namespace }: Owner): boolean {
  const here = thisPlace();
  return host === here.host && boot === here.boot && namespace === here.namespace;
}

function thisPlace(): Place {
  return {
    host: hostname(),
    boot: known(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: known(() => readlinkSync("/proc/self/ns/pid")),
  };
}

function startOf(pid: number): string | null {
  return known(() => {
    // A /proc that was mounted by another namespace names other processes by these numbers.
    if (readlinkSync("/proc/self") !== String(process.pid)) return null;
    // Fields 3 (state) and 22 (start) of /proc/<pid>/stat; the name in field 2 may hold spaces and
    // parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields[0] === "Z" ? "gone" : (fields[19] ?? null);
  });
}

/** What only some platforms tell. */
function known(look: () => string | null): string | null {
  try {
    return look();
  } catch {
    return null;
  }
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

function ageMs(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Gone since it was read: the next check says so.
  }
}
