import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import type { runCommand as RunCommand } from "../../src/cli/main.ts";
import { Slots } from "../../src/core/slots.ts";
import { builtProgram } from "./built-program.ts";

const source = join(import.meta.dirname, "../../src/cli/bin.js");

export interface Finished {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** Waits until the text stands on standard error. */
  says(text: string): Promise<void>;
  readonly finished: Promise<Finished>;
}

interface Options {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

interface StartOptions extends Options {
  /** Starts the sources instead of the built program: for tests of which modules are loaded. */
  readonly fromSource?: boolean;
}

const environment = ({ cwd, env = {} }: Options): NodeJS.ProcessEnv => ({
  ...process.env,
  NO_COLOR: "1",
  VIDIMUS_CACHE: join(cwd, ".cache"),
  ...env,
});

/**
 * Starts the real command line in a process of its own: for tests of signals, kills and memory, of
 * commands that run at the same time, and of modules that change between commands.
 */
export function startCli(
  args: readonly string[],
  { fromSource = false, ...options }: StartOptions,
): Running {
  const child = spawn(process.execPath, [fromSource ? source : builtProgram(), ...args], {
    cwd: options.cwd,
    env: environment(options),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const finished = new Promise<Finished>((resolve) =>
    child.on("close", (status, signal) => resolve({ status, signal, stdout, stderr })),
  );
  const says = async (text: string) => {
    while (!stderr.includes(text) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { process: child, finished, says };
}

/** A command has the process to itself: its folder, environment, arguments and output. */
const turns = new Slots(1);
const turn: { test?: string } = {};

/** Runs the real command line in this process, which loads it once for all tests. */
export async function cli(args: readonly string[], options: Options): Promise<Finished> {
  const { currentTestName: test = "" } = expect.getState();
  if ((turn.test ?? test) !== test) throw new Error(`a command of "${turn.test}" has not ended`);
  return turns.run(async () => {
    turn.test = test;
    const program = builtProgram();
    const entry = pathToFileURL(join(dirname(program), "run-command.js")).href;
    const { runCommand } = (await import(entry)) as { runCommand: typeof RunCommand };
    const { argv, exitCode } = process;
    const [cwd, env] = [process.cwd(), { ...process.env }];
    const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
    try {
      process.chdir(options.cwd);
      replaceEnvironment(environment(options));
      process.argv = [process.execPath, program, ...args];
      process.exitCode = undefined;
      await runCommand();
      const status = Number(process.exitCode ?? 0);
      return { status, signal: null, stdout: stdout.text(), stderr: stderr.text() };
    } finally {
      process.exitCode = exitCode;
      process.argv = argv;
      replaceEnvironment(env);
      process.chdir(cwd);
      stderr.release();
      stdout.release();
      delete turn.test;
    }
  });
}

function replaceEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name];
  for (const [name, value] of Object.entries(wanted))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}

function capture(stream: NodeJS.WriteStream): { text(): string; release(): void } {
  const { write } = stream;
  const chunks: Buffer[] = [];
  stream.write = (chunk: Uint8Array | string) => chunks.push(Buffer.from(chunk)) > 0;
  return {
    text: () => Buffer.concat(chunks).toString("utf8"),
    release: () => {
      stream.write = write;
    },
  };
}
