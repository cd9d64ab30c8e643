import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { folderSize } from "./folder-size.ts";
import { GpuWatch } from "./gpu-watch.ts";
import { LevelMeter } from "./level-meter.ts";
import { type MachineLook, MachineWatch } from "./machine-watch.ts";
import { readTree } from "./process-tree.ts";

const folder = temporaryFolder();
const onLinux = process.platform === "linux";

/** A process that holds so many bytes, and says so, until its input ends. */
async function holding(bytes: number) {
  const script = `const held = Buffer.alloc(${bytes}, 1); process.stdin.on("end", () => process.exit(held[0] - 1)).resume(); console.log("held")`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

describe.runIf(onLinux)("readTree", () => {
  it("counts a process with those that it started, but for the named ones", async () => {
    const bytes = 150e6;
    await using child = await holding(bytes);
    const alone = readTree(child.pid)!;
    expect(alone.rssBytes).toBeGreaterThan(bytes);
    expect(alone.cpuSeconds).toBeGreaterThanOrEqual(0);
    const whole = readTree(process.pid)!;
    const without = readTree(process.pid, new Set([child.pid]))!;
    expect(whole.rssBytes - without.rssBytes).toBeGreaterThan(bytes / 2);
  });

  it("knows nothing of a process that there is not", () =>
    expect(readTree(2 ** 22 + 1)).toBeUndefined());
});

describe("MachineWatch", () => {
  it.runIf(onLinux)("names what it watches, and what it cannot watch", async () => {
    const looks: MachineLook[] = [];
    await using child = await holding(60e6);
    using watch = new MachineWatch({
      everyMs: 1_000,
      pids: [child.pid, 2 ** 22 + 1],
      onLook: (look) => looks.push(look),
    });
    const { processes, remarks, cores, looks: count } = watch.finish();
    expect(processes.map(({ name }) => name)).toEqual([
      "vidimus",
      expect.stringMatching(new RegExp(`\\(${child.pid}\\)$`)),
    ]);
    expect(processes[1]!.rss.peak).toBeGreaterThan(60e6);
    for (const { cpu, rss } of processes) {
      expect(cpu.peak).toBeGreaterThanOrEqual(cpu.mean);
      expect(rss.peak).toBeGreaterThanOrEqual(Math.floor(rss.mean));
    }
    expect(remarks).toEqual([`the process ${2 ** 22 + 1} was not watched: there is none`]);
    expect(cores).toBeGreaterThan(0);
    expect(count).toBe(looks.length);
    expect(looks.at(-1)!.processes).toHaveLength(2);
  });

  it.runIf(onLinux)("says that a process ended, and keeps what it used", async () => {
    const child = await holding(60e6);
    using watch = new MachineWatch({ everyMs: 1_000, pids: [child.pid] });
    await child[Symbol.asyncDispose]();
    const { processes, remarks } = watch.finish();
    expect(processes[1]!.rss.peak).toBeGreaterThan(60e6);
    expect(remarks.join()).toContain("ended before the run did");
  });
});

describe("LevelMeter", () => {
  it("weighs values by how long they held", () => {
    const meter = new LevelMeter();
    meter.add(10, 0);
    meter.add(10, 3);
    meter.add(20, 1);
    expect(meter.level).toEqual({ mean: 11.25, peak: 20 });
  });

  it("is the only value where no time passed", () => {
    const meter = new LevelMeter();
    meter.add(7, 0);
    expect(meter.level).toEqual({ mean: 7, peak: 7 });
  });
});

describe("GpuWatch", () => {
  it("says that there is no nvidia-smi", async () => {
    using gpus = new GpuWatch(1_000, join(folder.path, "no-such-program"));
    await vi.waitFor(() => expect(gpus.absence).toBe("there is no nvidia-smi here"));
    expect(gpus.usage).toEqual([]);
  });

  const program = (name: string, lines: readonly string[]) => {
    const path = folder.file(name, `#!/bin/sh\n${lines.join("\n")}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  it.runIf(onLinux)("reads what nvidia-smi reports, again and again", async () => {
    using gpus = new GpuWatch(
      1_000,
      program("nvidia-smi", [
        'echo "0, NVIDIA RTX, 1000, 24576, 10"',
        'echo "1, NVIDIA RTX, 0, 24576, [N/A]"',
        'echo "0, NVIDIA RTX, 3000, 24576, 90"',
      ]),
    );
    await vi.waitFor(() => expect(gpus.usage[0]?.memory.peak).toBe(3_000 * 2 ** 20));
    expect(gpus.absence).toBeUndefined();
    expect(gpus.usage).toMatchObject([
      {
        name: "0 NVIDIA RTX",
        memory: { mean: 2_000 * 2 ** 20 },
        memoryBefore: 1_000 * 2 ** 20,
        memoryTotal: 24_576 * 2 ** 20,
        utilisation: { mean: 0.5, peak: 0.9 },
      },
      { name: "1 NVIDIA RTX", utilisation: { mean: 0, peak: 0 } },
    ]);
  });

  it.runIf(onLinux)("passes on why nvidia-smi fails", async () => {
    using gpus = new GpuWatch(
      1_000,
      program("broken-smi", ['echo "couldn\'t communicate with the driver"', "exit 9"]),
    );
    await vi.waitFor(() =>
      expect(gpus.absence).toBe("nvidia-smi failed: couldn't communicate with the driver"),
    );
  });
});

describe("folderSize", () => {
  it("counts files at any depth, and a file by itself", async () => {
    folder.file("size/a", "12345");
    folder.file("size/deep/er/b", "123");
    const path = join(folder.path, "size");
    expect(await folderSize(path, 10_000)).toEqual({ bytes: 8, isWhole: true });
    expect(await folderSize(join(path, "a"), 10_000)).toEqual({ bytes: 5, isWhole: true });
    expect(await folderSize(join(path, "none"), 10_000)).toEqual({ bytes: 0, isWhole: true });
    expect(await folderSize(path, -1)).toEqual({ bytes: 0, isWhole: false });
  });
});
