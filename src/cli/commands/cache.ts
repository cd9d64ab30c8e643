import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { formatByteSize, parseByteSize } from "../../media/cache/byte-size.ts";
import { cacheSettings } from "../../media/cache/cache-settings.ts";
import { digestedPaths } from "../../media/cache/digest-cache.ts";
import { type FrameCache, type ListedEntry, openFrameCache } from "../../media/cache/frame-cache.ts";
import { ReplyDatabase } from "../../store/reply-database.ts";
import type { CacheKind, KindRemoval, PruneBounds } from "../cache/cache-kind.ts";
import { cacheKinds } from "../cache/cache-kinds.ts";
import { requestText } from "../cache/request-text.ts";
import type { Flags } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { explainReply } from "../explain-reply.ts";
import { terminalRows } from "../fitted-rows.ts";

interface Place {
  readonly directory: string;
  readonly frames: FrameCache;
  readonly replies: ReplyDatabase;
  /** All kinds for a list; those that an action is for otherwise. */
  readonly kinds: readonly CacheKind[];
  /** Kinds that an action leaves alone. */
  readonly spared: readonly CacheKind[];
  readonly bounds: PruneBounds;
  /** What was named after the action. */
  readonly about: readonly string[];
}

/** What an action did or found: for programs, and for people. */
interface Told {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface Action {
  readonly id: string;
  /** Options that do something for it. */
  readonly options: readonly string[];
  readonly perform: (place: Place) => Promise<Told>;
}

const actions: readonly Action[] = [
  { id: "list", options: ["kind"], perform: list },
  { id: "prune", options: ["kind", "max", "unused"], perform: prune },
  { id: "clear", options: ["kind"], perform: clear },
  { id: "why", options: [], perform: ({ replies, about }) => explainReply(replies, about) },
];

const dayMs = 86_400_000;

/** `vidimus cache`. */
export async function run(argument: string | undefined, flags: Flags, rest: readonly string[] = []): Promise<ExitCode> {
  const action = findById(actions, argument ?? "list", "action");
  for (const option of ["kind", "max", "unused"])
    if (flags[option] !== undefined && !action.options.includes(option))
      throw new UserError(`--${option} does nothing for cache ${action.id}`, "use: vidimus cache prune");
  const settings = cacheSettings({
    directory: flags.directory as string | undefined,
    maxBytes: flags.max === undefined ? undefined : parseByteSize(flags.max as string),
  });
  const about = rest.slice(1);
  if (action.id !== "why" && about.length > 0) throw new UserError(`cache ${action.id} takes no further names`, "use: vidimus cache why");
  using replies = new ReplyDatabase({ directory: settings.directory, clock: Date.now, onTrouble: complain });
  const { directory } = settings;
  const frames = openFrameCache(settings);
  const all = cacheKinds({ directory, frames, replies });
  const kinds = chosen(all, flags.kind as readonly string[] | undefined, action.id === "list");
  const unusedMs = flags.unused === undefined ? Number.POSITIVE_INFINITY : (flags.unused as number) * dayMs;
  const bounds = { maxBytes: settings.maxBytes, unusedMs };
  const spared = all.filter((kind) => !kinds.includes(kind));
  const { data, text } = await action.perform({ directory, frames, replies, kinds, spared, bounds, about });
  process.stdout.write(flags.json === true ? `${JSON.stringify({ schema: "vidimus-cache/1", directory, ...data })}\n` : text);
  return exitCode.fine;
}

/** What was fetched is only removed where it is named. */
function chosen(all: readonly CacheKind[], named: readonly string[] | undefined, isList: boolean): readonly CacheKind[] {
  if (named?.includes("all")) return all;
  return named?.map((id) => findById(all, id, "kind of cached files")) ?? all.filter(({ isFetched }) => isList || !isFetched);
}

function complain(message: string): void {
  process.stderr.write(`warning: ${message}\n`);
}

async function list({ directory, frames, kinds }: Place): Promise<Told> {
  const isWithFrames = kinds.some(({ id }) => id === "frames");
  const [found, paths] = isWithFrames ? [await frames.list(), await digestedPaths(directory)] : [[], new Map<string, string>()];
  const entries = found.map((entry) => ({ ...entry, path: paths.get(entry.source) ?? null }));
  const nowMs = Date.now();
  const rows = entries.map(({ path, ...entry }) => row(entry, path, nowMs));
  const sizes = await Promise.all(kinds.map(async ({ id, what, size }) => ({ id, what, ...(await size()) })));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const table = terminalRows(
    ["kind", "number", "size", "what"],
    sizes.map(({ id, count, bytes, what }) => [id, String(count), formatByteSize(bytes), what]),
  );
  return {
    data: { kinds: sizes, entries },
    text: `${rows.length === 0 ? "" : `${terminalRows(["source", "frames", "size", "used", "request"], rows)}\n`}${table}${formatByteSize(total)} in ${directory}\n`,
  };
}

function row({ source, frames, sizeBytes, usedMs, request }: ListedEntry, path: string | null, nowMs: number): readonly string[] {
  return [path ?? source.slice(0, 12), String(frames), formatByteSize(sizeBytes), age(nowMs - usedMs), requestText(request)];
}

async function prune({ kinds, spared, bounds }: Place): Promise<Told> {
  const done: Done[] = [];
  for (const kind of kinds) done.push({ id: kind.id, ...(await kind.prune(bounds)) });
  const isShort = done.some(({ id, leftBytes }) => id !== "digests" && leftBytes > bounds.maxBytes);
  const why = isShort ? `some were used too recently, try again later to get to ${formatByteSize(bounds.maxBytes)}\n` : "";
  return {
    data: { maxBytes: bounds.maxBytes, kinds: done },
    text: `${removedText(done)}${why}${await sparedText(spared)}`,
  };
}

async function clear({ kinds, spared }: Place): Promise<Told> {
  const done: Done[] = [];
  for (const kind of kinds) done.push({ id: kind.id, ...(await kind.clear()) });
  return { data: { kinds: done }, text: `${removedText(done)}${await sparedText(spared)}` };
}

interface Done extends KindRemoval {
  readonly id: string;
}

function removedText(done: readonly Done[]): string {
  return terminalRows(
    ["kind", "removed", "freed", "left", "size"],
    done.map(({ id, removed, freedBytes, left, leftBytes }) => [
      id,
      `${removed}`,
      formatByteSize(freedBytes),
      `${left}`,
      formatByteSize(leftBytes),
    ]),
  );
}

/** Silence about what fills the disk would look as if it were gone. */
async function sparedText(spared: readonly CacheKind[]): Promise<string> {
  const kept: string[] = [];
  for (const { id, isFetched, size } of spared) {
    const { bytes } = isFetched ? await size() : { bytes: 0 };
    if (bytes > 0) kept.push(`${id} ${formatByteSize(bytes)}`);
  }
  return kept.length === 0 ? "" : `kept what was fetched, unless named with --kind: ${kept.join(", ")}\n`;
}

function age(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} days ago`;
}
