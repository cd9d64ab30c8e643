import { isRecord } from "../../core/json.ts";

/** A quantity over the time of a run. */
export interface Level {
  readonly mean: number;
  readonly peak: number;
}

/** A process with all processes that it started. */
export interface ProcessUsage {
  /** `vidimus` for the program itself, or the name of a watched process and its id. */
  readonly name: string;
  /** Cores that were busy: 1.5 is one and a half. */
  readonly cpu: Level;
  /** Resident memory in bytes; what processes share is counted for each of them. */
  readonly rss: Level;
}

export interface GpuUsage {
  /** The number and name that nvidia-smi gives it. */
  readonly name: string;
  /** Bytes in use by all programs. */
  readonly memory: Level;
  /** Bytes in use when the run began. */
  readonly memoryBefore: number;
  readonly memoryTotal: number;
  /** A share of the time in which it was busy, from 0 to 1. */
  readonly utilisation: Level;
}

/** Bytes of a folder; at least so many where it was too large to be counted in the time there was. */
export interface FolderSize {
  readonly bytes: number;
  readonly isWhole: boolean;
}

/** What a system stores, such as its index, as a size probe of the configuration found it. */
export interface StorageSize {
  readonly name: string;
  /** `null` where the probe failed, for the reason given. */
  readonly bytes: number | null;
  readonly reason?: string;
  /** Hours of video that it is about; `null` where nothing says how long the videos are. */
  readonly videoHours: number | null;
}

/** What one start of the program took of its machine. */
export interface MachineReading {
  /** How long it was watched. */
  readonly seconds: number;
  /** How often it was looked at. */
  readonly looks: number;
  readonly everyMs: number;
  /** Cores of the machine. */
  readonly cores: number;
  readonly processes: readonly ProcessUsage[];
  /** Empty where there is none, for the reason given. */
  readonly gpus: readonly GpuUsage[];
  readonly noGpu?: string;
  readonly run: FolderSize;
  readonly cache: FolderSize;
  readonly storage: readonly StorageSize[];
  readonly remarks: readonly string[];
}

/** What a run took of its machine, or of several: peaks are the highest of all starts. */
export interface MachineSummary extends MachineReading {
  /** Starts of the program that were watched. */
  readonly starts: number;
}

/** Joins what the starts of a run took, oldest first; `undefined` where none was watched. */
export function machineSummary(notes: readonly unknown[]): MachineSummary | undefined {
  const readings = notes.filter(isReading);
  const last = readings.at(-1);
  if (!last) return undefined;
  const seconds = readings.reduce((sum, one) => sum + one.seconds, 0);
  const { noGpu: _, ...latest } = last;
  const gpus = joined(readings, ({ gpus: own }) => own, joinGpus);
  const noGpu = gpus.length > 0 ? undefined : last.noGpu;
  return {
    ...latest,
    seconds,
    looks: readings.reduce((sum, one) => sum + one.looks, 0),
    processes: joined(
      readings,
      ({ processes }) => processes,
      (all) => ({
        name: all[0]!.value.name,
        cpu: joinLevels(all.map(({ value, weight }) => ({ value: value.cpu, weight }))),
        rss: joinLevels(all.map(({ value, weight }) => ({ value: value.rss, weight }))),
      }),
    ),
    gpus,
    ...(noGpu === undefined ? {} : { noGpu }),
    remarks: [...new Set(readings.flatMap(({ remarks }) => remarks))],
    starts: readings.length,
  };
}

interface Weighed<T> {
  readonly value: T;
  readonly weight: number;
}

/** Things of one name in several readings, in the order in which they first occur. */
function joined<T extends { readonly name: string }>(
  readings: readonly MachineReading[],
  of: (reading: MachineReading) => readonly T[],
  join: (all: readonly Weighed<T>[]) => T,
): readonly T[] {
  const all = readings.flatMap((reading) =>
    of(reading).map((value) => ({ value, weight: reading.seconds })),
  );
  return [...Map.groupBy(all, ({ value }) => value.name).values()].map(join);
}

function joinGpus(all: readonly Weighed<GpuUsage>[]): GpuUsage {
  const [first] = all;
  return {
    ...first!.value,
    memory: joinLevels(all.map(({ value, weight }) => ({ value: value.memory, weight }))),
    utilisation: joinLevels(all.map(({ value, weight }) => ({ value: value.utilisation, weight }))),
  };
}

function joinLevels(all: readonly Weighed<Level>[]): Level {
  const weight = all.reduce((sum, one) => sum + one.weight, 0);
  const mean =
    weight > 0
      ? all.reduce((sum, one) => sum + one.value.mean * one.weight, 0) / weight
      : all[0]!.value.mean;
  return { mean, peak: Math.max(...all.map(({ value }) => value.peak)) };
}

function isReading(note: unknown): note is MachineReading {
  return isRecord(note) && typeof note.seconds === "number" && Array.isArray(note.processes);
}
