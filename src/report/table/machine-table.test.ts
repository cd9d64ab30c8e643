import { describe, expect, it } from "vitest";
import type { MachineSummary } from "../../summary/performance/machine-summary.ts";
import { machineLine, machineTable } from "./machine-table.ts";

const machine: MachineSummary = {
  starts: 1,
  seconds: 12.34,
  looks: 13,
  everyMs: 1_000,
  cores: 8,
  processes: [
    { name: "vidimus", cpu: { mean: 0.81, peak: 1.9 }, rss: { mean: 210e6, peak: 340e6 } },
    { name: "rag (7)", cpu: { mean: 2, peak: 4 }, rss: { mean: 3e9, peak: 5e9 } },
  ],
  gpus: [
    {
      name: "0 RTX",
      memory: { mean: 8e9, peak: 20e9 },
      memoryBefore: 8e9,
      memoryTotal: 24e9,
      utilisation: { mean: 0.5, peak: 1 },
    },
  ],
  run: { bytes: 12_000, isWhole: true },
  cache: { bytes: 5e9, isWhole: false },
  storage: [
    { name: "index", bytes: 3e9, videoHours: 2 },
    { name: "vectors", bytes: 5e6, videoHours: null },
    { name: "gone", bytes: null, reason: "HTTP 404", videoHours: 2 },
  ],
  remarks: ["odd"],
};

describe("machineTable", () => {
  it("has a row for everything that was measured", () => {
    const { rows, notes = [] } = machineTable(machine);
    expect(rows).toEqual([
      ["vidimus: busy cores of 8", "0.81", "1.90"],
      ["vidimus: memory (RSS)", "210 MB", "340 MB"],
      ["rag (7): busy cores of 8", "2.00", "4.00"],
      ["rag (7): memory (RSS)", "3.00 GB", "5.00 GB"],
      ["GPU 0 RTX: memory of 24.0 GB", "8.00 GB", "20.0 GB"],
      ["GPU 0 RTX: busy", "50 %", "100 %"],
      ["files of the run", "", "12.0 kB"],
      ["cache", "", "over 5.00 GB"],
      ["storage: index", "", "3.00 GB"],
      ["storage: vectors", "", "5.00 MB"],
      ["storage: gone", "", "–"],
      ["storage: index, per hour of video", "", "1.50 GB"],
    ]);
    expect(notes[0]).toContain("13 looks in 12.3 s");
    expect(notes.slice(1)).toEqual([
      expect.stringContaining("vectors: nothing says how long the videos are"),
      "storage, gone: HTTP 404",
      "odd",
    ]);
  });

  it("has none where nothing was watched", () => expect(machineTable(undefined).rows).toEqual([]));

  it("is one line for a terminal", () => {
    expect(machineLine(machine)).toBe(
      "0.8 of 8 cores busy (peak 1.9), memory 210 MB (peak 340 MB), rag (7) 3.00 GB (peak 5.00 GB), GPU memory 20.0 GB at most, index 1.50 GB per hour of video",
    );
    expect(machineLine({ ...machine, gpus: [] })).toContain("no GPU");
  });
});
