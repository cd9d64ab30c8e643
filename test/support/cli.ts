import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));

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

/** Starts the real command line in a process of its own. */
export function startCli(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Running {
  const child = spawn(process.execPath, [main, ...args], {
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

export async function cli(
  args: readonly string[],
  options: Parameters<typeof startCli>[1],
): Promise<Finished> {
  return startCli(args, options).finished;
}
