import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isRecord, type Json } from "../core/json.ts";
import { UserError } from "../core/user-error.ts";
import type { Selection } from "../datasets/select-samples.ts";
import { writeAtomically } from "../files/write-atomically.ts";
import { reportHtml } from "../report/html.ts";
import type { Summary } from "../report/summary.ts";
import { version } from "./version.ts";

/** metrics.json: the summary, and what it was computed from. */
export interface StoredSummary {
  readonly summary: Summary;
  /** Equal where nothing that decides the scores has changed since. */
  readonly basis: string;
}

/** Writes what is derived from the log: metrics.json and report.html. */
export function writeSummary(directory: string, { summary, basis }: StoredSummary): void {
  writeAtomically(join(directory, "metrics.json"), `${JSON.stringify({ ...summary, basis }, null, 2)}\n`);
  writeReport(directory, summary, join(directory, "report.html"));
}

export function readSummary(directory: string): StoredSummary | undefined {
  const path = join(directory, "metrics.json");
  if (!existsSync(path)) return undefined;
  try {
    const { basis, ...summary } = JSON.parse(readFileSync(path, "utf8")) as Summary & { readonly basis: string };
    return { summary, basis };
  } catch {
    // Derived: whoever needs it computes it again.
    return undefined;
  }
}

export function writeManifest(directory: string, manifest: Json): void {
  writeAtomically(join(directory, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** manifest.json of a run, which names the folder its configuration's paths are relative to. */
function readManifest(directory: string): Readonly<Record<string, Json>> {
  const path = join(directory, "manifest.json");
  if (!existsSync(path)) throw new UserError(`no such file: ${path}`, "name the directory of a run");
  try {
    const manifest = JSON.parse(readFileSync(path, "utf8")) as Json;
    if (isRecord(manifest)) return manifest as Readonly<Record<string, Json>>;
  } catch {
    // Told below.
  }
  throw new UserError(`${path} cannot be read`, "run the configuration again: it is written anew");
}

export interface RunFacts {
  /** The configuration of the last start, where it is known. */
  readonly spec: Json | undefined;
  /** The folder that paths of the configuration are relative to. */
  readonly base: string;
  readonly selection: Selection | undefined;
  /** Names of the metrics that were asked for on the command line. */
  readonly metrics: readonly string[] | undefined;
}

/** Where a run's data is, and which of its samples and metrics were taken. */
export function runFacts(directory: string): RunFacts {
  const manifest = readManifest(directory);
  const near = typeof manifest.configDirectoryFromRun === "string" ? resolve(directory, manifest.configDirectoryFromRun) : undefined;
  const base = near !== undefined && existsSync(near) ? near : String(manifest.configDirectory ?? directory);
  const { config: spec } = manifest;
  if (!isRecord(manifest.selection)) return { spec, base, selection: undefined, metrics: undefined };
  const { metrics, ...selection } = manifest.selection;
  return { spec, base, selection: selection as unknown as Selection, metrics: metrics as readonly string[] | undefined };
}

export function writeReport(directory: string, summary: Summary, path: string): void {
  const manifest = readManifest(directory);
  const text = (value: Json | undefined) => (typeof value === "string" ? value : JSON.stringify(value));
  writeAtomically(
    path,
    reportHtml(summary, {
      version,
      createdAt: `${text(manifest.createdAt).slice(0, 16).replace("T", " ")} UTC`,
      directory: basename(directory),
      command: text(manifest.command),
      config: JSON.stringify(manifest.config, null, 2),
      facts: ["versions", "seed", "gitCommit", "host", "files", "cells"].map((name) => [name, manifest[name] ?? null]),
    }),
  );
}
