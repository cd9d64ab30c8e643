import type { Steps } from "../core/asking/steps.ts";
import type { DirectSystem } from "../core/asking/system.ts";
import type { PlannedSample } from "../core/data/dataset.ts";
import type { MediaRef, Sample } from "../core/data/sample.ts";
import { extractorName, protocolFor } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import { type Looks, looksIn, warningsOf } from "../core/run/looks.ts";
import { noAnswer, type Outcome, settles } from "../core/run/outcome.ts";
import type { OutcomeEvent, ReplyEvent, RunEvent } from "../core/run/run-event.ts";
import type { WorkHistory, WorkState } from "../core/run/run-store.ts";
import type { WorkKey } from "../core/run/work.ts";
import type { Grades } from "../core/scores/measure.ts";
import { Slots } from "../core/slots.ts";
import type { Answer } from "./answer.ts";
import { answersFromMemory } from "./answers-from-memory.ts";
import { ask, longestMs } from "./ask.ts";
import type { Cell } from "./cell.ts";
import { type CellWork, cellWork, outcomeEvent } from "./cell-work.ts";
import { converse, isLogged } from "./conversation.ts";
import { type DirectAnswer, directAnswer } from "./direct-answer.ts";
import type { EngineContext } from "./engine-context.ts";
import { grade } from "./grade.ts";
import { Interrupted, SystemStopped } from "./interrupted.ts";
import { Looker } from "./looker.ts";
import { digestsOf, outdatedIn } from "./outdated-media.ts";
import { remains } from "./remaining.ts";
import type { Settled } from "./settled.ts";
import { showStream } from "./show-stream.ts";
import { lostSample, plain } from "./take-answers.ts";
import { workKeyOf } from "./work-keys.ts";

/** How far a cell came. */
export interface CellProgress {
  readonly planned: number;
  /** Samples without a settled outcome or a grade that was due. */
  readonly open: number;
  /** Samples whose truth, or what else nobody is asked about, has changed since they were answered. */
  readonly relabelled: number;
}

type Grading = Pick<Settled, "grades" | "ungraded" | "gradingFacts">;
type AskedAbout = Pick<Settled, "looks" | "warnings" | "replies" | "decodeMs" | "facts" | "asked">;

/** Outcomes of systems that answer in batches are journalled so many at a time … */
const largestBatch = 500;
/**
 * … and so many such batches may wait for the disk: well under the second of work that a crash may
 * make us repeat.
 */
const unacknowledgedBatches = 8;
/** So many samples at least are made ready, or wait for the disk, while others are being asked. */
const leastAhead = 32;
const noGrades: Grades = {};
const ungradedSample: Grading = { grades: noGrades };
const noLooks: Looks = [];
const noReplies: readonly ReplyEvent[] = [];
/** An answer about nothing would be scored as if something had been seen. */
const nothingToShow = noAnswer(
  "media-error",
  "the sample names no picture or video, and the system is to be shown one",
);

/** The state of one cell while it runs. */
export class CellRun {
  readonly #cell: Cell;
  readonly #context: EngineContext;
  readonly #inFlight: Slots;
  readonly #jobs = new Set<Promise<void>>();
  readonly #isGraded: boolean;
  readonly #appending: Promise<void>[] = [];
  #planned = 0;
  #open = 0;
  #relabelled = 0;
  #failure: unknown;

  constructor(cell: Cell, context: EngineContext) {
    this.#cell = cell;
    this.#context = context;
    const concurrency = context.dispatcher.concurrencyOf(cell.system);
    this.#inFlight = new Slots(concurrency + Math.max(leastAhead, concurrency));
    this.#isGraded = cell.family.people.graders.some(({ role }) => cell.helpers[role]);
  }

  async take(all: readonly PlannedSample[]): Promise<void> {
    this.#planned += all.length;
    const { system } = this.#cell;
    if (system.speaks === "prediction") system.meet?.(all.map(({ sample }) => sample));
    for (const planned of all)
      if (planned.lost !== undefined)
        this.#context.onSettled(lostSample(this.#cell, planned, planned.lost));
    const batch = all.filter(({ lost }) => lost === undefined);
    const { store, retry, asks, gradesBy } = this.#context;
    const keys = batch.map((planned) => workKeyOf(this.#cell, planned, this.#context.digest));
    const states = await store.states(keys);
    const histories = await this.#historiesOf(keys, states);
    // The log may know that work ended and yet have lost how, if its line was damaged since.
    const remaining = batch.map(
      (_, i) =>
        (states[i] !== undefined && histories.get(i)?.outcome === undefined) ||
        remains(states[i], retry),
    );
    const settled = asks ? [...histories].filter(([i]) => !remaining[i]) : [];
    const outdated = await outdatedIn(batch, settled, this.#cell);
    const open: CellWork[] = [];
    for (const [i, planned] of batch.entries()) {
      const history = histories.get(i);
      const isOpen = remaining[i] || outdated.has(i);
      if (isOpen && asks) open.push(cellWork(planned, keys[i]!, history));
      else if (this.#isGraded && (asks || gradesBy))
        await this.#start(() => this.#known(planned, keys[i]!, history));
      else await this.#known(planned, keys[i]!, history);
    }
    if (answersFromMemory(system)) await this.#askInBatches(system, open);
    else await this.#askEach(open);
  }

  async finish(): Promise<CellProgress> {
    while (this.#jobs.size > 0) await Promise.all(this.#jobs);
    await Promise.all(this.#appending);
    if (this.#failure) throw this.#failure;
    return { planned: this.#planned, open: this.#open, relabelled: this.#relabelled };
  }

  /** Only work that the log mentions has a history worth reading. */
  async #historiesOf(
    keys: readonly WorkKey[],
    states: readonly (WorkState | undefined)[],
  ): Promise<ReadonlyMap<number, WorkHistory>> {
    const places = states.flatMap((state, i) => (state === undefined ? [] : [i]));
    const histories =
      places.length === 0 ? [] : await this.#context.store.histories(places.map((i) => keys[i]!));
    return new Map(places.map((place, i) => [place, histories[i]!]));
  }

  /** A sample that is not to be asked: settled in the log, or not reached. */
  async #known(
    planned: PlannedSample,
    key: WorkKey,
    history: WorkHistory | undefined,
  ): Promise<void> {
    const event = history?.outcome;
    if (!event || !settles(event.outcome.kind)) this.#open++;
    if (event?.content !== undefined && event.content !== planned.digest) this.#relabelled++;
    const all = history?.replies ?? [];
    // What was asked counts, also where nothing has come of it yet.
    const counted = event ? event.attempt : all.at(-1)?.attempt;
    const replies = all.filter(({ attempt }) => attempt === counted);
    const graded = event ? await this.#grades(planned, key, event.outcome) : ungradedSample;
    const looks = looksIn(history?.media ?? [], event?.attempt);
    const told = {
      decodeMs: decodeMsIn(history, event?.attempt),
      facts: event?.facts,
      asked: event?.asked,
      warnings: warningsOf(looks),
    };
    const known = {
      outcome: event?.outcome,
      looks,
      replies,
      ...graded,
      extractor: event?.extractor,
      ...told,
    };
    this.#context.onSettled({ ...known, cell: this.#cell, planned, isNew: false });
  }

  async #askInBatches(system: DirectSystem, works: readonly CellWork[]): Promise<void> {
    const size = Math.min(system.concurrency, largestBatch);
    for (let from = 0; from < works.length && !this.#context.stop.aborted; from += size) {
      const chunk = works.slice(from, from + size);
      const { timer, abort } = this.#context.dispatcher;
      const { asked: raw } = await ask<PlannedSample["sample"], unknown>(
        system,
        chunk.map(({ planned }) => planned.sample),
        { timer, timeoutMs: longestMs, abort, turn: { repeat: this.#cell.repeat, seed: 0 } },
      );
      const ended = chunk.map((work, i) => this.#direct(work, system, plain(raw[i]!)));
      await this.#append(
        chunk.flatMap((work, i) => [...ended[i]!.replies, this.#directEvent(work, ended[i]!)]),
      );
      for (const [i, work] of chunk.entries()) {
        const { outcome, replies } = ended[i]!;
        // Graders are asked about many answers at once.
        if (this.#isGraded)
          await this.#start(async () => this.#conclude(work, outcome, { looks: noLooks, replies }));
        else this.#end(work, { outcome, looks: noLooks, replies, grades: noGrades });
      }
    }
  }

  #direct(work: CellWork, system: DirectSystem, outcome: Outcome<unknown>): DirectAnswer {
    return directAnswer(work, { cell: this.#cell, system, outcome, at: this.#context.clock() });
  }

  #directEvent(work: CellWork, { outcome, replies }: DirectAnswer): OutcomeEvent {
    const extractor = replies.length > 0 ? this.#cell.extractor : undefined;
    return outcomeEvent(work, { cell: this.#cell, outcome, extractor, at: this.#context.clock() });
  }

  /** Hands events to the log without waiting for the disk, unless too many wait already. */
  async #append(events: readonly RunEvent[]): Promise<void> {
    if (this.#appending.length >= unacknowledgedBatches) await this.#appending.shift();
    const appended = this.#context.store.append(events);
    // Awaiting it later throws; until then it must not count as unhandled.
    appended.catch(() => undefined);
    this.#appending.push(appended);
  }

  async #askEach(works: readonly CellWork[]): Promise<void> {
    for (const work of works) {
      const room = this.#inFlight.take();
      if (room) await room;
      if (!this.#begin(() => this.#work(work))) return;
    }
  }

  /** Begins a job once there is room. */
  async #start(work: () => Promise<void>): Promise<void> {
    await this.#inFlight.take();
    this.#begin(work);
  }

  /** Begins a job that has its slot; false where nothing is to be begun any more. */
  #begin(work: () => Promise<void>): boolean {
    if (this.#context.stop.aborted || this.#failure) {
      this.#inFlight.release();
      return false;
    }
    const end = () => {
      this.#jobs.delete(job);
      this.#inFlight.release();
    };
    const job = work().then(end, (error: unknown) => {
      if (!(error instanceof Interrupted)) this.#failure ??= error;
      end();
    });
    this.#jobs.add(job);
    return true;
  }

  /** A system that is not asked any more leaves its samples open, as the log has them. */
  #work(work: CellWork): Promise<void> {
    const { system } = this.#cell;
    if (this.#context.dispatcher.refusal(system) !== undefined) return this.#leaveOpen(work);
    const asking =
      system.speaks === "prediction" ? this.#askDirectly(system, work) : this.#converse(work);
    return asking.catch((error: unknown) => {
      if (!(error instanceof SystemStopped)) throw error;
      return this.#leaveOpen(work, error.asked);
    });
  }

  async #leaveOpen(work: CellWork, asked?: Answer): Promise<void> {
    const { store, retry } = this.#context;
    const { planned, key } = work;
    const [before] = await store.histories([key]);
    const history = asked?.facts ? await this.#withFailure(work, before, asked) : before;
    const kind = history?.outcome?.outcome.kind;
    // An answer about a file that has changed since is no answer any more.
    const isKept = kind !== undefined && remains(kind, retry);
    await this.#known(planned, key, isKept || kind === undefined ? history : undefined);
    if (isKept && settles(kind)) this.#open++;
  }

  /**
   * What a system that hands over predictions was asked has no reply to stand with: it stands with
   * how the sample ended, unless that was settled.
   */
  async #withFailure(
    work: CellWork,
    history: WorkHistory | undefined,
    { outcome, facts }: Answer,
  ): Promise<WorkHistory | undefined> {
    const kind = history?.outcome?.outcome.kind;
    if (this.#cell.system.speaks !== "prediction" || (kind !== undefined && settles(kind)))
      return history;
    await this.#context.store.append([
      { ...this.#directEvent(work, { outcome, replies: noReplies }), ...(facts ? { facts } : {}) },
    ]);
    const [now] = await this.#context.store.histories([work.key]);
    return now;
  }

  async #askDirectly(system: DirectSystem, work: CellWork): Promise<void> {
    const { dispatcher, digest, store, lost } = this.#context;
    const { sample } = work.planned;
    const text = canonicalJson(sample);
    const video = videoOf(sample, this.#cell.family.data.refs(sample));
    const { key, attempt } = work;
    const turn = { repeat: this.#cell.repeat, key, isAgain: attempt > 1, video, lost };
    const answer = await dispatcher.put(system, { ask: sample, text, digest: digest(text) }, turn);
    const { outcome, replies } = this.#direct(work, system, answer.outcome);
    const told = answer.facts ? { facts: answer.facts } : {};
    await store.append([...replies, { ...this.#directEvent(work, { outcome, replies }), ...told }]);
    return this.#conclude(work, outcome, { looks: noLooks, replies, ...told });
  }

  async #converse(work: CellWork): Promise<void> {
    const { system, family, settings, extractor, repeat } = this.#cell;
    const protocol = protocolFor(family, system.speaks);
    if (!protocol)
      throw new TypeError(
        `family ${family.id} has no protocol for a system that speaks ${system.speaks}`,
      );
    const { key, attempt, recorded, looks } = work;
    const { sample } = work.planned;
    const looker = new Looker({ key, attempt, sample, looks }, this.#cell, this.#context);
    const { refs, sees } = looker;
    const steps = () =>
      protocol.steps(sample, { ...settings, refs, sees, extractor }) as Steps<
        unknown,
        unknown,
        unknown
      >;
    const video = videoOf(sample, refs);
    const about = { key, attempt, repeat, system, recorded, looker, video };
    const put = () =>
      system.speaks === "stream"
        ? showStream(steps, about, this.#context)
        : converse(steps(), about, this.#context);
    const concluded =
      sees && refs.length === 0 ? { outcome: nothingToShow, replies: recorded } : await put();
    const unshown =
      sees && concluded.outcome.kind === "media-error"
        ? { unshown: await digestsOf(sample, this.#cell) }
        : {};
    // What the log does not keep is not handed on, so that reading the log gives the same.
    const [replies, unlogged] = isLogged(system)
      ? [concluded.replies, {}]
      : [noReplies, factsOf(concluded.replies)];
    const event = outcomeEvent(work, {
      cell: this.#cell,
      outcome: concluded.outcome,
      extractor,
      at: this.#context.clock(),
    });
    await this.#context.store.append([{ ...event, ...unlogged, ...unshown }]);
    return this.#conclude(work, concluded.outcome, {
      looks: looker.looks,
      warnings: warningsOf(looker.looks),
      replies,
      ...unlogged,
      decodeMs: looker.decodeMs,
    });
  }

  /** Resolves once the answer is graded; where nobody grades, it is ended at once. */
  #conclude(
    work: CellWork,
    outcome: Outcome<unknown>,
    asked: AskedAbout,
  ): Promise<void> | undefined {
    const end = (grading: Grading) => this.#end(work, { outcome, ...asked, ...grading });
    if (this.#isGraded) return this.#grades(work.planned, work.key, outcome).then(end);
    end(ungradedSample);
    return undefined;
  }

  #end(
    { planned }: CellWork,
    ended: AskedAbout & Grading & { readonly outcome: Outcome<unknown> },
  ): void {
    if (!settles(ended.outcome.kind)) this.#open++;
    const isRead = this.#cell.system.speaks !== "prediction" || ended.replies.length > 0;
    const extractor = isRead ? extractorName(this.#cell.family, this.#cell.extractor) : undefined;
    this.#context.onSettled({ ...ended, cell: this.#cell, planned, extractor, isNew: true });
  }

  async #grades(planned: PlannedSample, of: WorkKey, outcome: Outcome<unknown>): Promise<Grading> {
    if (!this.#isGraded || outcome.kind !== "answered") return ungradedSample;
    const gradable = { cell: this.#cell, of, planned, prediction: outcome.value };
    const { isOpen, ...graded } = await grade(gradable, this.#context);
    if (isOpen) this.#open++;
    return graded;
  }
}

/** What is known of requests whose replies the log does not keep. */
function factsOf(replies: readonly ReplyEvent[]): Pick<OutcomeEvent, "asked"> {
  const asked = replies.flatMap(({ facts }) => (facts ? [facts] : []));
  return asked.length === 0 ? {} : { asked };
}

/** What a sample is about, as others may be: its first video or picture. */
function videoOf({ group }: Sample, [first]: readonly MediaRef[]): string {
  return first?.path ?? group;
}

/** How long what one attempt saw took, by the log. */
function decodeMsIn(
  history: WorkHistory | undefined,
  attempt: number | undefined,
): number | undefined {
  const took = new Map<number, number>();
  for (const { attempt: own, place = 0, decodeMs } of history?.media ?? [])
    if (own === attempt && decodeMs !== undefined) took.set(place, decodeMs);
  return took.size === 0 ? undefined : [...took.values()].reduce((sum, one) => sum + one, 0);
}
