import { availableParallelism } from "node:os";
import type {
  Level,
  MachineReading,
  ProcessUsage,
} from "../../summary/performance/machine-summary.ts";
import { type GpuReading, GpuWatch } from "./gpu-watch.ts";
import { LevelMeter } from "./level-meter.ts";
import { hasProcessFiles, processName, readTree } from "./process-tree.ts";

export interface MachineWatchOptions {
  /** How often is looked. */
  readonly everyMs: number;
  /** Further processes that are watched, by their ids. */
  readonly pids: readonly number[];
  /** Called after each look. */
  readonly onLook?: ((look: MachineLook) => void) | undefined;
}

/** What was seen at one look. */
export interface MachineLook {
  readonly processes: readonly ProcessLook[];
  readonly gpus: readonly GpuReading[];
}

interface ProcessLook {
  readonly name: string;
  /** Cores that were busy since the look before. */
  readonly cpu: number;
  readonly rssBytes: number;
}

/** What is measured while work goes on; sizes are taken when it is over. */
export type Watched = Omit<MachineReading, "run" | "cache" | "storage">;

/** Looks now and then at what this program, and processes that are named, use of the machine. */
export class MachineWatch implements Disposable {
  readonly #options: MachineWatchOptions;
  readonly #gpus: GpuWatch;
  readonly #trees: readonly TreeMeter[];
  readonly #timer: NodeJS.Timeout;
  readonly #remarks: string[] = [];
  readonly #beganMs = performance.now();
  #looks = 0;

  constructor(options: MachineWatchOptions) {
    this.#options = options;
    this.#gpus = new GpuWatch(options.everyMs);
    const except = new Set(this.#gpus.pid === undefined ? [] : [this.#gpus.pid]);
    const named = options.pids.flatMap((pid) => {
      const name = processName(pid);
      if (name !== undefined) return [new TreeMeter(`${name} (${pid})`, pid)];
      const why = hasProcessFiles ? "there is none" : "only Linux says what it uses";
      this.#remarks.push(`the process ${pid} was not watched: ${why}`);
      return [];
    });
    if (!hasProcessFiles)
      this.#remarks.push("processes that this program started are counted on Linux only");
    this.#trees = [new TreeMeter("vidimus", process.pid, except), ...named];
    this.#look();
    this.#timer = setInterval(() => this.#look(), options.everyMs).unref();
  }

  /** What was seen so far. */
  finish(): Watched {
    this.#look();
    const { absence } = this.#gpus;
    return {
      seconds: (performance.now() - this.#beganMs) / 1_000,
      looks: this.#looks,
      everyMs: this.#options.everyMs,
      cores: availableParallelism(),
      processes: this.#trees.map((tree) => tree.usage),
      gpus: this.#gpus.usage,
      ...(absence === undefined ? {} : { noGpu: absence }),
      remarks: [...this.#remarks, ...this.#trees.flatMap((tree) => tree.remarks)],
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#gpus[Symbol.dispose]();
  }

  #look(): void {
    this.#looks++;
    // A busy moment between two looks that nearly coincide is no peak.
    const leastMs = this.#options.everyMs / 2;
    const processes = this.#trees.flatMap((tree) => tree.look(leastMs) ?? []);
    this.#options.onLook?.({ processes, gpus: this.#gpus.latest });
  }
}

/** One process with all that it started. */
class TreeMeter {
  readonly #name: string;
  readonly #pid: number;
  readonly #except: ReadonlySet<number> | undefined;
  readonly #rss = new LevelMeter();
  readonly #began: { readonly atMs: number; readonly cpuSeconds: number } | undefined;
  #last: { readonly atMs: number; readonly cpuSeconds: number } | undefined;
  #peak: { readonly atMs: number; readonly cpuSeconds: number } | undefined;
  #peakCpu: number | undefined;
  #hasEnded = false;

  constructor(name: string, pid: number, except?: ReadonlySet<number>) {
    this.#name = name;
    this.#pid = pid;
    this.#except = except;
    const reading = readTree(pid, except);
    if (!reading) return;
    this.#began = { atMs: performance.now(), cpuSeconds: reading.cpuSeconds };
    this.#last = this.#began;
    this.#peak = this.#began;
    this.#rss.add(reading.rssBytes, 0);
  }

  look(leastMs: number): ProcessLook | undefined {
    const last = this.#last;
    const reading = this.#hasEnded || !last ? undefined : readTree(this.#pid, this.#except);
    if (!reading || !last) {
      this.#hasEnded = true;
      return undefined;
    }
    const atMs = performance.now();
    // Of processes that nobody waited for the time is lost.
    const cpuSeconds = Math.max(reading.cpuSeconds, last.cpuSeconds);
    this.#rss.add(reading.rssBytes, (atMs - last.atMs) / 1_000);
    const now = { atMs, cpuSeconds };
    this.#last = now;
    const before = this.#peak!;
    const cpu = coresBetween(before, now);
    if (atMs - before.atMs >= leastMs) {
      this.#peakCpu = Math.max(this.#peakCpu ?? 0, cpu);
      this.#peak = now;
    }
    return { name: this.#name, cpu, rssBytes: reading.rssBytes };
  }

  get usage(): ProcessUsage {
    return { name: this.#name, cpu: this.#cpu, rss: this.#rss.level };
  }

  get remarks(): readonly string[] {
    return this.#hasEnded ? [`the process ${this.#name} ended before the run did`] : [];
  }

  get #cpu(): Level {
    const mean = this.#began && this.#last ? coresBetween(this.#began, this.#last) : 0;
    return { mean, peak: Math.max(this.#peakCpu ?? 0, mean) };
  }
}

interface Moment {
  readonly atMs: number;
  readonly cpuSeconds: number;
}

function coresBetween(from: Moment, to: Moment): number {
  const seconds = (to.atMs - from.atMs) / 1_000;
  return seconds > 0 ? (to.cpuSeconds - from.cpuSeconds) / seconds : 0;
}
