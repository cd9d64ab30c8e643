import { basename } from "node:path";
import { canonicalJson, isRecord, type Json } from "../../core/json.ts";
import type { RunEvent } from "../../core/run/run-event.ts";
import type { KeptRun } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { runStores } from "../../store/run-stores.ts";
import type { Summary } from "../../summary/summary.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { differingLeaves } from "../explain/differing-leaves.ts";
import { manifestIn, writeManifest } from "../output/run-files.ts";
import { asItStands } from "../run/rescore-run.ts";
import { newRunDirectory, specIdentity } from "../run/run-directory.ts";
import { writeResults } from "../run/write-results.ts";

export interface MergeRequest {
  /** Folders of runs of one configuration. */
  readonly sources: readonly string[];
  /** The folder of all runs, in which the new one is made. */
  readonly output: string;
  readonly onEvent: OnEvent;
}

export interface Merged {
  readonly directory: string;
  readonly summary: Summary;
}

/** Events at a time: an append waits for the disk. */
const batch = 1_000;

/**
 * Makes one run of several that are parts of it: their logs one after the other, which nothing
 * tells from a log that one machine wrote, and what they learnt. The parts stay as they are.
 */
export async function mergeRuns({ sources, output, onEvent }: MergeRequest): Promise<Merged> {
  await using opened = new AsyncDisposableStack();
  const parts: KeptRun[] = [];
  for (const source of sources) parts.push(opened.use(await runStores.read(source)));
  const [first] = parts;
  if (!first) throw new UserError("name the runs to merge");
  for (const part of parts) checkSame(first, part);
  await warnOfMissing(parts, onEvent);
  const manifest = await manifestOf(first);
  const name = nameOf(manifest, first);
  const directory = newRunDirectory(output, name, new Date());
  const createdAt = Math.min(...parts.map(({ header }) => header.createdAt));
  await using run = await runStores.create(directory, { ...first.header, name, createdAt });
  const seen = new Set<string>();
  for (const part of parts) await copyEvents(part, run, seen);
  const { shard: _, ...selection } = isRecord(manifest.selection) ? manifest.selection : {};
  await writeManifest(run.files, {
    ...manifest,
    name,
    createdAt: new Date(createdAt).toISOString(),
    selection,
    mergedFrom: parts.map(({ files }) => basename(files.directory)),
  } as Json);
  const reading = { ...asItStands(run), onEvent, isOffline: undefined };
  const rescored = await writeResults(reading, "all");
  if (!rescored) throw new Error("scoring ended before all was read");
  return { directory, summary: rescored.evaluated.summary };
}

function checkSame(first: KeptRun, part: KeptRun): void {
  const [a, b] = [first, part].map(({ header }) => specIdentity(header.spec));
  if (a === b && first.header.schema === part.header.schema) return;
  const [leaf] = differingLeaves(JSON.parse(a!), JSON.parse(b!));
  throw new UserError(
    `${part.files.directory} is a run of another configuration than ${first.files.directory}`,
    leaf === undefined ? "merge runs of one configuration" : `they differ in ${leaf.where}`,
  );
}

/** Parts that nobody named: a whole that is not one must not be taken for one. */
async function warnOfMissing(parts: readonly KeptRun[], onEvent: OnEvent): Promise<void> {
  const shards = new Map<number, Set<number>>();
  for (const part of parts) {
    const { selection } = (await manifestIn(part.files)) ?? {};
    const shard = isRecord(selection) && isRecord(selection.shard) ? selection.shard : undefined;
    if (typeof shard?.count !== "number") continue;
    const numbers = shards.get(shard.count) ?? new Set<number>();
    shards.set(shard.count, numbers.add(Number(shard.number)));
  }
  for (const [count, numbers] of shards) {
    const all = Array.from({ length: count }, (_, at) => at + 1);
    const missing = all.filter((number) => !numbers.has(number));
    if (missing.length > 0)
      onEvent({
        type: "warning",
        text: `of ${count} parts ${missing.length === 1 ? "part" : "parts"} ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing: what they were to answer is still open`,
      });
  }
}

async function manifestOf(run: KeptRun): Promise<Readonly<Record<string, Json>>> {
  const manifest = await manifestIn(run.files);
  if (manifest) return manifest;
  throw new UserError(
    `${run.files.directory} has no manifest.json`,
    "run its configuration again: it is written anew",
  );
}

/** The name of the configuration, without that of the part. */
function nameOf(manifest: Readonly<Record<string, Json>>, { header }: KeptRun): string {
  const { shard } = isRecord(manifest.selection) ? manifest.selection : {};
  if (!isRecord(shard)) return header.name;
  return header.name.replace(`-part-${String(shard.number)}-of-${String(shard.count)}`, "");
}

/** Notes about one start of the program are not about the whole. */
const ofOneStart = new Set(["complete", "data", "machine"]);

async function copyEvents(from: KeptRun, to: KeptRun, seen: Set<string>): Promise<void> {
  let waiting: RunEvent[] = [];
  for await (const event of from.events()) {
    if (event.event === "note" || event.event === "fitted") {
      if (event.event === "note" && ofOneStart.has(event.note)) continue;
      const { at: _, ...content } = event;
      const text = canonicalJson(content as unknown as Json);
      if (seen.has(text)) continue;
      seen.add(text);
    }
    if (event.event === "fitted") {
      const learnt = await from.artefacts.get(event.digest);
      if (learnt) await to.artefacts.put(learnt);
    }
    waiting.push(event);
    if (waiting.length < batch) continue;
    await to.append(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await to.append(waiting);
}
