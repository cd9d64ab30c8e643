import { stat } from "node:fs/promises";
import { type FramesFile, openFrames } from "./open-frames.ts";
import type { Video } from "./open-video.ts";
import { tablesThenPackets } from "./tables-then-packets.ts";

/**
 * The video that was used last, kept open: stepping through a video asks for it again and again, and
 * learning of its packets may mean reading it whole.
 */
export class KeptVideo {
  #kept: { readonly key: string; readonly video: Video } | undefined;

  async use<T>(file: FramesFile, take: (video: Video) => Promise<T>): Promise<T> {
    const { size, mtimeMs, ino } = await stat(file.path);
    const key = JSON.stringify([file.path, file.framesPerSecond, size, mtimeMs, ino]);
    if (this.#kept?.key === key) {
      const { video } = this.#kept;
      try {
        return await take(video);
      } catch {
        // Its tables may be wrong: it is opened again, and tried as any other.
      }
    }
    await this.#close();
    return tablesThenPackets(async (index) => {
      await this.#close();
      const video = await openFrames(file, { index });
      this.#kept = { key, video };
      return take(video);
    });
  }

  async #close(): Promise<void> {
    const video = this.#kept?.video;
    this.#kept = undefined;
    await video?.[Symbol.asyncDispose]();
  }
}
