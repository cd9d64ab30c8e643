import { allAborted } from "../core/all-aborted.ts";
import type { Asked, AskTurn } from "../core/asking/asked.ts";
import type { EmbedAsk, EmbedReply } from "../core/asking/embed.ts";
import type { EncoderSystem } from "../core/asking/system.ts";
import type { Timer } from "../core/asking/timer.ts";

interface Waiting {
  readonly ask: EmbedAsk;
  readonly signal: AbortSignal;
  resolve(asked: Asked<EmbedReply>): void;
  reject(error: unknown): void;
}

/** While one batch is computed, the pictures of the next are decoded. */
const batchesAtOnce = 2;

/**
 * Puts asks that come one by one to an encoder in batches of at most its `maxBatch`. The first does
 * not wait for others: what comes while it is computed is the next batch.
 */
export class AskGatherer {
  readonly #system: EncoderSystem;
  readonly #timer: Pick<Timer, "breath">;
  readonly #most: number;
  #waiting: Waiting[] = [];
  #running = 0;
  #isOffered = false;

  constructor(system: EncoderSystem, timer: Pick<Timer, "breath">) {
    this.#system = system;
    this.#timer = timer;
    this.#most = system.maxBatch ?? 1;
  }

  /** Like the system's own, which is asked about several lists at once. */
  ask(
    asks: readonly EmbedAsk[],
    signal: AbortSignal,
    turn?: AskTurn,
  ): Promise<readonly Asked<EmbedReply>[]> {
    if (this.#most === 1) return this.#system.ask(asks, signal, turn);
    return Promise.all(
      asks.map(
        (ask) =>
          new Promise<Asked<EmbedReply>>((resolve, reject) => {
            this.#waiting.push({ ask, signal, resolve, reject });
            void this.#offer();
          }),
      ),
    );
  }

  async #offer(): Promise<void> {
    if (this.#isOffered || this.#running >= batchesAtOnce || this.#waiting.length === 0) return;
    this.#isOffered = true;
    // What was asked for at about the same time goes along.
    if (this.#waiting.length < this.#most) await this.#timer.breath();
    this.#isOffered = false;
    const batch = this.#waiting.splice(0, this.#most).filter(({ signal }) => !signal.aborted);
    if (batch.length > 0) void this.#put(batch);
    void this.#offer();
  }

  async #put(batch: readonly Waiting[]): Promise<void> {
    this.#running++;
    const asks = batch.map(({ ask }) => ask);
    using left = allAborted(batch.map(({ signal }) => signal));
    try {
      const replies = await this.#system.ask(asks, left.signal);
      for (const [at, { resolve, reject }] of batch.entries()) {
        const reply = replies[at];
        if (reply && replies.length === batch.length) resolve(reply);
        else reject(new Error(`asked ${batch.length}, got ${replies.length} answers`));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#running--;
    void this.#offer();
  }
}

/** The gatherers of all encoders of a run. */
export class AskGatherers {
  readonly #timer: Pick<Timer, "breath">;
  readonly #known = new WeakMap<EncoderSystem, AskGatherer>();

  constructor(timer: Pick<Timer, "breath">) {
    this.#timer = timer;
  }

  of(system: EncoderSystem): AskGatherer {
    const gatherer = this.#known.get(system) ?? new AskGatherer(system, this.#timer);
    this.#known.set(system, gatherer);
    return gatherer;
  }
}
