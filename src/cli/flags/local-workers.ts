import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { exitCode } from "../exit-code.ts";
import { storeVariable } from "./open-store.ts";

interface LocalWorkers {
  readonly count: number;
  /** The address of the database. */
  readonly url: string;
  /** The name of the run. */
  readonly run: string;
  say(text: string): void;
}

/** A worker that ended unexpectedly is replaced after so long. */
const againMs = 1_000;
/** So long they may take to see that the run has ended. */
const leavingMs = 3_000;
/** Lines that those who coordinate need to see; what a worker does otherwise, they know. */
const isTelling = (line: string) => /^(warning|error|crash| {2}hint|the database)/.test(line);

/** Starts workers on this machine; one that dies is replaced until they are disposed of. */
export function localWorkers({ count, url, run, say }: LocalWorkers): AsyncDisposable {
  const children = new Map<number, ChildProcess>();
  const said = new Set<string>();
  let isOver = false;
  const start = (number: number) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, process.argv[1]!, "worker", "--run", run, "--leave-at-end"],
      { env: { ...process.env, [storeVariable]: url }, stdio: ["ignore", "ignore", "pipe"] },
    );
    children.set(number, child);
    const name = `worker ${number}`;
    createInterface({ input: child.stderr }).on("line", (line) => {
      // What one of them meets, all do.
      if (isTelling(line) && !said.has(line)) say(`${name}: ${line.trim()}`);
      said.add(line);
    });
    child.on("exit", (status, signal) => {
      children.delete(number);
      if (isOver || status === exitCode.fine) return;
      const isMistake = status === exitCode.usage;
      say(
        `${name} ended (${signal ?? `exit code ${status}`})${isMistake ? "" : "; another takes its place"}`,
      );
      if (!isMistake) setTimeout(() => isOver || start(number), againMs).unref();
    });
  };
  for (let number = 1; number <= count; number++) start(number);
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(
        [...children.values()].map(
          (child) =>
            new Promise((resolve) => {
              child.once("exit", resolve);
              setTimeout(() => child.kill("SIGTERM"), leavingMs).unref();
            }),
        ),
      );
    },
  };
}
