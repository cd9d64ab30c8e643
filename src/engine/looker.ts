import { seenNothing } from "../core/asking/replay.ts";
import type { Seen, Want } from "../core/asking/steps.ts";
import type { LookOptions, MediaFrames, MediaSource, MediaWant } from "../core/data/media.ts";
import type { MediaRef, Sample } from "../core/data/sample.ts";
import { protocolFor } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import { framesOf, type Looks, seenIn } from "../core/run/looks.ts";
import { answered, type Outcome } from "../core/run/outcome.ts";
import type { LookedAt, MediaEvent } from "../core/run/run-event.ts";
import type { WorkKey } from "../core/run/work.ts";
import type { Cell } from "./cell.ts";
import type { Driver, LookPlace } from "./drive.ts";
import type { EngineContext } from "./engine-context.ts";
import { Interrupted } from "./interrupted.ts";
import { lookAtDonor } from "./look-at-donor.ts";

interface Looking {
  readonly key: WorkKey;
  readonly attempt: number;
  readonly sample: Sample;
  /** What the log says was seen before, in the same attempt. */
  readonly looks: Looks;
}

/**
 * Looks for the protocol of one sample, and journals what was seen, list by list. A file that
 * cannot be shown is an outcome, never an answer; a system that is shown nothing sees nothing,
 * without any error.
 */
export class Looker {
  readonly refs: readonly MediaRef[];
  /** Whether the system is shown what is looked at. */
  readonly sees: boolean;
  readonly #looking: Looking;
  readonly #cell: Cell;
  readonly #context: EngineContext;
  readonly #looks: (readonly LookedAt[])[] = [];
  #frameCount = 0;
  #decodeMs: number | undefined;

  constructor(looking: Looking, cell: Cell, context: EngineContext) {
    this.#looking = looking;
    this.#cell = cell;
    this.#context = context;
    const { family, media, system } = cell;
    this.sees = media !== undefined && system.sees === true;
    this.refs =
      (!this.sees && cell.conditioned?.ownRefs(looking.sample)) || family.data.refs(looking.sample);
  }

  /** What was seen so far. */
  get looks(): Looks {
    return this.#looks;
  }

  get frameCount(): number {
    return this.#frameCount;
  }

  /** How long it took to see it; `undefined` where there was nothing to look at. */
  get decodeMs(): number | undefined {
    return this.#decodeMs;
  }

  look: Driver<unknown, unknown>["look"] = (wants, place) =>
    this.sees || this.#cell.facts ? this.#look(wants, place) : seenNothing(wants);

  async #look(
    wants: readonly Want[],
    { place, step }: LookPlace,
  ): Promise<readonly Outcome<Seen>[]> {
    const { media, facts } = this.#cell;
    const { dispatcher, abort, stop } = this.#context;
    const startedAt = dispatcher.timer.now();
    // Nobody waits for what is read ahead; later looks hold a conversation up.
    let isRead = false;
    const onRead = () => {
      isRead = true;
    };
    const how = { signal: abort, isUrgent: step > 0, onRead };
    const outcomes =
      this.sees && media
        ? await this.#see(media, wants, how)
        : await this.#learnLengths(facts!, wants, how);
    if (abort.aborted || (step === 0 && stop.aborted)) throw new Interrupted();
    if (!outcomes) return seenNothing(wants);
    // Frames that are only named take no time; what passed was spent waiting for a turn.
    const decodeMs = isRead ? Math.round((dispatcher.timer.now() - startedAt) * 10) / 10 : 0;
    this.#decodeMs = (this.#decodeMs ?? 0) + decodeMs;
    const looked = outcomes.map((outcome, i) =>
      lookedAt(wants[i]!, this.#refOf(wants[i]!), outcome),
    );
    this.#keep(looked, place, decodeMs);
    return seenIn(looked, wants.length);
  }

  #refOf({ ref }: Want): MediaRef {
    const found = this.refs[ref];
    if (found) return found;
    throw new RangeError(
      `family ${this.#cell.family.id} looks at ref ${ref} of the sample "${this.#looking.sample.id}", which has ${this.refs.length}`,
    );
  }

  async #see(
    media: MediaSource,
    wants: readonly Want[],
    how: LookOptions,
  ): Promise<readonly Outcome<MediaFrames>[]> {
    const { sample } = this.#looking;
    const { conditioned, family, system, settings } = this.#cell;
    // What is looked at as a whole keeps its own times.
    const cuts = protocolFor(family, system.speaks)?.cuts?.(sample, settings);
    const own = cuts ? conditioned?.ownRefs(sample) : undefined;
    const outcomes = await this.#byFile(wants, (given, some) =>
      lookAtDonor({ media, own: own?.[some[0]!.ref], given }, some.map(wantOf), how),
    );
    const change = conditioned?.frames;
    if (!change) return outcomes;
    return outcomes.map((outcome) =>
      outcome.kind === "answered"
        ? answered({ ...outcome.value, frames: change(outcome.value.frames, sample) })
        : outcome,
    );
  }

  /** `undefined` where a file cannot be read: to a system that sees nothing that is no error. */
  async #learnLengths(
    facts: MediaSource,
    wants: readonly Want[],
    how: LookOptions,
  ): Promise<readonly Outcome<MediaFrames>[] | undefined> {
    const outcomes = await this.#byFile(wants, (given, some) =>
      facts.look(
        given,
        some.map(() => ({ factsOnly: true })),
        how,
      ),
    );
    return outcomes.every(({ kind }) => kind === "answered") ? outcomes : undefined;
  }

  /** One job for each file, side by side; outcomes in the order of the wants. */
  async #byFile(
    wants: readonly Want[],
    look: (given: MediaRef, some: readonly Want[]) => Promise<readonly Outcome<MediaFrames>[]>,
  ): Promise<readonly Outcome<MediaFrames>[]> {
    const outcomes: Outcome<MediaFrames>[] = [];
    const byRef = Map.groupBy(wants.entries(), ([, { ref }]) => ref);
    await Promise.all(
      [...byRef.values()].map(async (entries) => {
        const some = entries.map(([, want]) => want);
        const seen = await look(this.#refOf(some[0]!), some);
        for (const [i, [at]] of entries.entries()) outcomes[at] = seen[i]!;
      }),
    );
    return outcomes;
  }

  #keep(looked: readonly LookedAt[], place: number, decodeMs: number): void {
    this.#looks[place] = looked;
    this.#looks.length = place + 1;
    this.#frameCount = framesOf(this.#looks).length;
    const { key, attempt, looks } = this.#looking;
    const before = looks[place];
    const isSeen = looked.some((one) => !("problem" in one));
    if (!isSeen || (before && canonicalJson(looked) === canonicalJson(before))) return;
    const { conditioned } = this.#cell;
    const event: MediaEvent = {
      event: "media",
      key,
      attempt,
      ...(place === 0 ? {} : { place }),
      media: looked,
      ...(conditioned ? { condition: conditioned.condition } : {}),
      decodeMs,
      at: this.#context.clock(),
    };
    // The log keeps the order: what follows is never durable before it.
    this.#context.store.append([event]).catch(() => undefined);
  }
}

function wantOf({ ref: _, ...want }: Want): MediaWant {
  return want;
}

function lookedAt(
  given: Want,
  { path, from, to }: MediaRef,
  outcome: Outcome<MediaFrames>,
): LookedAt {
  const want = wantOf(given);
  const about = {
    path,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(Object.keys(want).length === 0 ? {} : { want }),
  };
  return outcome.kind === "answered"
    ? { ...about, ...outcome.value }
    : { ...about, problem: outcome };
}
