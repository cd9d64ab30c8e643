import {
  formatByteSize,
  formatCount,
  formatNumber,
  formatPercent,
} from "../../summary/format-number.ts";
import type {
  FolderSize,
  Level,
  MachineSummary,
  StorageSize,
} from "../../summary/performance/machine-summary.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** Bytes per hour of video; `null` where either is not known. */
function perVideoHour({ bytes, videoHours }: StorageSize): number | null {
  return bytes === null || videoHours === null ? null : bytes / videoHours;
}

/** What a run took of its machine; no rows where it was not watched. */
export function machineTable(machine: MachineSummary | undefined): ReportTable {
  return {
    title: "Machine",
    columns: [leftColumn(""), ...["mean", "peak"].map(rightColumn)],
    rows: machine ? rowsOf(machine) : [],
    notes: machine ? notesOf(machine) : [],
  };
}

function rowsOf({ cores, processes, gpus, run, cache, storage }: MachineSummary): string[][] {
  const level = (name: string, { mean, peak }: Level, text: (value: number) => string) => [
    name,
    text(mean),
    text(peak),
  ];
  return [
    ...processes.flatMap(({ name, cpu, rss }) => [
      level(`${name}: busy cores of ${cores}`, cpu, (value) => formatNumber(value, 2)),
      level(`${name}: memory (RSS)`, rss, formatByteSize),
    ]),
    ...gpus.flatMap(({ name, memory, memoryTotal, utilisation }) => [
      level(`GPU ${name}: memory of ${formatByteSize(memoryTotal)}`, memory, formatByteSize),
      level(`GPU ${name}: busy`, utilisation, (value) => formatPercent(value, 0)),
    ]),
    ["files of the run", "", sizeText(run)],
    ["cache", "", sizeText(cache)],
    ...storage.map((size) => [
      `storage: ${size.name}`,
      "",
      size.bytes === null ? "–" : formatByteSize(size.bytes),
    ]),
    ...storage.flatMap((size) => {
      const each = perVideoHour(size);
      return each === null
        ? []
        : [[`storage: ${size.name}, per hour of video`, "", formatByteSize(each)]];
    }),
  ];
}

function sizeText({ bytes, isWhole }: FolderSize): string {
  return isWhole ? formatByteSize(bytes) : `over ${formatByteSize(bytes)}`;
}

function notesOf({
  seconds,
  looks,
  starts,
  noGpu,
  storage,
  remarks,
}: MachineSummary): readonly string[] {
  const several = starts > 1 ? `, in ${formatCount(starts)} starts` : "";
  return [
    `${formatCount(looks)} looks in ${formatNumber(seconds, 1)} s${several}; processes are counted with those that they started`,
    ...(noGpu === undefined ? [] : [`no graphics card was measured: ${noGpu}`]),
    ...storage.flatMap(({ name, bytes, reason, videoHours }) => [
      ...(reason === undefined ? [] : [`storage, ${name}: ${reason}`]),
      ...(bytes !== null && videoHours === null
        ? [
            `storage, ${name}: nothing says how long the videos are; name it as videoHours, or durationSeconds of the samples`,
          ]
        : []),
    ]),
    ...remarks,
  ];
}

/** "0.8 of 2 cores busy, 210 MB of memory at most, no GPU": a line for the terminal. */
export function machineLine({ cores, processes, gpus, storage }: MachineSummary): string {
  const [own, ...others] = processes;
  const memory = gpus.reduce((sum, gpu) => sum + gpu.memory.peak, 0);
  return [
    ...(own
      ? [
          `${busy(own.cpu.mean)} of ${cores} cores busy (peak ${busy(own.cpu.peak)})`,
          `memory ${formatByteSize(own.rss.mean)} (peak ${formatByteSize(own.rss.peak)})`,
        ]
      : []),
    ...others.map(
      ({ name, rss }) => `${name} ${formatByteSize(rss.mean)} (peak ${formatByteSize(rss.peak)})`,
    ),
    gpus.length === 0 ? "no GPU" : `GPU memory ${formatByteSize(memory)} at most`,
    ...storage.flatMap((size) => {
      const each = perVideoHour(size);
      return each === null ? [] : [`${size.name} ${formatByteSize(each)} per hour of video`];
    }),
  ].join(", ");
}

/** Cores to a tenth, and to a hundredth where that would be none. */
function busy(cores: number): string {
  return cores < 0.1 ? (Math.round(cores * 100) / 100).toFixed(2) : formatNumber(cores, 1);
}
