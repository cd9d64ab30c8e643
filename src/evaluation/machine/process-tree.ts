import { readdirSync, readFileSync } from "node:fs";

/** A process with its descendants at a moment. */
export interface TreeReading {
  /** Processor time since they began, of those that ended too. */
  readonly cpuSeconds: number;
  readonly rssBytes: number;
}

/** Linux counts processor time in ticks of a hundredth of a second, whatever its kernel does. */
const ticksPerSecond = 100;

/** Whether other processes than our own can be looked at. */
export const hasProcessFiles = process.platform === "linux";

/**
 * Reads what a process and everything it started use, but for `except`; `undefined` where there is
 * no such process. Elsewhere than on Linux only the own process is known, without those it started.
 */
export function readTree(
  pid: number,
  except: ReadonlySet<number> = new Set(),
): TreeReading | undefined {
  if (!hasProcessFiles) return pid === process.pid ? ownReading() : undefined;
  const own = readProcess(pid);
  if (!own) return undefined;
  let { cpuSeconds, rssBytes } = own;
  for (const child of childrenOf(pid)) {
    if (except.has(child)) continue;
    const below = readTree(child, except);
    cpuSeconds += below?.cpuSeconds ?? 0;
    rssBytes += below?.rssBytes ?? 0;
  }
  return { cpuSeconds, rssBytes };
}

/** The name of a process as the system has it; `undefined` where there is none. */
export function processName(pid: number): string | undefined {
  return textOf(`/proc/${pid}/comm`)?.trim();
}

function ownReading(): TreeReading {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage.rss() };
}

function readProcess(pid: number): TreeReading | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  const status = textOf(`/proc/${pid}/status`);
  if (stat === undefined || status === undefined) return undefined;
  // The name, in brackets, may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // utime, stime, and the same of children that ended and were waited for.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const kilobytes = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  return { cpuSeconds: ticks / ticksPerSecond, rssBytes: kilobytes * 1024 };
}

/** Each thread lists the processes that it started. */
function childrenOf(pid: number): readonly number[] {
  let threads: readonly string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) =>
    (textOf(`/proc/${pid}/task/${thread}/children`) ?? "")
      .split(" ")
      .filter((text) => text.trim() !== "")
      .map(Number),
  );
}

/** Processes end while they are looked at. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
