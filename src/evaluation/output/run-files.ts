import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isRecord, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import { type FileFacts, fileFacts } from "../../files/content-digest.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import { reportHtml } from "../../report/html/html.ts";
import { journalName } from "../../store/journal-file.ts";
import type { Summary } from "../../summary/summary.ts";
import { version } from "../version.ts";
import { readDigested, withDigest } from "./digested-json.ts";

/** What metrics.json holds beside the summary. */
interface SummaryOrigin {
  /** Equal where nothing that decides the scores has changed since. */
  readonly basis: string;
  /** The log that it was computed from. */
  readonly journal: FileFacts;
}

/** metrics.json: the summary, and what it was computed from. */
export interface StoredSummary extends SummaryOrigin {
  readonly summary: Summary;
  /** Of all the rest. */
  readonly digest: string;
}

/** Writes what is derived from the log: metrics.json and report.html. */
export async function writeSummary(directory: string, { summary, basis }: Pick<StoredSummary, "summary" | "basis">): Promise<void> {
  const journal = await fileFacts(join(directory, journalName));
  writeAtomically(join(directory, "metrics.json"), withDigest({ ...summary, basis, journal }));
  writeReport(directory, summary, join(directory, "report.html"));
}

/** What metrics.json says, or why that is not to be believed. */
export type ReadSummary = { readonly stored: StoredSummary } | { readonly stored?: undefined; readonly problem: string };

/** Reads metrics.json without looking at the log. */
export function readSummary(directory: string): ReadSummary {
  const path = join(directory, "metrics.json");
  if (!existsSync(path)) return { problem: `no metrics.json in ${directory}` };
  const read = readDigested<Summary & SummaryOrigin>(path);
  if (!read) return { problem: `${path} was changed after it was written, or written by an earlier version` };
  const { basis, journal, ...summary } = read.content;
  return { stored: { summary, basis, journal, digest: read.digest } };
}

/** The same, believed only where it was computed from the log as it is now. */
export async function believedSummary(directory: string): Promise<ReadSummary> {
  const read = readSummary(directory);
  if (!read.stored) return read;
  const now = await fileFacts(join(directory, journalName)).catch(() => undefined);
  const { sizeBytes, sha256 } = read.stored.journal;
  if (now?.sizeBytes === sizeBytes && now.sha256 === sha256) return read;
  return { problem: `${join(directory, "metrics.json")} was not computed from ${journalName} as it is now` };
}

export function writeManifest(directory: string, manifest: Json): void {
  writeAtomically(join(directory, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** manifest.json of a run, where there is one that can be read. */
export function manifestIn(directory: string): Readonly<Record<string, Json>> | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as Json;
    return isRecord(manifest) ? (manifest as Readonly<Record<string, Json>>) : undefined;
  } catch {
    return undefined;
  }
}

/** manifest.json of a run, which names the folder its configuration's paths are relative to. */
function readManifest(directory: string): Readonly<Record<string, Json>> {
  const path = join(directory, "manifest.json");
  if (!existsSync(path)) throw new UserError(`no such file: ${path}`, "name the directory of a run");
  const manifest = manifestIn(directory);
  if (manifest) return manifest;
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
