import type { DecodePool } from "./decode-pool.ts";

/** One pool of decoding processes for several users; it is closed after its last one. */
export class SharedPool {
  readonly #open: () => Promise<DecodePool>;
  #pool: Promise<DecodePool> | undefined;
  #users = 0;

  /** The pool is opened for the first user, and again if all were gone meanwhile. */
  constructor(open: () => Promise<DecodePool>) {
    this.#open = open;
  }

  /** The pool stays open until what this returns is disposed of. */
  async join(): Promise<AsyncDisposable & { readonly pool: DecodePool }> {
    this.#users++;
    this.#pool ??= this.#open();
    const pool = await this.#pool;
    let hasLeft = false;
    return {
      pool,
      [Symbol.asyncDispose]: async () => {
        if (hasLeft) return;
        hasLeft = true;
        this.#users--;
        if (this.#users > 0) return;
        this.#pool = undefined;
        await pool[Symbol.asyncDispose]();
      },
    };
  }
}
