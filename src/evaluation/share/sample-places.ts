import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import { type stretches as Stretches, stretches } from "./plan-chunks.ts";

/** So many samples that were read stay at hand: chunks are handed out in their order. */
const kept = 8_192;

/**
 * Samples by their places in the order in which they are asked. Data is read forwards as far as it
 * is needed, and from its start again where something earlier is.
 */
export class SamplePlaces {
  readonly #samples: SampleBatches;
  #reading: ReturnType<typeof Stretches> | undefined;
  #first = 0;
  #window: PlannedSample[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(samples: SampleBatches) {
    this.#samples = samples;
  }

  /** The samples of a chunk. @param to Exclusive. */
  between(from: number, to: number): Promise<readonly PlannedSample[]> {
    const found = this.#turn.then(() => this.#read(from, to));
    this.#turn = found.catch(() => undefined);
    return found;
  }

  async #read(from: number, to: number): Promise<readonly PlannedSample[]> {
    if (!this.#reading || from < this.#first) {
      this.#reading = stretches(this.#samples);
      this.#first = 0;
      this.#window = [];
    }
    while (this.#first + this.#window.length < to) {
      const { done, value } = await this.#reading.next();
      if (done) throw new RangeError(`there are no samples ${from} to ${to}: the data has changed`);
      this.#window.push(...value.samples);
      const over = Math.min(this.#window.length - kept, from - this.#first);
      if (over > 0) {
        this.#window.splice(0, over);
        this.#first += over;
      }
    }
    return this.#window.slice(from - this.#first, to - this.#first);
  }
}
