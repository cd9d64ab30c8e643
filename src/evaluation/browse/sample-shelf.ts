import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";

/** Samples that are packed together: more pack better, fewer are had faster. */
const perBlock = 256;
/** What is fast to pack; stronger compression saves little. */
const level = 1;

/**
 * All samples of a task in memory, packed, so that any one of them is had at once: files are read
 * from their start to their end.
 */
export class SampleShelf {
  readonly #blocks: Buffer[] = [];
  readonly #places = new Map<string, number>();
  #bytes = 0;

  /** `undefined` where they would take more than `mostBytes`. */
  static async read(samples: SampleBatches, mostBytes: number): Promise<SampleShelf | undefined> {
    const shelf = new SampleShelf();
    let waiting: PlannedSample[] = [];
    for await (const batch of samples) {
      for (const planned of batch) {
        waiting.push(planned);
        if (waiting.length < perBlock) continue;
        shelf.#add(waiting);
        waiting = [];
        if (shelf.bytes > mostBytes) return undefined;
      }
    }
    if (waiting.length > 0) shelf.#add(waiting);
    return shelf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The samples of these ids, in the order of the shelf; of several samples of one id, all. */
  find(ids: readonly string[]): readonly PlannedSample[] {
    const wanted = new Set(ids);
    const places = new Set(ids.flatMap((id) => this.#places.get(id) ?? []));
    return [...places]
      .sort((a, b) => a - b)
      .flatMap((place) => this.#block(place).filter(({ sample }) => wanted.has(sample.id)));
  }

  #block(place: number): readonly PlannedSample[] {
    return deserialize(inflateRawSync(this.#blocks[place]!)) as readonly PlannedSample[];
  }

  #add(planned: readonly PlannedSample[]): void {
    const block = deflateRawSync(serialize(planned), { level });
    this.#bytes += block.length;
    for (const { sample } of planned)
      if (!this.#places.has(sample.id)) this.#places.set(sample.id, this.#blocks.length);
    this.#blocks.push(block);
  }
}
