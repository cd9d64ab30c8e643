import type { FrameRef } from "../core/asking/chat.ts";
import type { MediaWarning } from "../core/data/media.ts";
import type { MediaRef, Sample } from "../core/data/sample.ts";
import { canonicalJson } from "../core/json.ts";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { MediaEvent, ShownMedia } from "../core/run/run-event.ts";
import type { WorkHistory } from "../core/run/run-store.ts";
import type { WorkKey } from "../core/run/work.ts";
import type { Cell } from "./cell.ts";
import type { EngineContext } from "./engine-context.ts";

export interface Showing {
  readonly key: WorkKey;
  readonly attempt: number;
  readonly sample: Sample;
  /** What the log says was shown before, in the same attempt. */
  readonly shown: readonly ShownMedia[];
}

interface Shown {
  readonly frames: readonly FrameRef[];
  readonly warnings: readonly MediaWarning[];
  /** `undefined` where there was nothing to show. */
  readonly decodeMs?: number;
}

/**
 * Gets the frames that a system is to see and journals which they are. A file that cannot be shown
 * is an outcome, never an answer.
 */
export function showMedia(
  showing: Showing,
  cell: Cell,
  context: EngineContext,
): Outcome<Shown> | Promise<Outcome<Shown>> {
  const { media, system, family, showing: changed } = cell;
  if (!media || !system.sees) return asksBlind;
  const refs = family.data.refs(showing.sample);
  return refs.length > 0 ? shownNow(showing, { media, refs, changed }, context) : nothingToShow;
}

const asksBlind = answered<Shown>({ frames: [], warnings: [] });

/** An answer about nothing would be scored as if something had been seen. */
const nothingToShow = noAnswer(
  "media-error",
  "the sample names no picture or video, and the system is to be shown one",
);

interface Wanted {
  /** How a probe changes frames. */
  readonly changed: Cell["showing"];
  readonly media: NonNullable<Cell["media"]>;
  readonly refs: readonly MediaRef[];
}

async function shownNow(
  { key, attempt, sample, shown }: Showing,
  { media, refs, changed }: Wanted,
  context: EngineContext,
): Promise<Outcome<Shown>> {
  const { timer } = context.dispatcher;
  const startedAt = timer.now();
  const outcomes = await Promise.all(
    refs.map(async (ref) => (await media.look(ref, [{}], { signal: context.abort }))[0]!),
  );
  const decodeMs = Math.round((timer.now() - startedAt) * 10) / 10;
  const now: ShownMedia[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.kind !== "answered") return outcome;
    const { frames } = outcome.value;
    now.push({
      path: refs[i]!.path,
      ...outcome.value,
      frames: changed?.frames(frames, sample) ?? frames,
    });
  }
  if (canonicalJson(now) !== canonicalJson(shown)) {
    const condition = changed ? { condition: changed.condition } : {};
    const event: MediaEvent = {
      event: "media",
      key,
      attempt,
      media: now,
      ...condition,
      decodeMs,
      at: context.clock(),
    };
    // The log keeps the order: what follows is never durable before it.
    context.store.append([event]).catch(() => undefined);
  }
  return answered({ frames: framesOf(now), warnings: warningsOf(now), decodeMs });
}

/** The frames of all media of a sample, in order. */
export function framesOf(shown: readonly ShownMedia[]): readonly FrameRef[] {
  return shown.flatMap(({ frames }) => frames);
}

/** What was noticed about the media of a sample. */
export function warningsOf(shown: readonly ShownMedia[]): readonly MediaWarning[] {
  return shown.flatMap(({ path, warnings }) => warnings.map((warning) => ({ path, warning })));
}

/** What was shown in one attempt, by the log. */
export function shownIn(
  history: WorkHistory | undefined,
  attempt: number | undefined,
): readonly ShownMedia[] {
  return history?.media.findLast((event) => event.attempt === attempt)?.media ?? [];
}

/** How long the frames of one attempt took, by the log. */
export function decodeMsIn(
  history: WorkHistory | undefined,
  attempt: number | undefined,
): number | undefined {
  return history?.media.findLast((event) => event.attempt === attempt)?.decodeMs;
}

/** What the files of a sample digest to by now, by path; `null` where they cannot be read. */
export async function digestsOf(
  sample: Sample,
  { media, family }: Cell,
): Promise<Readonly<Record<string, string | null>>> {
  const refs = media ? family.data.refs(sample) : [];
  return Object.fromEntries(
    await Promise.all(
      refs.map(async (ref) => [ref.path, (await media?.digest(ref)) ?? null] as const),
    ),
  );
}

/**
 * Whether a file says something else by now than when it was shown, or could not be: then the
 * answer is about another picture, or there may be one.
 */
export async function isOutdated(
  history: WorkHistory | undefined,
  sample: Sample,
  { media, family }: Cell,
): Promise<boolean> {
  const shown = shownIn(history, history?.outcome?.attempt).map(
    ({ path, source }) => [path, source] as const,
  );
  const before = new Map<string, string | null>([
    ...shown,
    ...Object.entries(history?.outcome?.unshown ?? {}),
  ]);
  if (!media || before.size === 0) return false;
  for (const ref of family.data.refs(sample)) {
    const digest = before.has(ref.path) ? await media.digest(ref) : undefined;
    if (digest !== undefined && digest !== before.get(ref.path)) return true;
  }
  return false;
}
