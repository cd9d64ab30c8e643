import { describe, expect, it } from "vitest";
import { type MachineReading, machineSummary } from "./machine-summary.ts";

const level = (mean: number, peak = mean) => ({ mean, peak });
const reading = (seconds: number, more: Partial<MachineReading> = {}): MachineReading => ({
  seconds,
  looks: 2,
  everyMs: 1_000,
  cores: 4,
  processes: [{ name: "vidimus", cpu: level(1, 2), rss: level(100, 200) }],
  gpus: [],
  noGpu: "there is no nvidia-smi here",
  run: { bytes: 5, isWhole: true },
  cache: { bytes: 7, isWhole: true },
  storage: [],
  remarks: [],
  ...more,
});

describe("machineSummary", () => {
  it("is absent of runs that were not watched", () => {
    expect(machineSummary([])).toBeUndefined();
    expect(machineSummary([undefined, "text", { seconds: 1 }])).toBeUndefined();
  });

  it("takes the highest peak, and weighs means by time", () => {
    const second = reading(30, {
      processes: [
        { name: "vidimus", cpu: level(2, 3), rss: level(300, 150) },
        { name: "server (7)", cpu: level(1), rss: level(50) },
      ],
      run: { bytes: 9, isWhole: true },
      remarks: ["a"],
    });
    expect(machineSummary([reading(10), second])).toMatchObject({
      starts: 2,
      seconds: 40,
      looks: 4,
      processes: [
        { name: "vidimus", cpu: { mean: 1.75, peak: 3 }, rss: { mean: 250, peak: 200 } },
        { name: "server (7)", cpu: { mean: 1 } },
      ],
      run: { bytes: 9 },
      noGpu: "there is no nvidia-smi here",
      remarks: ["a"],
    });
  });

  it("knows a graphics card that any start had", () => {
    const gpu = {
      name: "0 RTX",
      memory: level(10, 20),
      memoryBefore: 1,
      memoryTotal: 24,
      utilisation: level(0.5),
    };
    const joined = machineSummary([reading(10, { gpus: [gpu] }), reading(10)]);
    expect(joined?.gpus).toEqual([gpu]);
    expect(joined).not.toHaveProperty("noGpu");
  });
});
