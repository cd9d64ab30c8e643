import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
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

interface StartOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Starts the sources instead of the built program: for tests of which modules are loaded. */
  readonly fromSource?: boolean;
}

/** Starts the real command line in a process of its own. */
export function startCli(
  args: readonly string[],
  { cwd, env = {}, fromSource = false }: StartOptions,
): Running {
  const child = spawn(process.execPath, [fromSource ? source : builtProgram(), ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", VIDIMUS_CACHE: join(cwd, ".cache"), ...env },
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

export async function cli(args: readonly string[], options: StartOptions): Promise<Finished> {
  return startCli(args, options).finished;
}
