import { linkSync, readFileSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { UserError } from "../core/user-error.ts";

interface Owner {
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the system's own ticks: tells a process from a later one with the same number. */
  readonly started: string | null;
  readonly token: string;
}

const heartbeatMs = 5_000;
/** An owner on another machine that has been silent for this long counts as gone. */
const silentMs = 60_000;
const takeoverMs = 10_000;

/** Keeps two processes from writing one run. Names a live owner; takes over from a dead one. */
export class RunLock implements Disposable {
  readonly #path: string;
  readonly #token: string;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
    this.#heartbeat = setInterval(() => touch(path), heartbeatMs).unref();
  }

  static take(path: string): RunLock {
    const token = `${process.pid}-${process.hrtime.bigint()}`;
    const owner: Owner = { host: hostname(), pid: process.pid, started: startOf(process.pid), token };
    for (let attempt = 0; attempt < 50; attempt++) {
      if (create(path, JSON.stringify(owner))) return new RunLock(path, token);
      const held = readOwner(path);
      if (held && isAlive(path, held))
        throw new UserError(
          `another process is writing this run: process ${held.pid} on ${held.host}`,
          `wait for it or stop it; a process that is gone releases the run by itself (${path})`,
        );
      removeStale(path, held);
    }
    throw new UserError(`the run is locked and the lock cannot be taken: ${path}`, "if no process uses the run, delete this file");
  }

  [Symbol.dispose](): void {
    clearInterval(this.#heartbeat);
    if (readOwner(this.#path)?.token === this.#token) rmSync(this.#path, { force: true });
  }
}

/** Creates the file with its content in one step, so that nobody ever reads a half-written lock. */
function create(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
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

/** Removes the lock of a dead owner; a guard file lets only one process do so, and only while that same owner is named. */
function removeStale(path: string, stale: Owner | undefined): void {
  const guard = `${path}.takeover`;
  if (!create(guard, String(process.pid))) {
    if (ageMs(guard) > takeoverMs) rmSync(guard, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return;
  }
  try {
    if (readOwner(path)?.token === stale?.token) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function isAlive(path: string, owner: Owner): boolean {
  if (owner.host !== hostname()) return ageMs(path) < silentMs;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return owner.started === startOf(owner.pid);
}

function startOf(pid: number): string | null {
  try {
    // Fields 3 (state) and 22 (start) of /proc/<pid>/stat; the name in field 2 may hold spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields[0] === "Z" ? "gone" : (fields[19] ?? null);
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
    // The run directory was taken away: the next write will say so.
  }
}
