import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { GpuUsage } from "../../summary/performance/machine-summary.ts";
import { LevelMeter } from "./level-meter.ts";

/** A graphics card at a moment. */
export interface GpuReading {
  readonly name: string;
  readonly memoryBytes: number;
  readonly memoryTotal: number;
  /** From 0 to 1. */
  readonly utilisation: number;
}

const fields = ["index", "name", "memory.used", "memory.total", "utilization.gpu"];
const mebibyte = 1024 * 1024;

/**
 * Watches graphics cards by one nvidia-smi that reports again and again, since starting it for each
 * look would cost more than what is measured.
 */
export class GpuWatch implements Disposable {
  readonly #child: ChildProcess;
  readonly #cards = new Map<string, Card>();
  readonly #everySeconds: number;
  #absence: string | undefined = "nvidia-smi has not reported yet";
  #complaint = "";

  constructor(everyMs: number, program = "nvidia-smi") {
    this.#everySeconds = everyMs / 1_000;
    const query = [`--query-gpu=${fields.join(",")}`, "--format=csv,noheader,nounits"];
    this.#child = spawn(program, [...query, "-lms", String(everyMs)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.unref();
    this.#child.on("error", (error: NodeJS.ErrnoException) => {
      this.#absence =
        error.code === "ENOENT" ? "there is no nvidia-smi here" : `nvidia-smi: ${error.message}`;
    });
    this.#child.on("exit", (code) => {
      if (code) this.#absence = `nvidia-smi failed: ${this.#complaint || `exit code ${code}`}`;
    });
    this.#listen("stdout", (line) => this.#read(line));
    this.#listen("stderr", (line) => {
      this.#complaint ||= line.trim().slice(0, 200);
    });
  }

  /** The id of nvidia-smi, which is not part of what is measured. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get latest(): readonly GpuReading[] {
    return [...this.#cards.values()].map(({ latest }) => latest);
  }

  get usage(): readonly GpuUsage[] {
    return [...this.#cards.values()].map(({ latest, memoryBefore, memory, utilisation }) => ({
      name: latest.name,
      memory: memory.level,
      memoryBefore,
      memoryTotal: latest.memoryTotal,
      utilisation: utilisation.level,
    }));
  }

  /** Why there is no card; `undefined` where there is one. */
  get absence(): string | undefined {
    return this.#cards.size > 0 ? undefined : this.#absence;
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }

  #listen(name: "stdout" | "stderr", onLine: (line: string) => void): void {
    const stream = this.#child[name];
    if (!stream) return;
    // The program must end when its work does, whatever this pipe does.
    if ("unref" in stream && typeof stream.unref === "function") stream.unref();
    createInterface({ input: stream }).on("line", onLine);
  }

  #read(line: string): void {
    const [index = "", model = "", used, total, busy] = line.split(",").map((text) => text.trim());
    const [memoryBytes, memoryTotal] = [used, total].map((text) => Number(text) * mebibyte);
    if (!/^\d+$/.test(index) || !Number.isFinite(memoryBytes)) {
      // Where there is a driver and no card it says so on standard output.
      this.#complaint ||= line.trim().slice(0, 200);
      return;
    }
    const name = `${index} ${model}`;
    // Some cards do not say how busy they are: "[N/A]".
    const latest = {
      name,
      memoryBytes: memoryBytes!,
      memoryTotal: memoryTotal!,
      utilisation: Number.isFinite(Number(busy)) ? Number(busy) / 100 : 0,
    };
    const known = this.#cards.get(name);
    const card = known ?? {
      latest,
      memoryBefore: latest.memoryBytes,
      memory: new LevelMeter(),
      utilisation: new LevelMeter(),
    };
    card.latest = latest;
    card.memory.add(latest.memoryBytes, known ? this.#everySeconds : 0);
    card.utilisation.add(latest.utilisation, known ? this.#everySeconds : 0);
    this.#cards.set(name, card);
  }
}

interface Card {
  latest: GpuReading;
  readonly memoryBefore: number;
  readonly memory: LevelMeter;
  readonly utilisation: LevelMeter;
}
