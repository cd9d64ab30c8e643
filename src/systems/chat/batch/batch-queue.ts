import type { SystemJournal } from "../../../core/asking/system-kind.ts";
import {
  BatchError,
  type BatchInterface,
  type BatchRequest,
  type BatchResult,
  errorBody,
  type SubmittedBatch,
} from "./batch-interface.ts";
import { type BatchNotes, batchNotes } from "./batch-notes.ts";

export interface BatchQueueParts {
  readonly batches: BatchInterface;
  /** Where batches are noted, so that another start of the program finds them again. */
  readonly journal: SystemJournal | undefined;
  /** Whose batches these are: names system and task in notes. */
  readonly owner: Readonly<Record<string, string>>;
  /** Requests in one batch, at most. */
  readonly most: number;
  /** A batch is closed when no request came for so long. */
  readonly waitMs: number;
  readonly pollMs: number;
}

/** One ask that waits for the reply to a request. */
interface Put {
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly promise: Promise<Brought>;
  /** Asks of the very same words wait for one request. */
  readonly puts: Put[];
  resolve(brought: Brought): void;
  reject(error: unknown): void;
}

interface Brought {
  readonly result: BatchResult;
  /** By the provider's name. */
  readonly batch: string;
}

interface Delivered extends Brought {
  /** Set where the request is accounted for by another ask. */
  readonly isShared?: true;
}

interface EndedBatch extends SubmittedBatch {
  /** Whether the provider knows nothing of it any more. */
  readonly isLost: boolean;
}

/** So long the provider has for deleting what a batch left with it. */
const removalMs = 10_000;

/**
 * Gathers requests into batches, submits them and looks for their replies. Every batch is noted as
 * soon as the provider has taken it: a request that an earlier start submitted is not submitted
 * again, but waits for that batch. What was delivered is forgotten, so that a request that is put
 * again is asked again. What a batch leaves with the provider is deleted once all of its replies
 * are in the log: those that this start asked for, and those that stand there already.
 */
export class BatchQueue implements AsyncDisposable {
  readonly #parts: BatchQueueParts;
  readonly #closing = new AbortController();
  readonly #waiting = new Map<string, Waiting>();
  readonly #notes: BatchNotes;
  /** All asks of this start, by their requests. */
  readonly #puts = new Map<string, Put[]>();
  /** Batches of earlier starts, by the requests they hold; looked at when one of them is wanted. */
  readonly #known = new Map<string, SubmittedBatch>();
  readonly #open: SubmittedBatch[] = [];
  /** Replies of such batches that came before anybody asked for them. */
  readonly #early = new Map<string, Brought>();
  readonly #polled = new Set<string>();
  readonly #ended: EndedBatch[] = [];
  /** Batches of earlier starts that have ended, and may have left something with the provider. */
  readonly #unremoved: string[] = [];
  readonly #leftovers: string[] = [];
  #recalled: Promise<void> | undefined;
  #gathered: BatchRequest[] = [];
  #gatheredBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: BatchQueueParts) {
    this.#parts = parts;
    this.#notes = batchNotes(parts.journal, parts.owner);
  }

  /**
   * The reply to a request, which may take hours. Rejects where the batch was refused, or when the
   * signal says so: the batch goes on then.
   */
  async put(request: BatchRequest, signal: AbortSignal): Promise<Delivered> {
    await this.#recallOnce();
    const under = this.#waiting.get(request.id) ?? this.#begin(request);
    const own: Put = { signal };
    under.puts.push(own);
    const all = this.#puts.get(request.id);
    if (all) all.push(own);
    else this.#puts.set(request.id, [own]);
    const brought = await before(under.promise, signal);
    return under.puts.find((put) => !put.signal.aborted) === own
      ? brought
      : { ...brought, isShared: true };
  }

  /** What could not be deleted; known once all is disposed of. */
  get leftovers(): readonly string[] {
    return this.#leftovers;
  }

  /**
   * Notes which batches need not be looked at again, and tidies up behind them; called once all
   * replies are in the log.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    // Also where nothing was asked in this start.
    if (this.#parts.batches.remove) await this.#recallOnce();
    const done = await this.#doneWith();
    for (const batch of done) await this.#notes.write(batch, "ended");
    for (const batch of [...this.#unremoved, ...done]) await this.#remove(batch);
  }

  /**
   * Batches all of whose replies are in the log, those of earlier starts that nobody asked for in
   * this one included.
   */
  async #doneWith(): Promise<readonly string[]> {
    const unasked = this.#parts.batches.remove
      ? this.#open.filter(({ batch }) => !this.#polled.has(batch))
      : [];
    const candidates: readonly EndedBatch[] = [
      ...this.#ended,
      ...unasked.map((batch) => ({ ...batch, isLost: false })),
    ];
    const elsewhere = candidates.flatMap(({ ids, isLost }) =>
      isLost ? [] : ids.filter((id) => !this.#isHeard(id)),
    );
    const logged =
      elsewhere.length === 0 ? new Set<string>() : await this.#notes.replied(elsewhere);
    const done: string[] = [];
    for (const { batch, ids, isLost } of candidates) {
      const missing = isLost ? 0 : ids.filter((id) => !this.#isHeard(id) && !logged.has(id)).length;
      if (missing === 0) done.push(batch);
      else if (this.#parts.batches.remove)
        this.#leftovers.push(
          `files of the batch ${batch} stay with the provider: ${missing} of its ${ids.length} replies are not in the log`,
        );
    }
    return done;
  }

  /**
   * Whether all who asked for a reply in this start have it, so that it is in the log; what came
   * while the run was being left is not.
   */
  #isHeard(id: string): boolean {
    return this.#puts.get(id)?.every(({ signal }) => !signal.aborted) ?? false;
  }

  async #remove(batch: string): Promise<void> {
    const { batches } = this.#parts;
    if (!batches.remove) return;
    try {
      await batches.remove(batch, AbortSignal.timeout(removalMs));
      await this.#notes.write(batch, "removed");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#leftovers.push(
        `files of the batch ${batch} could not be deleted from the provider: ${why}`,
      );
    }
  }

  #begin(request: BatchRequest): Waiting {
    const waiting = { ...Promise.withResolvers<Brought>(), puts: [] };
    // Those who wait hear of a failure; after an interruption nobody does.
    waiting.promise.catch(() => undefined);
    const early = this.#early.get(request.id);
    if (early) {
      this.#early.delete(request.id);
      waiting.resolve(early);
      return waiting;
    }
    this.#waiting.set(request.id, waiting);
    const batch = this.#known.get(request.id);
    if (batch) this.#poll(batch);
    else this.#gather(request);
    return waiting;
  }

  #gather(request: BatchRequest): void {
    const { most, waitMs, batches } = this.#parts;
    if (this.#gathered.length > 0 && this.#gatheredBytes + request.body.length > batches.mostBytes)
      this.#close();
    this.#gathered.push(request);
    this.#gatheredBytes += request.body.length;
    clearTimeout(this.#timer);
    if (this.#gathered.length >= Math.min(most, batches.mostRequests)) this.#close();
    else this.#timer = setTimeout(() => this.#close(), waitMs);
  }

  #close(): void {
    const requests = this.#gathered;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    if (requests.length > 0) void this.#submit(requests);
  }

  async #submit(requests: readonly BatchRequest[]): Promise<void> {
    const ids = requests.map(({ id }) => id);
    try {
      const batch = await this.#parts.batches.submit(requests, this.#closing.signal);
      await this.#notes.write(batch, "submitted", ids);
      this.#poll({ batch, ids });
    } catch (error) {
      for (const id of ids) this.#settle(id, (waiting) => waiting.reject(error));
    }
  }

  #poll(batch: SubmittedBatch): void {
    if (this.#polled.has(batch.batch)) return;
    this.#polled.add(batch.batch);
    void this.#untilEnded(batch).then(
      (results) => this.#deliver(batch, results),
      (error: unknown) => {
        this.#forget({ ...batch, isLost: true });
        for (const id of batch.ids) this.#settle(id, (waiting) => waiting.reject(error));
      },
    );
  }

  async #untilEnded(batch: SubmittedBatch): Promise<readonly BatchResult[]> {
    for (;;) {
      const results = await this.#parts.batches
        .results(batch, this.#closing.signal)
        .catch((error: unknown) => {
          if (this.#closing.signal.aborted || isFinal(error)) throw error;
          return undefined;
        });
      if (results) return results;
      await pause(this.#parts.pollMs, this.#closing.signal);
    }
  }

  #deliver({ batch, ids }: SubmittedBatch, results: readonly BatchResult[]): void {
    const found = new Map(results.map((result) => [result.id, result]));
    for (const id of ids) {
      const result = found.get(id) ?? {
        id,
        status: 408,
        body: errorBody("the batch ended without a reply to this request", "api_error"),
      };
      // Later asks of this start must not pay for it again.
      if (this.#known.get(id)?.batch === batch && !this.#waiting.has(id))
        this.#early.set(id, { result, batch });
      else this.#settle(id, (waiting) => waiting.resolve({ result, batch }));
    }
    this.#forget({ batch, ids, isLost: false });
  }

  #forget(ended: EndedBatch): void {
    if (this.#closing.signal.aborted) return;
    this.#ended.push(ended);
    for (const id of ended.ids)
      if (this.#known.get(id)?.batch === ended.batch) this.#known.delete(id);
  }

  #settle(id: string, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) settle(waiting);
  }

  #recallOnce(): Promise<void> {
    this.#recalled ??= this.#recall();
    return this.#recalled;
  }

  async #recall(): Promise<void> {
    const { open, unremoved } = await this.#notes.read();
    this.#open.push(...open);
    this.#unremoved.push(...unremoved);
    for (const batch of open) for (const id of batch.ids) this.#known.set(id, batch);
  }
}

/** Whether looking again is of no use. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof BatchError &&
    error.status !== undefined &&
    error.status < 500 &&
    ![408, 409, 425, 429].includes(error.status)
  );
}

function before<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}
