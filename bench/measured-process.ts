import { spawn } from "node:child_process";

export interface MeasuredProcess {
  readonly seconds: number;
  /** User and system time of the process and all its children. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the largest process, megabytes. */
  readonly peakMb: number;
  readonly status: number | null;
  readonly output: string;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Python's view of ended children is the only one at hand that has CPU time and peak memory
 * together.
 */
const meter = `
import json, resource, subprocess, sys, time
def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
# A python3 that is a script has had children of its own.
before = cpu()
start = time.monotonic()
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
seconds = time.monotonic() - start
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
sys.stdout.buffer.write(done.stdout)
sys.stderr.buffer.write(done.stderr[-4000:])
sys.stderr.write("\\nmeasured:" + json.dumps([seconds, cpu() - before, peak]))
sys.exit(done.returncode)
`;

/** Runs a command in a process of its own and measures it from outside. */
export async function measuredProcess({
  command,
  args,
  cwd,
  env = {},
}: Command): Promise<MeasuredProcess> {
  const child = spawn("python3", ["-c", meter, command, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const [seconds = Number.NaN, cpuSeconds = Number.NaN, peakMb = Number.NaN] = JSON.parse(
    /measured:(.*)$/.exec(errors)?.[1] ?? "[]",
  ) as number[];
  if (status !== 0)
    console.log(`${command} ended with ${status}: ${(errors || output).slice(-1_000)}`);
  return { seconds, cpuSeconds, peakMb, status, output };
}
