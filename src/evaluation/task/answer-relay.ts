import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { Sample } from "../../core/data/sample.ts";
import { canonicalJson } from "../../core/json.ts";
import { noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { sampleDigits } from "../../core/run/work.ts";
import { contentDigest } from "../../files/content-digest.ts";

/** Puts what another system predicted about a sample into it. */
export type PutFound = (sample: Sample, found: Outcome<unknown>) => Sample;

/**
 * Hands the answers of one system on a task to another that goes on from them, once all are there.
 */
export class AnswerRelay {
  readonly #system: string;
  readonly #put: PutFound;
  readonly #outcomes = new Map<string, Outcome<unknown>>();
  readonly #ended = Promise.withResolvers<void>();

  constructor(system: string, put: PutFound) {
    this.#system = system;
    this.#put = put;
  }

  /** The system whose answers these are. */
  get system(): string {
    return this.#system;
  }

  take({ digest }: PlannedSample, outcome: Outcome<unknown> | undefined): void {
    if (outcome) this.#outcomes.set(digest, outcome);
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended.resolve();
  }

  /**
   * Resolves when the other system has ended, or when the signal says that nobody waits any more.
   */
  async ended(stop: AbortSignal): Promise<void> {
    const left = Promise.withResolvers<void>();
    stop.addEventListener("abort", () => left.resolve(), { once: true });
    if (stop.aborted) left.resolve();
    await Promise.race([this.#ended.promise, left.promise]);
  }

  /**
   * The samples with what was found about each; what was found is part of their digests, so that
   * other findings are other work.
   */
  samples(batches: SampleBatches): SampleBatches {
    const relayed = ({
      sample,
      digest,
      pairing = digest,
      position,
    }: PlannedSample): PlannedSample => {
      const found =
        this.#outcomes.get(digest) ??
        noAnswer("failed", `the system "${this.#system}" has not answered this sample`);
      const put = this.#put(sample, found);
      return {
        sample: put,
        digest: contentDigest(canonicalJson(put)).slice(0, sampleDigits),
        pairing,
        position,
      };
    };
    return {
      async *[Symbol.asyncIterator]() {
        for await (const batch of batches) yield batch.map(relayed);
      },
    };
  }
}
