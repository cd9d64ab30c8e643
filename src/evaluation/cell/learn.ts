import type { DirectSystem, System } from "../../core/asking/system.ts";
import { canonicalJson, type Json } from "../../core/json.ts";
import type { FittedEvent } from "../../core/run/run-event.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import { Interrupted } from "../../engine/interrupted.ts";
import { bytesDigest, contentDigest } from "../../files/content-digest.ts";
import type { OnEvent } from "../evaluation-event.ts";
import type { Task } from "../task/open-task.ts";
import { plainSamples } from "../task/plain-samples.ts";
import { repeatSeed } from "./repeat-seed.ts";
import { figuresText, trainingLog } from "./training-log.ts";

export interface LearningPlace {
  readonly repeat: number;
  /** Where what was learnt is kept and found again; nothing is learnt twice. */
  readonly store?: RunStore | undefined;
  /** Set where nothing is to be learnt now, as in a dry run: only what is known is taken up. */
  readonly onlyKnown?: boolean;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number, of: number): void;
  /** Told of the training as it goes, for the log that people read. */
  onLog?(message: string): void;
}

const never = new AbortController().signal;

/**
 * Lets a system learn where it can, or gives it what it learnt from the same samples at an earlier
 * start of the run.
 */
export async function learn(
  task: Task,
  system: System,
  place: LearningPlace,
): Promise<FittedEvent | undefined> {
  if (system.speaks !== "prediction" || !system.fit) return undefined;
  const training = await trainingDigest(task, system, place.repeat);
  const known = await restored(system, training, place.store);
  const log = trainingLog(task, system, place);
  if (known) log.restored();
  if (known || place.onlyKnown) return known;
  const { samples, on } = task.training;
  const { signal = never } = place;
  log.started();
  const { artefact, report } = await system
    .fit(plainSamples(samples), {
      seed: repeatSeed(task.scoring.seed, place.repeat),
      signal,
      arrays: task.arrays,
      onProgress: (done, of) => place.onProgress?.(done, of),
      onEpoch: log.epoch,
    })
    .catch((error: unknown) => {
      log.left(signal.aborted ? "interrupted" : "failed");
      throw signal.aborted ? new Interrupted() : error;
    });
  log.ended(report);
  const digest = await keep(artefact, place.store);
  const fitted: FittedEvent = {
    event: "fitted",
    task: task.id,
    system: system.id,
    digest,
    training,
    ...(report ? { report } : {}),
    on,
    at: Date.now(),
  };
  await place.store?.append([fitted]);
  return fitted;
}

/** At most this often. */
const reportMs = 100;

/** Reports the steps of a training as progress of its system on its task. */
export function fitProgress(
  { task, system }: { readonly task: string; readonly system: string },
  onEvent: OnEvent,
): NonNullable<LearningPlace["onProgress"]> {
  let reportedAt = 0;
  return (done, of) => {
    const now = performance.now();
    if (done < of && now - reportedAt < reportMs) return;
    reportedAt = now;
    const count = { expected: of, isGrowing: false, settled: done, settledNow: done, outcomes: {} };
    const noun = `steps of training ${system} on ${task}`;
    onEvent({ type: "progress", noun, systems: [{ system, ...count }] });
  };
}

/** What a reader of the scores should know of the training. */
export function fittedRemarks({ on, report }: FittedEvent): readonly string[] {
  const figures = figuresText(report);
  return [
    ...(on === "test" ? ["fitted on the evaluated samples themselves"] : []),
    ...(figures === "" ? [] : [`training: ${figures}`]),
    ...(report?.warnings ?? []),
  ];
}

/**
 * Digests what is learnt from and how. What a system is made of is in its identity, seeds
 * included.
 */
async function trainingDigest(task: Task, system: DirectSystem, repeat: number): Promise<string> {
  const { samples, on } = task.training;
  let digests = "";
  for await (const batch of samples)
    digests = contentDigest(`${digests}${batch.map(({ digest }) => digest).join("")}`);
  if (digests === "")
    throw new UserError(
      `the system "${system.id}" has nothing to learn from on the task "${task.id}"`,
      'name a file as data.train, or give rows the split "train"',
    );
  const decisive: Json = {
    family: task.family.id,
    version: task.family.version,
    options: canonicalJson(task.settings.options),
    kind: system.kind,
    identity: system.identity,
    seed: repeatSeed(task.scoring.seed, repeat),
    on,
    samples: digests,
  };
  return contentDigest(canonicalJson(decisive));
}

async function restored(
  system: DirectSystem,
  training: string,
  store: RunStore | undefined,
): Promise<FittedEvent | undefined> {
  if (!system.restore || !store) return undefined;
  const known = (await store.fits()).findLast((fitted) => fitted.training === training);
  const artefact = known && (await store.artefacts.get(known.digest));
  if (!artefact) return undefined;
  await system.restore(artefact);
  return known;
}

async function keep(artefact: Uint8Array, store: RunStore | undefined): Promise<string> {
  return store ? store.artefacts.put(artefact) : bytesDigest(artefact);
}
