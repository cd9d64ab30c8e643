import { documents } from "../../../src/server/contract.ts";

/** `other`: it answers, but knows this page no longer, since it has another token. */
type ServerState = "there" | "gone" | "other";

const againMs = 1_000;

/** Whether the server answers, and when it does again. */
class ServerWatch {
  readonly #listeners = new Set<() => void>();
  #state: ServerState = "there";
  #back: Promise<void> | undefined;

  get state(): ServerState {
    return this.#state;
  }

  /** Calls back with every change of the state, until what it returns is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** It did not answer: ends once it does. */
  back(): Promise<void> {
    this.#back ??= this.#wait().finally(() => {
      this.#back = undefined;
    });
    return this.#back;
  }

  async #wait(): Promise<void> {
    for (let now = await stateNow(); now !== "there"; now = await stateNow()) {
      this.#become(now);
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
    this.#become("there");
  }

  #become(state: ServerState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

async function stateNow(): Promise<ServerState> {
  try {
    const { ok } = await fetch(documents.app.path, { cache: "no-store" });
    return ok ? "there" : "other";
  } catch {
    return "gone";
  }
}

/** One for the whole page. */
export const serverWatch = new ServerWatch();

/** Reads from the server; where that is gone, as soon as it is back. */
export async function readFromServer(path: string, signal?: AbortSignal): Promise<Response> {
  for (;;)
    try {
      return await fetch(path, { signal: signal ?? null });
    } catch (error) {
      if (signal?.aborted) throw error;
      await serverWatch.back();
    }
}
