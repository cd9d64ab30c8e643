import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isRecord, type Json } from "../../core/json.ts";
import type { KeptFileFacts, RunFiles } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { Selection } from "../../datasets/select-samples.ts";
import { reportHtml } from "../../report/html/html.ts";
import type { SampleListing } from "../../summary/sample-listing.ts";
import type { Summary } from "../../summary/summary.ts";
import { version } from "../version.ts";
import { readDigested, withDigest } from "./digested-json.ts";
import type { HeadlineEvidence } from "./headline-evidence.ts";
import type { ReportPictures } from "./report-pictures.ts";
import { packedEvidence, sealPage } from "./sealed-page.ts";

const evidenceName = "evidence.json";
const listingName = "listing.json";
export const picturesName = "pictures.json";

/** What metrics.json holds beside the summary. */
interface SummaryOrigin {
  /** Equal where nothing that decides the scores has changed since. */
  readonly basis: string;
  /** The log that it was computed from. */
  readonly journal: KeptFileFacts;
  /** The other files of the run as they were written. */
  readonly files?: Readonly<Record<string, KeptFileFacts>>;
}

/** metrics.json: the summary, and what it was computed from. */
export interface StoredSummary extends SummaryOrigin {
  readonly summary: Summary;
  /** Of all the rest. */
  readonly digest: string;
}

export interface WrittenSummary extends Pick<StoredSummary, "summary" | "basis"> {
  readonly evidence: HeadlineEvidence;
  readonly listing: SampleListing;
  /** Names of files that were written with it; others are as they were. */
  readonly written: readonly string[];
}

/** Writes what is derived from the log: metrics, evidence, the list of samples and the report. */
export async function writeSummary(
  files: RunFiles,
  { summary, basis, evidence, listing, written }: WrittenSummary,
): Promise<void> {
  const journal = await files.logFacts();
  if (!journal) throw new UserError(`the log of the run in ${files.directory} is gone`);
  const before = (await readSummary(files)).stored?.files ?? {};
  await files.write(evidenceName, `${JSON.stringify(evidence)}\n`);
  await files.write(listingName, `${JSON.stringify(listing)}\n`);
  const now = await Promise.all(
    [...written, evidenceName, listingName].map(
      async (name) => [name, await files.facts(name)] as const,
    ),
  );
  const kept = { ...before, ...Object.fromEntries(now.filter(([, facts]) => facts)) };
  await files.write("metrics.json", withDigest({ ...summary, basis, journal, files: kept }));
  await files.write("report.html", await reportOf(files, summary));
}

/** What metrics.json says, or why that is not to be believed. */
export type ReadSummary =
  | { readonly stored: StoredSummary }
  | { readonly stored?: undefined; readonly problem: string };

/** Reads metrics.json without looking at the log. */
export async function readSummary(files: RunFiles): Promise<ReadSummary> {
  const path = join(files.directory, "metrics.json");
  const text = await files.read("metrics.json");
  if (text === undefined) return { problem: `no metrics.json in ${files.directory}` };
  const read = readDigested<Summary & SummaryOrigin>(text);
  if (!read)
    return {
      problem: `${path} was changed after it was written, or written by an earlier version`,
    };
  const { basis, journal, files: others, ...summary } = read.content;
  return {
    stored: { summary, basis, journal, digest: read.digest, ...(others ? { files: others } : {}) },
  };
}

/** The same, believed only where it was computed from the log as it is now. */
export async function believedSummary(files: RunFiles): Promise<ReadSummary> {
  const read = await readSummary(files);
  if (!read.stored) return read;
  const now = await files.logFacts();
  const { sizeBytes, sha256 } = read.stored.journal;
  if (now?.sizeBytes === sizeBytes && now.sha256 === sha256) return read;
  return {
    problem: `${join(files.directory, "metrics.json")} was not computed from the run's log as it is now`,
  };
}

export async function writeManifest(files: RunFiles, manifest: Json): Promise<void> {
  await files.write("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
}

/** manifest.json of a run, where there is one that can be read. */
export async function manifestIn(
  files: RunFiles,
): Promise<Readonly<Record<string, Json>> | undefined> {
  try {
    const manifest = JSON.parse((await files.read("manifest.json")) ?? "null") as Json;
    return isRecord(manifest) ? (manifest as Readonly<Record<string, Json>>) : undefined;
  } catch {
    return undefined;
  }
}

/** manifest.json of a run, which names the folder its configuration's paths are relative to. */
async function readManifest(files: RunFiles): Promise<Readonly<Record<string, Json>>> {
  const manifest = await manifestIn(files);
  if (manifest) return manifest;
  const path = join(files.directory, "manifest.json");
  if ((await files.read("manifest.json")) === undefined)
    throw new UserError(`no such file: ${path}`, "name the directory of a run");
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
export async function runFacts(files: RunFiles): Promise<RunFacts> {
  const { directory } = files;
  const manifest = await readManifest(files);
  const near =
    typeof manifest.configDirectoryFromRun === "string"
      ? resolve(directory, manifest.configDirectoryFromRun)
      : undefined;
  const base =
    near !== undefined && existsSync(near) ? near : String(manifest.configDirectory ?? directory);
  const { config: spec } = manifest;
  if (!isRecord(manifest.selection))
    return { spec, base, selection: undefined, metrics: undefined };
  const { metrics, ...selection } = manifest.selection;
  return {
    spec,
    base,
    selection: selection as unknown as Selection,
    metrics: metrics as readonly string[] | undefined,
  };
}

/** The report of a run as a page, sealed by its digest. */
export async function reportOf(files: RunFiles, summary: Summary): Promise<string> {
  const manifest = await readManifest(files);
  const evidence = await evidenceOf(files);
  const pictures = await readJson<ReportPictures>(files, picturesName);
  const listing = await readJson<SampleListing>(files, listingName);
  const text = (value: Json | undefined) =>
    typeof value === "string" ? value : JSON.stringify(value);
  const page = reportHtml(summary, {
    version,
    ...(evidence ? { evidence: packedEvidence(evidence) } : {}),
    ...(pictures ? { pictures } : {}),
    ...(listing ? { listing } : {}),
    createdAt: `${text(manifest.createdAt).slice(0, 16).replace("T", " ")} UTC`,
    directory: basename(files.directory),
    command: text(manifest.command),
    config: JSON.stringify(manifest.config, null, 2),
    facts: ["versions", "seed", "gitCommit", "host", "files", "cells"].map((name) => [
      name,
      manifest[name] ?? null,
    ]),
  });
  return sealPage(page);
}

/** What the headline scores of a run are computed from, where it is kept. */
async function evidenceOf(files: RunFiles): Promise<HeadlineEvidence | undefined> {
  const kept = await readJson<HeadlineEvidence>(files, evidenceName);
  return kept && kept.cells.length > 0 ? kept : undefined;
}

/** A file of the run that holds JSON, where it can be read. */
async function readJson<Content>(files: RunFiles, name: string): Promise<Content | undefined> {
  try {
    return (JSON.parse((await files.read(name)) ?? "null") as Content | null) ?? undefined;
  } catch {
    return undefined;
  }
}
