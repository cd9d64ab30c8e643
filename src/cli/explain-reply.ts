import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isRecord } from "../core/json.ts";
import type { ReplyEvent } from "../core/run-event.ts";
import { UserError } from "../core/user-error.ts";
import { readLocalRun } from "../store/local-run-store.ts";
import type { KeptReply, ReplyDatabase } from "../store/reply-database.ts";

interface Explained {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Why a reply came from the cache or did not: by the digest of a key, or by a run and one of its samples. */
export async function explainReply(replies: ReplyDatabase, about: readonly string[]): Promise<Explained> {
  const [first, second] = about;
  if (first === undefined || about.length > 2)
    throw new UserError("cache why needs a key, or a run and a sample", "vidimus cache why <run> <sample>");
  if (second === undefined && !existsSync(join(first, "run.jsonl"))) return explainKey(replies, first);
  if (second === undefined) throw new UserError("which sample of the run?", `vidimus cache why ${first} <sample>`);
  const events = await repliesTo(resolve(first), second);
  const lines = events.map((reply) => explainEvent(replies, reply));
  return { data: { sample: second, replies: lines.map(({ data }) => data) }, text: lines.map(({ text }) => text).join("\n") };
}

function explainKey(replies: ReplyDatabase, digest: string): Explained {
  const kept = keptLike(replies, digest);
  if (!kept)
    return {
      data: { key: digest, kept: false },
      text: `nothing is kept under ${digest}: it was never asked, failed, was answered by nothing, or was pruned\n`,
    };
  return {
    data: { key: kept.digest, kept: true, at: kept.at, request: JSON.parse(kept.key), outcome: kept.outcome },
    text: `kept under ${kept.digest} since ${new Date(kept.at).toISOString()}; this very request is answered from the cache:\n${indented(kept)}\n`,
  };
}

/** A beginning of a digest is enough. */
function keptLike(replies: ReplyDatabase, digest: string): KeptReply | undefined {
  if (digest.length === 64) return replies.read(digest);
  for (const kept of replies.all()) if (kept.digest.startsWith(digest)) return kept;
  return undefined;
}

function explainEvent(replies: ReplyDatabase, { task, system, event: { step, position, cache, facts, at } }: SystemReply): Explained {
  const place = `${task}, ${system}: ask ${position + 1} of step ${step + 1}`;
  const asked = { task, system, step, position };
  if (cache === undefined)
    return {
      data: { ...asked, cached: null },
      text: `${place}: the cache was not asked (cache.replies is off, or the system allows none)\n`,
    };
  const kept = replies.read(cache);
  const isHit = facts?.cached === true;
  const data = { ...asked, key: cache, cached: isHit, kept: kept !== undefined };
  if (isHit) return { data, text: `${place}: from the cache, key ${cache}${kept ? `:\n${indented(kept)}` : " (pruned since)"}\n` };
  const near = kept ? nearest(replies, kept, at) : undefined;
  const why = near
    ? `; the nearest older request differs at ${near.path}: ${near.older} there, ${near.own} here`
    : "; no older request resembles it";
  const now = kept ? "kept since" : "not kept: it failed, was empty, or was pruned";
  return { data: { ...data, ...(near ? { nearest: near } : {}) }, text: `${place}: asked anew, key ${cache} (${now})${kept ? why : ""}\n` };
}

interface Difference {
  readonly key: string;
  readonly path: string;
  readonly own: string;
  readonly older: string;
}

/** The older request that shares most with this one, and the first place at which they differ. */
function nearest(replies: ReplyDatabase, own: KeptReply, before: number): Difference | undefined {
  const request: unknown = JSON.parse(own.key);
  let best: Difference | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of replies.all()) {
    if (other.digest === own.digest || other.at > before) continue;
    const differences = [...differing(request, JSON.parse(other.key), "")];
    const [first] = differences;
    // A request that shares neither the ask nor the system has nothing to say, and one that shares the ask says more.
    if (!first || (touches(differences, "ask") && touches(differences, "system"))) continue;
    const distance = differences.length + (touches(differences, "ask") ? 1e6 : 0);
    if (distance >= least) continue;
    least = distance;
    best = { key: other.digest, ...first };
  }
  return best;
}

function touches(differences: readonly { readonly path: string }[], part: string): boolean {
  return differences.some(({ path }) => path.startsWith(part));
}

function* differing(own: unknown, older: unknown, path: string): Generator<Omit<Difference, "key">> {
  const [a, b] = [membersOf(own), membersOf(older)];
  if (!a || !b) {
    if (JSON.stringify(own) !== JSON.stringify(older)) yield { path: path || "all of it", own: short(own), older: short(older) };
    return;
  }
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
    yield* differing(a[name], b[name], path === "" ? name : `${path}.${name}`);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return Array.isArray(value) || isRecord(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function indented({ key, outcome }: KeptReply): string {
  const text = JSON.stringify({ request: JSON.parse(key), outcome }, null, 2);
  return text.replaceAll(/^/gm, "  ");
}

/** A reply, and whose it is. */
interface SystemReply {
  readonly task: string;
  readonly system: string;
  readonly event: ReplyEvent;
}

/** The newest replies to a sample, by the run's log. */
async function repliesTo(directory: string, sample: string): Promise<readonly SystemReply[]> {
  await using store = await readLocalRun(directory);
  const keys = new Set<string>();
  const replies: SystemReply[] = [];
  for await (const event of store.events()) if (event.event === "outcome" && event.sample === sample) keys.add(event.key);
  if (keys.size === 0) throw new UserError(`the run has no outcome of a sample "${sample}"`);
  for (const { replies: own, outcome } of await store.histories([...keys]))
    for (const event of own) if (event.attempt === outcome?.attempt) replies.push({ task: outcome.task, system: outcome.system, event });
  if (replies.length === 0)
    throw new UserError(`no replies to the sample "${sample}" are in the log`, "its systems answer without being asked");
  return replies;
}
