import { afterAll, beforeAll, expect, it } from "vitest";
import { seededRandom } from "../../src/math/seeded-random.ts";
import { cli, type Running, startCli } from "../support/cli.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { figuresOf, outcomeCounts, runOf, sharedConfig, writeQuestions } from "./shared-project.ts";

const folder = temporaryFolder();
const samples = 900;
const kills = 30;
let server: PostgresServer;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  server = await PostgresServer.start();
  env = { VIDIMUS_STORE: await server.database() };
  writeQuestions(folder, samples);
});
afterAll(() => server[Symbol.asyncDispose]());

const options = () => ({ cwd: folder.path, env });

/** A process that is started again whenever it was killed, until it ends by itself. */
class Stubborn {
  readonly #args: readonly string[];
  #running: Running;
  #isOver = false;

  constructor(args: readonly string[]) {
    this.#args = args;
    this.#running = startCli(args, options());
  }

  async end(): Promise<{ readonly status: number | null; readonly stderr: string }> {
    for (;;) {
      const { signal, status, stderr } = await this.#running.finished;
      if (signal !== "SIGKILL" || this.#isOver) return { status, stderr };
      this.#running = startCli(this.#args, options());
    }
  }

  kill(): void {
    this.#running.process.kill("SIGKILL");
  }

  stop(): void {
    this.#isOver = true;
    this.kill();
  }
}

it(`ends like an undisturbed run after ${kills} kills of workers, coordinator and database`, {
  timeout: 400_000,
}, async () => {
  folder.file("calm.yaml", sharedConfig("calm", 1));
  const calm = await cli(["run", "calm.yaml", "--json"], options());
  expect(calm.status, calm.stderr).toBe(0);
  const expected = figuresOf(runOf(folder.path, "calm"));

  const random = seededRandom(7, "shared kills");
  const workers = Array.from({ length: 4 }, () => new Stubborn(["worker", "--lease", "2"]));
  const working = workers.map((worker) => worker.end());
  let killed = 0;
  // A run that completes early is followed by another, until there were enough kills.
  for (let number = 0; killed < kills; number++) {
    const name = `wild-${number}`;
    folder.file(`${name}.yaml`, sharedConfig(name, 40));
    const coordinator = new Stubborn(["run", `${name}.yaml`, "--workers", "0", "--json"]);
    let isOver = false;
    const ended = coordinator.end().finally(() => {
      isOver = true;
    });
    while (!isOver && killed < kills) {
      await Promise.race([ended, new Promise((wait) => setTimeout(wait, 200 + 500 * random()))]);
      if (isOver) break;
      const victim = Math.floor(random() * 7);
      if (victim < 4) workers[victim]!.kill();
      else if (victim < 6) coordinator.kill();
      else {
        await server.kill();
        await server.restart();
      }
      killed++;
    }
    const { status, stderr } = await ended;
    expect(status, stderr).toBe(0);
    const directory = runOf(folder.path, name);
    const counts = await outcomeCounts(directory);
    expect(counts.size).toBe(3 * samples);
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
    expect(figuresOf(directory)).toEqual(expected);
  }
  for (const worker of workers) worker.stop();
  await Promise.all(working);
  expect(killed).toBe(kills);
});
