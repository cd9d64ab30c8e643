import type { Answer } from "./answer.ts";

const mostBytes = 64 * 1024 * 1024;

/**
 * Embeddings of this start of the program, the latest used first to stay: asked once each, also
 * where several ask at the same time.
 */
export class EmbeddingMemo {
  readonly #known = new Map<string, { readonly answer: Promise<Answer>; sizeBytes: number }>();
  #bytes = 0;

  get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(key);
    if (known) {
      this.#known.delete(key);
      this.#known.set(key, known);
      return known.answer;
    }
    const entry = { answer: make(), sizeBytes: 0 };
    this.#known.set(key, entry);
    entry.answer.then(
      ({ outcome }) => {
        if (outcome.kind !== "answered") this.#known.delete(key);
        else this.#grow(entry, outcome.value);
      },
      () => this.#known.delete(key),
    );
    return entry.answer;
  }

  #grow(entry: { sizeBytes: number }, value: unknown): void {
    entry.sizeBytes = ArrayBuffer.isView(value) ? value.byteLength : 0;
    this.#bytes += entry.sizeBytes;
    for (const [key, { sizeBytes }] of this.#known) {
      if (this.#bytes <= mostBytes) return;
      this.#known.delete(key);
      this.#bytes -= sizeBytes;
    }
  }
}
