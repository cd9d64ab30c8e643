import type { Asked } from "../core/asked.ts";
import type { FrameRef } from "../core/chat.ts";
import type { PlannedSample, SampleBatches } from "../core/dataset.ts";
import { protocolFor } from "../core/family.ts";
import { canonicalJson } from "../core/json.ts";
import type { Grades } from "../core/measure.ts";
import { answered, noAnswer, type Outcome, settles } from "../core/outcome.ts";
import type { Steps } from "../core/protocol.ts";
import { givenAsk, replay } from "../core/replay.ts";
import type { OutcomeEvent, ReplyEvent, RunEvent, ShownMedia } from "../core/run-event.ts";
import type { WorkHistory, WorkState } from "../core/run-store.ts";
import type { DirectSystem, System } from "../core/system.ts";
import { type WorkKey, workKey } from "../core/work.ts";
import { ask, longestMs } from "./ask.ts";
import type { Cell } from "./cell.ts";
import { type Concluded, converse } from "./conversation.ts";
import type { EngineContext } from "./engine-context.ts";
import { gatherGroups } from "./gather-groups.ts";
import { grade } from "./grade.ts";
import { Interrupted, SystemStopped } from "./interrupted.ts";
import { remains } from "./remaining.ts";
import type { Settled } from "./settled.ts";
import { decodeMsIn, framesOf, isOutdated, showMedia, shownIn } from "./show-media.ts";
import { Slots } from "./slots.ts";

/** How far a cell came. */
export interface CellProgress {
  readonly planned: number;
  /** Samples without a settled outcome or a grade that was due. */
  readonly open: number;
}

interface Work {
  readonly planned: PlannedSample;
  readonly key: WorkKey;
  readonly attempt: number;
  readonly recorded: readonly ReplyEvent[];
  readonly shown: readonly ShownMedia[];
}

type AskedAbout = Pick<Settled, "frames" | "replies" | "decodeMs" | "facts">;

/** Outcomes of systems that answer in batches are journalled so many at a time … */
const largestBatch = 500;
/** … and so many such batches may wait for the disk: well under the second of work that a crash may make us repeat. */
const unacknowledgedBatches = 8;
/** So many samples at least are made ready, or wait for the disk, while others are being asked. */
const leastAhead = 32;
const noGrades: Grades = {};
const ungradedSample: Pick<Settled, "grades" | "ungraded"> = { grades: noGrades };
const noFrames: readonly FrameRef[] = [];
const noReplies: readonly ReplyEvent[] = [];

/** Brings every sample of a cell to an outcome, skipping what the log settles, and hands each one on. */
export function runCell(cell: Cell, samples: SampleBatches, context: EngineContext): Promise<CellProgress> {
  return runCells([cell], samples, context);
}

/** The same for several repeats of a cell, side by side: a sample's repeats are asked close to each other. */
export async function runCells(cells: readonly Cell[], samples: SampleBatches, context: EngineContext): Promise<CellProgress> {
  const runs = cells.map((cell) => new CellRun(cell, context));
  const isAsked = context.asks && cells.some(({ system }) => !answersFromMemory(system));
  for await (const batch of isAsked ? gatherGroups(samples) : samples) {
    if (context.stop.aborted) break;
    for (const run of runs) await run.take(batch);
  }
  const ended: CellProgress[] = [];
  for (const run of runs) ended.push(await run.finish());
  return { planned: ended[0]?.planned ?? 0, open: ended.reduce((sum, { open }) => sum + open, 0) };
}

/** Whether a system is asked in large batches, without limits and retries. */
export function answersFromMemory(system: System): system is DirectSystem {
  return system.speaks === "prediction" && system.scope === undefined && system.timeoutMs === undefined;
}

/** The state of one cell while it runs. */
class CellRun {
  readonly #cell: Cell;
  readonly #context: EngineContext;
  readonly #inFlight: Slots;
  readonly #jobs = new Set<Promise<void>>();
  readonly #isGraded: boolean;
  readonly #appending: Promise<void>[] = [];
  #planned = 0;
  #open = 0;
  #failure: unknown;

  constructor(cell: Cell, context: EngineContext) {
    this.#cell = cell;
    this.#context = context;
    const concurrency = context.dispatcher.concurrencyOf(cell.system);
    this.#inFlight = new Slots(concurrency + Math.max(leastAhead, concurrency));
    this.#isGraded = cell.family.graders.some(({ role }) => cell.helpers[role]);
  }

  async take(batch: readonly PlannedSample[]): Promise<void> {
    this.#planned += batch.length;
    const { system } = this.#cell;
    if (system.speaks === "prediction") system.meet?.(batch.map(({ sample }) => sample));
    const { store, retry, asks } = this.#context;
    const keys = batch.map(({ digest }) => workKey(this.#cell.digest, digest));
    const states = await store.states(keys);
    const histories = await this.#historiesOf(keys, states);
    const open: Work[] = [];
    for (const [i, planned] of batch.entries()) {
      const history = histories.get(i);
      // The log may know that work ended and yet have lost how, where its line was damaged since.
      const isLost = states[i] !== undefined && history?.outcome === undefined;
      const isOpen = isLost || remains(states[i], retry) || (asks && (await isOutdated(history, planned.sample, this.#cell)));
      if (isOpen && asks) open.push(workOf(planned, keys[i]!, history));
      else if (this.#isGraded && asks) await this.#start(() => this.#known(planned, keys[i]!, history));
      else await this.#known(planned, keys[i]!, history);
    }
    if (answersFromMemory(system)) await this.#askInBatches(system, open);
    else await this.#askEach(open);
  }

  async finish(): Promise<CellProgress> {
    while (this.#jobs.size > 0) await Promise.all(this.#jobs);
    await Promise.all(this.#appending);
    if (this.#failure) throw this.#failure;
    return { planned: this.#planned, open: this.#open };
  }

  /** Only work that the log mentions has a history worth reading. */
  async #historiesOf(keys: readonly WorkKey[], states: readonly (WorkState | undefined)[]): Promise<ReadonlyMap<number, WorkHistory>> {
    const places = states.flatMap((state, i) => (state === undefined ? [] : [i]));
    const histories = places.length === 0 ? [] : await this.#context.store.histories(places.map((i) => keys[i]!));
    return new Map(places.map((place, i) => [place, histories[i]!]));
  }

  /** A sample that is not to be asked: settled in the log, or not reached. */
  async #known(planned: PlannedSample, key: WorkKey, history: WorkHistory | undefined): Promise<void> {
    const event = history?.outcome;
    if (!event || !settles(event.outcome.kind)) this.#open++;
    const replies = (history?.replies ?? []).filter(({ attempt }) => attempt === event?.attempt);
    const graded = event ? await this.#grades(planned, key, event.outcome) : ungradedSample;
    const frames = framesOf(shownIn(history, event?.attempt));
    const decodeMs = decodeMsIn(history, event?.attempt);
    const told = { decodeMs, facts: event?.facts };
    this.#hand(planned, { outcome: event?.outcome, frames, replies, ...graded, extractor: event?.extractor, ...told, isNew: false });
  }

  async #askInBatches(system: DirectSystem, works: readonly Work[]): Promise<void> {
    const size = Math.min(system.concurrency, largestBatch);
    for (let from = 0; from < works.length && !this.#context.stop.aborted; from += size) {
      const chunk = works.slice(from, from + size);
      const { timer } = this.#context.dispatcher;
      const { asked: raw } = await ask<PlannedSample["sample"], unknown>(
        system,
        chunk.map(({ planned }) => planned.sample),
        { timer, timeoutMs: longestMs, abort: this.#context.abort, turn: { repeat: this.#cell.repeat, seed: 0 } },
      );
      const ended = chunk.map((work, i) => this.#read(system, work) ?? { outcome: this.#checked(plain(raw[i]!)), replies: noReplies });
      const extractor = (replies: readonly ReplyEvent[]) => (replies.length > 0 ? this.#cell.extractor : undefined);
      await this.#append(
        chunk.flatMap((work, i) => [...ended[i]!.replies, this.#event(work, ended[i]!.outcome, extractor(ended[i]!.replies))]),
      );
      for (const [i, work] of chunk.entries()) {
        const { outcome, replies } = ended[i]!;
        if (this.#isGraded) await this.#conclude(work, outcome, { frames: noFrames, replies });
        else this.#end(work, { outcome, frames: noFrames, replies, grades: noGrades });
      }
    }
  }

  /** What the task's extractor makes of the reply behind a direct answer, where there is one. */
  #read(system: DirectSystem, { planned, key, attempt }: Work): Pick<Concluded<unknown>, "outcome" | "replies"> | undefined {
    const reply = system.replyOf?.(planned.sample);
    const protocol = this.#cell.family.protocols.chat;
    if (!reply || !protocol) return undefined;
    const { settings, extractor } = this.#cell;
    const outcome = answered(reply);
    const steps = protocol.steps(planned.sample, { ...settings, frames: noFrames, extractor });
    const event: ReplyEvent = { event: "reply", key, attempt, step: 0, position: 0, ask: givenAsk, outcome, at: this.#context.clock() };
    // There is but one reply, and it answers the first ask.
    return { outcome: replay(steps, (_, step, position) => (step === 0 && position === 0 ? outcome : undefined)), replies: [event] };
  }

  /** Hands events to the log without waiting for the disk, unless too many wait already. */
  async #append(events: readonly RunEvent[]): Promise<void> {
    if (this.#appending.length >= unacknowledgedBatches) await this.#appending.shift();
    const appended = this.#context.store.append(events);
    // Whoever awaits it later hears of a failure; until then it must not count as unhandled.
    appended.catch(() => undefined);
    this.#appending.push(appended);
  }

  async #askEach(works: readonly Work[]): Promise<void> {
    for (const work of works) if (!(await this.#start(() => this.#work(work)))) return;
  }

  /** Begins a job once there is room; false where nothing is to be begun any more. */
  async #start(work: () => Promise<void>): Promise<boolean> {
    await this.#inFlight.take();
    if (this.#context.stop.aborted || this.#failure) {
      this.#inFlight.release();
      return false;
    }
    const job = work().catch((error: unknown) => {
      if (!(error instanceof Interrupted)) this.#failure ??= error;
    });
    this.#jobs.add(job);
    void job.finally(() => {
      this.#jobs.delete(job);
      this.#inFlight.release();
    });
    return true;
  }

  /** A system that is not asked any more leaves its samples open, as if they had not been reached. */
  async #work(work: Work): Promise<void> {
    const { system } = this.#cell;
    if (this.#context.dispatcher.refusal(system) !== undefined) return this.#leaveOpen(work);
    try {
      await (system.speaks === "prediction" ? this.#askDirectly(system, work) : this.#converse(work));
    } catch (error) {
      if (!(error instanceof SystemStopped)) throw error;
      this.#leaveOpen(work);
    }
  }

  #leaveOpen({ planned }: Work): void {
    this.#open++;
    this.#hand(planned, { outcome: undefined, frames: noFrames, replies: noReplies, grades: noGrades, extractor: undefined, isNew: false });
  }

  async #askDirectly(system: DirectSystem, work: Work): Promise<void> {
    const { dispatcher, digest, store } = this.#context;
    const { sample } = work.planned;
    const text = canonicalJson(sample);
    const turn = { repeat: this.#cell.repeat, isAgain: work.attempt > 1 };
    const answer = await dispatcher.put(system, { ask: sample, text, digest: digest(text) }, turn);
    const { outcome, replies } = this.#read(system, work) ?? { outcome: this.#checked(answer.outcome), replies: noReplies };
    const extractor = replies.length > 0 ? this.#cell.extractor : undefined;
    const told = answer.facts ? { facts: answer.facts } : {};
    await store.append([...replies, { ...this.#event(work, outcome, extractor), ...told }]);
    await this.#conclude(work, outcome, { frames: noFrames, replies, ...told });
  }

  async #converse(work: Work): Promise<void> {
    const { system, family, settings, extractor, repeat } = this.#cell;
    const protocol = protocolFor(family, system.speaks);
    if (!protocol) throw new TypeError(`family ${family.id} has no protocol for a system that speaks ${system.speaks}`);
    const { key, attempt, recorded, shown } = work;
    const { sample } = work.planned;
    const seen = await showMedia({ key, attempt, sample, shown }, this.#cell, this.#context);
    if (this.#context.abort.aborted || this.#context.stop.aborted) throw new Interrupted();
    const { frames, decodeMs } = seen.kind === "answered" ? seen.value : { frames: noFrames, decodeMs: undefined };
    const concluded =
      seen.kind === "answered"
        ? await converse(
            protocol.steps(sample, { ...settings, frames, extractor }) as Steps<unknown, unknown, unknown>,
            { key, attempt, repeat, system, recorded },
            this.#context,
          )
        : { outcome: seen, replies: [], written: undefined };
    const appended = this.#context.store.append([this.#event(work, concluded.outcome, extractor)]);
    await Promise.all([concluded.written, appended]);
    await this.#conclude(work, concluded.outcome, { frames, replies: concluded.replies, decodeMs });
  }

  async #conclude(work: Work, outcome: Outcome<unknown>, asked: AskedAbout): Promise<void> {
    this.#end(work, { outcome, ...asked, ...(await this.#grades(work.planned, work.key, outcome)) });
  }

  #end({ planned }: Work, ended: AskedAbout & Pick<Settled, "grades" | "ungraded"> & { readonly outcome: Outcome<unknown> }): void {
    if (!settles(ended.outcome.kind)) this.#open++;
    const isRead = this.#cell.system.speaks !== "prediction" || ended.replies.length > 0;
    this.#hand(planned, { ...ended, extractor: isRead ? this.#cell.extractor : undefined, isNew: true });
  }

  async #grades({ sample }: PlannedSample, of: WorkKey, outcome: Outcome<unknown>): Promise<Pick<Settled, "grades" | "ungraded">> {
    if (!this.#isGraded || outcome.kind !== "answered") return ungradedSample;
    const gradable = { cell: this.#cell, of, sample, prediction: outcome.value };
    const graded = await grade(gradable, this.#context).catch((error: unknown) => {
      if (error instanceof SystemStopped) return ungradedSample;
      throw error;
    });
    const due = this.#cell.family.graders.filter(({ role }) => this.#cell.helpers[role]);
    if (due.some(({ role }) => !(role in graded.grades))) this.#open++;
    return graded;
  }

  #hand(planned: PlannedSample, rest: Omit<Settled, "cell" | "planned">): void {
    this.#context.onSettled({ cell: this.#cell, planned, ...rest });
  }

  #event({ planned, key, attempt }: Work, outcome: Outcome<unknown>, extractor: string | undefined): OutcomeEvent {
    const { task, system } = this.#cell;
    const read = extractor === undefined ? {} : { extractor };
    return {
      event: "outcome",
      key,
      attempt,
      task,
      system: system.id,
      sample: planned.sample.id,
      ...read,
      outcome,
      at: this.#context.clock(),
    };
  }

  /** What a system hands over as a prediction must be one. */
  #checked(outcome: Outcome<unknown>): Outcome<unknown> {
    if (outcome.kind !== "answered") return outcome;
    const parsed = this.#cell.family.predictionSchema.safeParse(outcome.value);
    if (parsed.success) return { kind: "answered", value: parsed.data };
    const [issue] = parsed.error.issues;
    return noAnswer("unparsed", `not a prediction of ${this.#cell.family.id}: ${issue?.path.join(".") || "value"}: ${issue?.message}`);
  }
}

/** The outcome alone, as it is journalled. */
function plain(asked: Asked<unknown>): Outcome<unknown> {
  const { facts: _, pace: __, ...outcome } = asked;
  return outcome;
}

/** Work that was settled and is taken up again starts afresh; work that was cut off goes on with the replies it has. */
function workOf(planned: PlannedSample, key: WorkKey, history: WorkHistory | undefined): Work {
  const last = history?.outcome;
  const attempts = [last?.attempt ?? 0, ...(history?.replies ?? []).map(({ attempt }) => attempt)];
  const isAgain = last !== undefined && settles(last.outcome.kind);
  const attempt = Math.max(1, ...attempts) + (isAgain && Math.max(...attempts) === last.attempt ? 1 : 0);
  const recorded = (history?.replies ?? []).filter((reply) => reply.attempt === attempt);
  return { planned, key, attempt, recorded, shown: shownIn(history, attempt) };
}
