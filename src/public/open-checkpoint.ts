import type { Sample } from "../core/data/sample.ts";
import { canonicalJson, type Json } from "../core/json.ts";
import { noAnswer, type Outcome, settles } from "../core/run/outcome.ts";
import { cellDigits, sampleDigits, workKey } from "../core/run/work.ts";
import { UserError } from "../core/user-error.ts";
import { contentDigest } from "../files/content-digest.ts";
import { runStores } from "../store/run-stores.ts";

export interface CheckpointOptions {
  readonly name: string;
  /**
   * Everything that can change an answer: model, parameters, wording, frames. What was done under
   * another identity is not taken for it.
   */
  readonly identity: Json;
}

/** Work that is done once: a journal on disk remembers every outcome, also through a crash. */
export interface Checkpoint extends AsyncDisposable {
  /**
   * The outcome of this sample from the journal or, where it has none yet, of `work`, which is then
   * remembered.
   */
  once<Prediction>(
    sample: Sample,
    work: () => Promise<Outcome<Prediction>>,
  ): Promise<Outcome<Prediction>>;
}

/**
 * Opens or continues a journal in a folder; one process at a time. Failures are not final: they are
 * remembered, and tried again the next time. What `work` throws is a failure.
 */
export async function openCheckpoint(
  directory: string,
  { name, identity }: CheckpointOptions,
): Promise<Checkpoint> {
  const isThere = (await runStores.header(directory)) !== undefined;
  const header = {
    schema: "vidimus-run/1" as const,
    name,
    spec: { library: identity },
    createdAt: Date.now(),
  };
  const store = isThere
    ? await runStores.open(directory)
    : await runStores.create(directory, header);
  if (store.header.name !== name) {
    await store[Symbol.asyncDispose]();
    throw new UserError(
      `the run in ${directory} is called "${store.header.name}", not "${name}"`,
      "name another folder",
    );
  }
  const cell = contentDigest(canonicalJson({ name, identity })).slice(0, cellDigits);
  return {
    async once<Prediction>(sample: Sample, work: () => Promise<Outcome<Prediction>>) {
      const key = workKey(cell, contentDigest(canonicalJson(sample)).slice(0, sampleDigits));
      const [history] = await store.histories([key]);
      const before = history?.outcome?.outcome as Outcome<Prediction> | undefined;
      if (before && settles(before.kind)) return before;
      const outcome = await work().catch(
        (error: unknown): Outcome<Prediction> => noAnswer("failed", messageOf(error)),
      );
      const attempt = history?.outcome ? history.outcome.attempt + 1 : 0;
      await store.append([
        {
          event: "outcome",
          key,
          attempt,
          task: name,
          system: name,
          sample: sample.id,
          outcome,
          at: Date.now(),
        },
      ]);
      return outcome;
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
