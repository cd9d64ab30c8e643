import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { openBinaries, postgresBinaries } from "./postgres-binaries.ts";

const isRoot = process.getuid?.() === 0;
/** The user that is nobody, on every system that has one: the server does not run as root. */
const nobody = 65_534;
const password = "secret-of-the-test";

/** A real PostgreSQL server of its own, which tests may kill and start again. */
export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #programs: string;
  #process: ChildProcess | undefined;
  #databases = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    this.#programs = join(isRoot ? openBinaries() : postgresBinaries(), "bin");
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "vidimus-postgres-"));
    const server = new PostgresServer(folder, await freePort());
    await server.#initialise();
    await server.restart();
    return server;
  }

  /** The address of a new, empty database. */
  async database(): Promise<string> {
    const name = `test${++this.#databases}`;
    const client = new pg.Client({ connectionString: this.#url("postgres") });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return this.#url(name);
  }

  /** Ends it at once, without a word to anybody. */
  async kill(): Promise<void> {
    const ended = endOf(this.#process!);
    this.#process!.kill("SIGKILL");
    await ended;
  }

  /** Starts it, also after a kill: its children take a moment to notice, and it waits for them. */
  async restart(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const said = await this.#start();
      if (said === undefined) return;
      if (attempt === 100) throw new Error(`the server does not start: ${said}`);
      await setTimeout(100);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = endOf(this.#process!);
    this.#process!.kill("SIGINT");
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #initialise(): Promise<void> {
    const secret = join(this.#folder, "password");
    mkdirSync(join(this.#folder, "data"));
    writeFileSync(secret, password);
    if (isRoot) {
      chmodSync(this.#folder, 0o755);
      for (const path of [join(this.#folder, "data"), secret]) chownSync(path, nobody, nobody);
    }
    const options = ["--auth=password", "--username=vidimus", "--no-sync", "--locale=C"];
    const place = [`--pgdata=${join(this.#folder, "data")}`, `--pwfile=${secret}`];
    const child = this.#spawn("initdb", [...place, "--encoding=UTF8", ...options]);
    const said = heard(child);
    const status = await endOf(child);
    if (status !== 0) throw new Error(`initdb ended with ${status}: ${said()}`);
  }

  /** `undefined` once it takes connections, else what it says. */
  async #start(): Promise<string | undefined> {
    // A kill loses nothing that the system was given to write; without waiting for the disk, the
    // server is back in a tenth of the time.
    const settings = [
      ...["unix_socket_directories=", "listen_addresses=127.0.0.1"],
      ...["max_connections=200", "fsync=off"],
    ].flatMap((setting) => ["-c", setting]);
    const place = ["-D", join(this.#folder, "data"), "-p", String(this.port)];
    const child = this.#spawn("postgres", [...place, ...settings]);
    const said = heard(child);
    let isOver = false;
    const ended = endOf(child).then(() => {
      isOver = true;
    });
    while (!isOver && !said().includes("ready to accept connections"))
      await Promise.race([ended, setTimeout(20)]);
    if (isOver) return said();
    this.#process = child;
    return undefined;
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    return spawn(join(this.#programs, program), args, {
      cwd: this.#folder,
      env: { ...process.env, LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
      ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    });
  }

  #url(database: string): string {
    return `postgres://vidimus:${password}@127.0.0.1:${this.port}/${database}`;
  }
}

function heard(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
}

function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
