import { resolve } from "node:path";
import { isRecord } from "../../../core/json.ts";
import type { GradeEvent, OutcomeEvent, ReplyEvent } from "../../../core/run/run-event.ts";
import type { RunStore } from "../../../core/run/run-store.ts";
import { cellDigits, type WorkKey } from "../../../core/run/work.ts";
import { UserError } from "../../../core/user-error.ts";
import type { KeptReply, ReplyDatabase } from "../../../store/reply-database.ts";
import { runStores } from "../../../store/run-stores.ts";

interface Explained {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * Why a reply came from the cache or did not: by the digest of a key, or by a run and one of its
 * samples.
 */
export async function explainReply(
  replies: ReplyDatabase,
  about: readonly string[],
): Promise<Explained> {
  const [first, second] = about;
  if (first === undefined || about.length > 2)
    throw new UserError(
      "cache why needs a key, or a run and a sample",
      "vidimus cache why <run> <sample>",
    );
  if (second === undefined && (await runStores.header(first)) === undefined)
    return explainKey(replies, first);
  if (second === undefined)
    throw new UserError("which sample of the run?", `vidimus cache why ${first} <sample>`);
  const events = await repliesTo(resolve(first), second);
  const lines = events.map((reply) => explainEvent(replies, reply));
  return {
    data: { sample: second, replies: lines.map(({ data }) => data) },
    text: lines.map(({ text }) => text).join("\n"),
  };
}

function explainKey(replies: ReplyDatabase, digest: string): Explained {
  const kept = keptLike(replies, digest);
  if (!kept)
    return {
      data: { key: digest, kept: false },
      text: `nothing is kept under ${digest}: it was never asked, failed, was answered by nothing, or was pruned\n`,
    };
  return {
    data: {
      key: kept.digest,
      kept: true,
      at: kept.at,
      request: JSON.parse(kept.key),
      outcome: kept.outcome,
    },
    text: `kept under ${kept.digest} since ${new Date(kept.at).toISOString()}; this very request is answered from the cache:\n${indented(kept)}\n`,
  };
}

/** A beginning of a digest is enough. */
function keptLike(replies: ReplyDatabase, digest: string): KeptReply | undefined {
  if (digest.length === 64) return replies.read(digest);
  for (const kept of replies.all()) if (kept.digest.startsWith(digest)) return kept;
  return undefined;
}

function explainEvent(replies: ReplyDatabase, reply: SystemReply): Explained {
  const { task, system, repeat, grader, event } = reply;
  const { step, position, cache, facts, at } = event;
  const who = `${grader === undefined ? "" : `${grader} of `}${system}${repeat === undefined ? "" : `, repeat ${repeat}`}`;
  const place = `${task}, ${who}: ask ${position + 1} of step ${step + 1}`;
  const asked = {
    task,
    system,
    ...(repeat === undefined ? {} : { repeat }),
    ...(grader === undefined ? {} : { grader }),
    step,
    position,
  };
  if (cache === undefined)
    return {
      data: { ...asked, cached: null },
      text: `${place}: the cache was not asked (cache.replies is off, or the system allows none, as with a temperature above 0)\n`,
    };
  const kept = replies.read(cache);
  const isHit = facts?.cached === true;
  const data = { ...asked, key: cache, cached: isHit, kept: kept !== undefined };
  if (isHit)
    return {
      data,
      text: `${place}: from the cache, key ${cache}${kept ? `:\n${indented(kept)}` : " (pruned since)"}\n`,
    };
  const near = kept ? nearest(replies, kept, at) : undefined;
  const why = near
    ? `; the nearest older request differs at ${near.path}: ${near.older} there, ${near.own} here`
    : "; no older request resembles it";
  const now = kept ? "kept since" : "not kept: it failed, was empty, or was pruned";
  return {
    data: { ...data, ...(near ? { nearest: near } : {}) },
    text: `${place}: asked anew, key ${cache} (${now})${kept ? why : ""}\n`,
  };
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
    // A request that shares neither the ask nor the system has nothing to say, and one that shares
    // the ask says more.
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

function* differing(
  own: unknown,
  older: unknown,
  path: string,
): Generator<Omit<Difference, "key">> {
  const [a, b] = [membersOf(own), membersOf(older)];
  if (!a || !b) {
    if (JSON.stringify(own) !== JSON.stringify(older))
      yield { path: path || "all of it", own: short(own), older: short(older) };
    return;
  }
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
    yield* differing(a[name], b[name], path === "" ? name : `${path}.${name}`);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return Array.isArray(value) || isRecord(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
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
  /** Counted from 1; only where samples are asked more than once. */
  readonly repeat?: number | undefined;
  /**
   * The role of who was asked about the system's answer; absent where the system itself was asked.
   */
  readonly grader?: string;
  readonly event: ReplyEvent;
}

/** The newest replies to a sample and about the answers to it, by the run's log. */
async function repliesTo(directory: string, sample: string): Promise<readonly SystemReply[]> {
  await using store = await runStores.read(directory);
  const outcomes = new Map<WorkKey, OutcomeEvent>();
  const grades = new Map<WorkKey, GradeEvent>();
  for await (const event of store.events()) {
    if (event.event === "outcome" && event.sample === sample) outcomes.set(event.key, event);
    // What is graded is in the log before its grade.
    if (event.event === "grade" && outcomes.has(event.of)) grades.set(event.key, event);
  }
  if (outcomes.size === 0) throw new UserError(`the run has no outcome of a sample "${sample}"`);
  const repeats = await repeatsIn(store);
  const placeOf = ({ key, task, system }: OutcomeEvent) => ({
    task,
    system,
    repeat: repeats.get(key.slice(0, cellDigits)),
  });
  const replies: SystemReply[] = [];
  for (const { replies: own, outcome } of await store.histories([...outcomes.keys()]))
    for (const event of own)
      if (event.attempt === outcome?.attempt) replies.push({ ...placeOf(outcome), event });
  for (const { replies: own, grade } of await store.histories([...grades.keys()])) {
    const last = Math.max(...own.map(({ attempt }) => attempt));
    for (const event of own)
      if (grade && event.attempt === last)
        replies.push({ ...placeOf(outcomes.get(grade.of)!), grader: grade.role, event });
  }
  if (replies.length === 0)
    throw new UserError(
      `no replies to the sample "${sample}" are in the log`,
      "its systems answer without being asked",
    );
  return replies;
}

/** Which repeat the work of each cell is, counted from 1; empty where samples are asked once. */
async function repeatsIn(store: Pick<RunStore, "notes">): Promise<ReadonlyMap<string, number>> {
  const cells = (await store.notes("cell")).flatMap(({ data }) => (isRecord(data) ? [data] : []));
  if (cells.every(({ repeat }) => repeat === undefined)) return new Map();
  return new Map(cells.map(({ digest, repeat }) => [String(digest), 1 + Number(repeat ?? 0)]));
}
