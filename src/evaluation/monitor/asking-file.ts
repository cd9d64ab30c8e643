import { rmSync } from "node:fs";
import { join } from "node:path";
import type { RunFiles } from "../../core/run/run-store.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import type { AskingNow } from "../../summary/browse/live-progress.ts";
import type { EvaluationEvent } from "../evaluation-event.ts";

const askingName = "asking.json";
/** At most so often it is written. */
const writeMs = 1_000;
/** Older than this it is of a program that does not report any more. */
const freshMs = 10_000;

/**
 * What a run has sent and not had back, in a file beside its log, for those who look from outside.
 * The log holds what came back alone. The file is gone with the program, unless that was killed.
 */
export class AskingFile implements Disposable {
  readonly #path: string;
  #writtenAt = 0;

  constructor(directory: string) {
    this.#path = join(directory, askingName);
    this[Symbol.dispose]();
  }

  note(event: EvaluationEvent): void {
    const at = Date.now();
    if (event.type !== "progress" || at - this.#writtenAt < writeMs) return;
    const { asking, workers } = event;
    if (!asking && !workers) return;
    this.#writtenAt = at;
    const { inFlight = 0, oldest = [] } = asking ?? {};
    const now: AskingNow = {
      at,
      inFlight,
      oldest: oldest.map(({ system, key, ms }) => ({ system, key, since: Math.round(at - ms) })),
      ...(workers ? { workers } : {}),
    };
    try {
      writeAtomically(this.#path, JSON.stringify(now));
    } catch {
      // Only a help: a full disk has other places to be told of.
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#path, { force: true });
  }
}

/** What the program says that writes a run; `undefined` where it says nothing, or did long ago. */
export async function readAsking(files: RunFiles, now: number): Promise<AskingNow | undefined> {
  const text = await files.read(askingName).catch(() => undefined);
  if (text === undefined) return undefined;
  const asking = JSON.parse(text) as AskingNow;
  return now - asking.at < freshMs ? asking : undefined;
}
