import { findById } from "../../core/registry.ts";
import { UserError } from "../../core/user-error.ts";
import { formatByteSize, parseByteSize } from "../../media/cache/byte-size.ts";
import { cacheSettings } from "../../media/cache/cache-settings.ts";
import { digestedPaths, forgetDigests } from "../../media/cache/digest-cache.ts";
import { type FrameCache, type ListedEntry, openFrameCache } from "../../media/cache/frame-cache.ts";
import { ReplyDatabase } from "../../store/reply-database.ts";
import type { Flags } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { explainReply } from "../explain-reply.ts";
import { textRows } from "../text-rows.ts";

interface Place {
  readonly directory: string;
  readonly maxBytes: number;
  readonly frames: FrameCache;
  readonly replies: ReplyDatabase;
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
  readonly perform: (place: Place) => Promise<Told>;
}

const actions: readonly Action[] = [
  { id: "list", perform: list },
  { id: "prune", perform: prune },
  { id: "clear", perform: clear },
  { id: "why", perform: ({ replies, about }) => explainReply(replies, about) },
];

/** A digest that nobody has needed anew for this long is of a file that is probably gone. */
const keepDigestsMs = 90 * 86_400_000;
const longestRequest = 80;

/** `vidimus cache`. */
export async function run(argument: string | undefined, flags: Flags, rest: readonly string[] = []): Promise<ExitCode> {
  const action = findById(actions, argument ?? "list", "action");
  if (flags.max !== undefined && action.id !== "prune")
    throw new UserError(`--max does nothing for cache ${action.id}`, "use: vidimus cache prune");
  const settings = cacheSettings({
    directory: flags.directory as string | undefined,
    maxBytes: flags.max === undefined ? undefined : parseByteSize(flags.max as string),
  });
  const about = rest.slice(1);
  if (action.id !== "why" && about.length > 0) throw new UserError(`cache ${action.id} takes no further names`, "use: vidimus cache why");
  using replies = new ReplyDatabase({ directory: settings.directory, clock: Date.now, onTrouble: complain });
  const { data, text } = await action.perform({ ...settings, frames: openFrameCache(settings), replies, about });
  process.stdout.write(
    flags.json === true ? `${JSON.stringify({ schema: "vidimus-cache/1", directory: settings.directory, ...data })}\n` : text,
  );
  return exitCode.fine;
}

function complain(message: string): void {
  process.stderr.write(`warning: ${message}\n`);
}

async function list({ directory, frames, replies }: Place): Promise<Told> {
  const kept = replies.stats();
  const [stats, found, paths] = [await frames.stats(), await frames.list(), await digestedPaths(directory)];
  const entries = found.map((entry) => ({ ...entry, path: paths.get(entry.source) ?? null }));
  const nowMs = Date.now();
  const rows = entries.map(({ path, ...entry }) => row(entry, path, nowMs));
  const table = rows.length === 0 ? "" : textRows(["source", "frames", "size", "used", "request"], rows);
  return {
    data: { ...stats, entries, replies: kept },
    text: `${table}${counted(stats.entries, "entry", "entries")}, ${counted(stats.blobs, "frame", "frames")}, ${formatByteSize(stats.bytes)} in ${directory}\n${repliesText(kept.count, kept.bytes)}\n`,
  };
}

function row({ source, frames, sizeBytes, usedMs, request }: ListedEntry, path: string | null, nowMs: number): readonly string[] {
  const shown = request.length > longestRequest ? `${request.slice(0, longestRequest - 1)}…` : request;
  return [path ?? source.slice(0, 12), String(frames), formatByteSize(sizeBytes), age(nowMs - usedMs), shown];
}

function repliesText(count: number, bytes: number): string {
  return `${counted(count, "reply", "replies")}, ${formatByteSize(bytes)}`;
}

async function prune({ directory, maxBytes, frames, replies }: Place): Promise<Told> {
  const report = await frames.prune(maxBytes);
  const dropped = replies.prune(maxBytes);
  await forgetDigests(directory, keepDigestsMs);
  const { removedEntries, freedBytes, remainingEntries, remainingBytes } = report;
  const why =
    remainingBytes > maxBytes ? `; the rest was used within the last minutes, try again later to get to ${formatByteSize(maxBytes)}` : "";
  return {
    data: { maxBytes, ...report, replies: dropped },
    text: `removed ${counted(removedEntries, "entry", "entries")}, ${formatByteSize(freedBytes)}; ${counted(remainingEntries, "entry", "entries")}, ${formatByteSize(remainingBytes)} left${why}\nremoved ${repliesText(dropped.removed, dropped.freedBytes)}; ${dropped.left} left\n`,
  };
}

async function clear({ directory, frames, replies }: Place): Promise<Told> {
  const dropped = replies.clear();
  const { entries, blobs, bytes } = await frames.clear();
  const forgotten = await forgetDigests(directory, 0);
  return {
    data: { removedEntries: entries, removedBlobs: blobs, freedBytes: bytes, removedDigests: forgotten, replies: dropped },
    text: `removed ${counted(entries, "entry", "entries")}, ${formatByteSize(bytes)}\nremoved ${repliesText(dropped.removed, dropped.freedBytes)}\n`,
  };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function age(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} days ago`;
}
