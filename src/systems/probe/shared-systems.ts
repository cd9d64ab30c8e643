import type { System } from "../../core/asking/system.ts";

interface Lent {
  readonly system: Promise<System>;
  users: number;
}

/**
 * Lends one system to all who ask through it: itself and the probes of it. They share its limit in
 * any case, so that connections of their own would be connections that nobody needs.
 */
export class SharedSystems {
  readonly #lent = new Map<string, Lent>();

  /** The system of this name, which the first to want it makes, and the last to end it ends. */
  async lend(name: string, make: () => Promise<System>): Promise<System> {
    const lent = this.#lent.get(name) ?? { system: make(), users: 0 };
    this.#lent.set(name, lent);
    lent.users++;
    let isUsed = true;
    const leave = async () => {
      if (!isUsed) return;
      isUsed = false;
      lent.users--;
      if (lent.users > 0) return;
      if (this.#lent.get(name) === lent) this.#lent.delete(name);
      await (await lent.system)[Symbol.asyncDispose]?.();
    };
    try {
      return { ...(await lent.system), [Symbol.asyncDispose]: leave };
    } catch (error) {
      this.#lent.delete(name);
      throw error;
    }
  }
}
