import type { MachineFigure } from "../../core/scores/target.ts";
import type { MachineSummary } from "./machine-summary.ts";

const gigabyte = 1e9;

/** A figure of the machine that can be held to a target, or why it is not known. */
export function machineFigure(
  name: MachineFigure,
  machine: MachineSummary | undefined,
): number | string {
  if (!machine) return "the machine was not watched (resources.everyMs)";
  switch (name) {
    case "peak-vram-gb":
      return gpuFigure(machine);
    case "peak-memory-gb":
      return memoryFigure(machine);
    case "storage-gb-per-video-hour":
      return storageFigure(machine);
  }
}

/** Peaks of several cards need not be at one time: their sum is the most it can have been. */
function gpuFigure({ gpus, noGpu }: MachineSummary): number | string {
  if (gpus.length === 0) return `no graphics card was measured: ${noGpu ?? "there is none"}`;
  return gpus.reduce((sum, { memory }) => sum + memory.peak, 0) / gigabyte;
}

function memoryFigure({ processes }: MachineSummary): number | string {
  const [own, ...named] = processes;
  const watched = named.length > 0 ? named : own ? [own] : [];
  if (watched.length === 0) return "no process was measured";
  return watched.reduce((sum, { rss }) => sum + rss.peak, 0) / gigabyte;
}

function storageFigure({ storage }: MachineSummary): number | string {
  if (storage.length === 0)
    return "nothing says where the system stores what it indexes (resources.storage)";
  let bytes = 0;
  for (const { name, bytes: own, reason, videoHours } of storage) {
    if (own === null) return `${name}: ${reason ?? "its size is not known"}`;
    if (videoHours === null)
      return `${name}: nothing says how long the videos are (durationSeconds of the samples, or videoHours)`;
    bytes += own / videoHours;
  }
  return bytes / gigabyte;
}
