import { basename, join, resolve } from "node:path";
import type { MediaRef } from "../../core/data/sample.ts";
import { isRecord, type Json } from "../../core/json.ts";
import type { MediaEvent } from "../../core/run/run-event.ts";
import type { KeptRun, RunFiles } from "../../core/run/run-store.ts";
import type { WorkKey } from "../../core/run/work.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import { formatQuantity } from "../../summary/format-number.ts";
import type { Summary } from "../../summary/summary.ts";
import {
  type Verification,
  type VerifiedPart,
  verificationOf,
} from "../../summary/verification.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { manifestIn, readSummary, runFacts, type StoredSummary } from "../output/run-files.ts";
import { damageText } from "../run/damage-text.ts";
import { type Rescored, rescoreRun } from "../run/rescore-run.ts";
import type { Task } from "../task/open-task.ts";
import { addedParts } from "./added-files.ts";
import { differingScores } from "./differing-scores.ts";
import { type RecordedFile, verifiedFiles } from "./verified-files.ts";
import { verifyPage } from "./verify-page.ts";

export interface VerifyOptions {
  /** Whether the files of pictures and videos are digested too. */
  readonly checksMedia: boolean;
  /** The folder that paths of the configuration are relative to, where the data was moved. */
  readonly base?: string | undefined;
  readonly onEvent: OnEvent;
}

/**
 * Checks that a run is what it was when its figures were written: its log line by line, the files
 * beside it, its data and media by their digests, and every figure by computing it again. Nothing
 * is written, fetched or asked.
 */
export async function verifyRun(directory: string, options: VerifyOptions): Promise<Verification> {
  const files = runStores.files(directory);
  const isRun = (await files.facts("metrics.json")) !== undefined;
  if (isRun && !(await files.logFacts())) return verificationOf(directory, [lostLog(files)]);
  await using store = await runStores.read(directory);
  const read = await readSummary(store.files);
  const seen = await readLog(store);
  const parts: VerifiedPart[] = [logPart(store, read.stored, await store.files.logFacts())];
  parts.push(
    read.stored
      ? await filesPart(store, read.stored)
      : { part: "files", state: "changed", text: read.problem, changed: ["metrics.json"] },
  );
  parts.push(...(await addedParts(store)));
  parts.push(await dataPart(store, options));
  const rescored = await scoredAgain(store, options);
  if (seen.size > 0)
    parts.push(
      options.checksMedia && rescored.tasks
        ? await mediaPart(rescored.tasks, seen)
        : unchecked("media", rescored.problem ?? "left out, as asked for"),
    );
  const figures = figuresPart(read.stored?.summary, rescored);
  parts.push(figures);
  const page = await verifyPage(join(directory, "report.html"), "report.html");
  // What was computed again from the log need not be computed from the report too.
  const isCovered = ({ part, state }: VerifiedPart) =>
    part === "headlines" && state === "unchecked" && figures.state !== "unchecked";
  parts.push(...page.filter((part) => !isCovered(part)));
  return verificationOf(directory, parts);
}

function lostLog({ logFile }: RunFiles): VerifiedPart {
  return {
    part: "log",
    state: "changed",
    text: `${logFile} is not there any more: nothing can be computed again`,
    changed: [logFile],
  };
}

/** What the log says was shown, by task: digests of files by their names. */
type ReadLog = ReadonlyMap<string, ReadonlyMap<string, Shown>>;

interface Shown {
  readonly ref: MediaRef;
  readonly sha256: string;
}

/** Reads every line, which finds all damage. */
async function readLog(store: KeptRun): Promise<ReadLog> {
  const tasks = new Map<string, Map<string, Shown>>();
  const shown = new Map<WorkKey, ReadonlyMap<string, Shown>>();
  for await (const event of store.events()) {
    if (event.event === "media")
      shown.set(event.key, new Map([...(shown.get(event.key) ?? []), ...filesIn(event)]));
    else if (event.event === "outcome") {
      const own = tasks.get(event.task) ?? new Map<string, Shown>();
      for (const [path, one] of shown.get(event.key) ?? []) own.set(path, one);
      if (own.size > 0) tasks.set(event.task, own);
    }
  }
  return tasks;
}

function filesIn({ media }: MediaEvent): readonly (readonly [string, Shown])[] {
  return media.flatMap((look) => {
    if ("problem" in look) return [];
    const { path, file = path, source: sha256 } = look;
    return [[path, { ref: { kind: "video", path: file }, sha256 }] as const];
  });
}

function logPart(
  { damage, logName }: KeptRun,
  stored: StoredSummary | undefined,
  now: StoredSummary["journal"] | undefined,
): VerifiedPart {
  const text = damageText(damage, logName);
  if (text !== undefined)
    return { part: "log", state: "changed", text, changed: [basename(logName)] };
  if (stored && now?.sha256 !== stored.journal.sha256)
    return {
      part: "log",
      state: "changed",
      text: `${logName} is not the log that metrics.json was computed from`,
      changed: [basename(logName)],
    };
  return {
    part: "log",
    state: "unchanged",
    text: "every line has its checksum, and the whole its digest",
    changed: [],
  };
}

async function filesPart(
  { files: { directory } }: KeptRun,
  { files = {} }: StoredSummary,
): Promise<VerifiedPart> {
  if (Object.keys(files).length === 0)
    return unchecked("files", "an earlier version of the program recorded no digests of them");
  return verifiedFiles(
    Object.entries(files).map(([name, { sha256 }]) => ({
      name,
      path: join(directory, name),
      sha256,
    })),
    {
      part: "files",
      what: `files of the run beside metrics.json (${Object.keys(files).join(", ")})`,
      isOwn: true,
      also: "; run.log and run.index are not checked, and no figure comes from them alone",
    },
  );
}

async function dataPart(store: KeptRun, { base }: VerifyOptions): Promise<VerifiedPart> {
  const manifest = await manifestIn(store.files);
  const recorded = isRecord(manifest?.files) ? Object.entries(manifest.files) : [];
  if (recorded.length === 0) return unchecked("data", "manifest.json names no files of the data");
  const from = base ?? (await runFacts(store.files)).base;
  const files = recorded.map(([name, facts]): RecordedFile => {
    const { sha256 } = facts as { readonly sha256?: Json };
    // Fetched files have addresses, not paths.
    const path = /^[a-z]+:\/\//.test(name) ? undefined : resolve(from, name);
    return { name, path, sha256: String(sha256) };
  });
  return verifiedFiles(files, { part: "data", what: "data files" });
}

async function mediaPart(tasks: readonly Task[], seen: ReadLog): Promise<VerifiedPart> {
  const files = new Map<string, RecordedFile>();
  for (const [id, shown] of seen) {
    const task = tasks.find((one) => one.id === id);
    for (const [name, { ref, sha256 }] of shown) {
      const path = await task?.media.locate(ref).catch(() => undefined);
      files.set(path ?? name, { name, path, sha256 });
    }
  }
  return verifiedFiles([...files.values()], { part: "media", what: "files that were shown" });
}

interface ScoredAgain {
  readonly summary?: Summary;
  readonly tasks?: readonly Task[];
  /** Why it could not be scored. */
  readonly problem?: string;
}

async function scoredAgain(store: KeptRun, { base, onEvent }: VerifyOptions): Promise<ScoredAgain> {
  try {
    const rescored: Rescored | undefined = await rescoreRun({
      store,
      onEvent,
      set: [],
      base,
      isOffline: true,
      select: () => undefined,
    });
    return rescored
      ? { summary: rescored.evaluated.summary, tasks: rescored.tasks }
      : { problem: "scoring ended before all was read" };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { problem: error.message };
  }
}

function figuresPart(stored: Summary | undefined, { summary, problem }: ScoredAgain): VerifiedPart {
  if (!stored) return unchecked("figures", "metrics.json cannot be believed");
  if (!summary) return unchecked("figures", `not computed again: ${problem}`);
  const { count, differing } = differingScores(stored, summary);
  if (differing.length === 0)
    return {
      part: "figures",
      state: "unchanged",
      text: `${formatQuantity(count, "score")} computed again from the log, all the same`,
      changed: [],
    };
  const more = differing.length > 3 ? `, and ${differing.length - 3} more` : "";
  return {
    part: "figures",
    state: "changed",
    text: `${differing.length} of ${formatQuantity(count, "score")} come to something else now: ${differing.slice(0, 3).join("; ")}${more}`,
    changed: [],
  };
}

function unchecked(part: VerifiedPart["part"], text: string): VerifiedPart {
  return { part, state: "unchecked", text, changed: [] };
}
