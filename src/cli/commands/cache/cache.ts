import { parseByteSize } from "../../../core/byte-size.ts";
import { findById } from "../../../core/registry.ts";
import { UserError } from "../../../core/user-error.ts";
import { cacheSettings } from "../../../media/cache/cache-settings.ts";
import { openFrameCache } from "../../../media/cache/frame-cache.ts";
import { EmbeddingDatabase } from "../../../store/embedding-database.ts";
import { ReplyDatabase } from "../../../store/reply-database.ts";
import { formatByteSize } from "../../../summary/format-number.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { terminalRows } from "../../terminal/fitted-rows.ts";
import type { Flags } from "../command.ts";
import type { CacheKind, KindRemoval, PruneBounds } from "./cache-kind.ts";
import { cacheKinds } from "./cache-kinds.ts";
import { explainReply } from "./explain-reply.ts";
import { listCache } from "./list-cache.ts";

interface Place {
  readonly directory: string;
  readonly replies: ReplyDatabase;
  /** All kinds for a list; those that an action is for otherwise. */
  readonly kinds: readonly CacheKind[];
  /** Kinds that an action leaves alone. */
  readonly spared: readonly CacheKind[];
  /**
   * Whether a list shows entries: none where no kind is named, the last used of those that are, or
   * all.
   */
  readonly shown: "totals" | "some" | "all";
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
  { id: "list", options: ["kind", "all"], perform: listCache },
  { id: "prune", options: ["kind", "max", "unused"], perform: prune },
  { id: "clear", options: ["kind"], perform: clear },
  { id: "why", options: [], perform: ({ replies, about }) => explainReply(replies, about) },
];

const dayMs = 86_400_000;

/** `vidimus cache`. */
export async function run(
  argument: string | undefined,
  flags: Flags,
  rest: readonly string[] = [],
): Promise<ExitCode> {
  const action = findById(actions, argument ?? "list", "action");
  for (const option of ["kind", "all", "max", "unused"])
    if (flags[option] !== undefined && !action.options.includes(option))
      throw new UserError(
        `--${option} does nothing for cache ${action.id}`,
        `use: vidimus cache ${actions.find(({ options }) => options.includes(option))!.id}`,
      );
  const settings = cacheSettings({
    directory: flags.directory as string | undefined,
    maxBytes: flags.max === undefined ? undefined : parseByteSize(flags.max as string),
  });
  const about = rest.slice(1);
  if (action.id !== "why" && about.length > 0)
    throw new UserError(`cache ${action.id} takes no further names`, "use: vidimus cache why");
  const { directory } = settings;
  const opening = { directory, clock: Date.now, onTrouble: complain };
  using replies = new ReplyDatabase(opening);
  using embeddings = new EmbeddingDatabase(opening);
  const frames = openFrameCache(settings);
  const all = cacheKinds({ directory, frames, replies, embeddings });
  const kinds = chosen(all, flags.kind as readonly string[] | undefined, action.id === "list");
  const unusedMs =
    flags.unused === undefined ? Number.POSITIVE_INFINITY : (flags.unused as number) * dayMs;
  const bounds = { maxBytes: settings.maxBytes, unusedMs };
  const shown = flags.all === true ? "all" : flags.kind === undefined ? "totals" : "some";
  const spared = all.filter((kind) => !kinds.includes(kind));
  const { data, text } = await action.perform({
    directory,
    replies,
    kinds,
    spared,
    shown,
    bounds,
    about,
  });
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify({ schema: "vidimus-cache/1", directory, ...data })}\n`
      : text,
  );
  return exitCode.fine;
}

/** What was fetched is only removed where it is named. */
function chosen(
  all: readonly CacheKind[],
  named: readonly string[] | undefined,
  isList: boolean,
): readonly CacheKind[] {
  if (named?.includes("all")) return all;
  return (
    named?.map((id) => findById(all, id, "kind of cached files")) ??
    all.filter(({ isFetched }) => isList || !isFetched)
  );
}

function complain(message: string): void {
  process.stderr.write(`warning: ${message}\n`);
}

async function prune({ kinds, spared, bounds }: Place): Promise<Told> {
  const done: Done[] = [];
  for (const kind of kinds) done.push({ id: kind.id, ...(await kind.prune(bounds)) });
  const isShort = done.some(({ id, leftBytes }) => id !== "digests" && leftBytes > bounds.maxBytes);
  const why = isShort
    ? `some were used too recently, try again later to get to ${formatByteSize(bounds.maxBytes)}\n`
    : "";
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
  return kept.length === 0
    ? ""
    : `kept what was fetched, unless named with --kind: ${kept.join(", ")}\n`;
}
