import { once } from "../../core/once.ts";
import type { FrameCache } from "../../media/cache/frame-cache.ts";

/** So many frames can be asked for; those of samples that were opened long ago are forgotten. */
const mostKnown = 20_000;

/**
 * The frames that systems were shown, as they were sent, from the cache of frames. Only those of
 * samples that were opened can be had.
 */
export class SentFrames {
  readonly #known = new Set<string>();
  readonly #cache = once(openCache);

  /** Whether the bytes of a frame are still there; they can be asked for from now on. */
  async holds(digest: string): Promise<boolean> {
    const isKept = await (await this.#cache()).holds(digest);
    if (!isKept) return false;
    this.#known.delete(digest);
    this.#known.add(digest);
    for (const oldest of this.#known) {
      if (this.#known.size <= mostKnown) break;
      this.#known.delete(oldest);
    }
    return true;
  }

  /** `undefined` where nobody may ask for it, or it is gone. */
  async bytes(digest: string): Promise<Uint8Array | undefined> {
    if (!this.#known.has(digest)) return undefined;
    // Gone since the page was opened.
    return (await this.#cache()).bytes(digest).catch(() => undefined);
  }
}

async function openCache(): Promise<FrameCache> {
  const [{ openFrameCache }, { cacheSettings }] = await Promise.all([
    import("../../media/cache/frame-cache.ts"),
    import("../../media/cache/cache-settings.ts"),
  ]);
  return openFrameCache(cacheSettings());
}
