import type { DirectSystem, FitContext } from "../../core/asking/system.ts";
import { defineSystemKind, type SystemContext } from "../../core/asking/system-kind.ts";
import type { Sample } from "../../core/data/sample.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { packModel, unpackModel } from "./artefact.ts";
import { type AskHead, askHead } from "./ask-head.ts";
import { readBatchOrder } from "./batch-order.ts";
import { fitHead, type TrainingTools } from "./fit-head.ts";
import { type HeadConfig, headSchema, settingsOf } from "./head-settings.ts";
import { readInitialWeights } from "./initial-weights.ts";
import { type AnyLearning, readTrainingSet } from "./training-set.ts";

/** Answers from memory: as many as features are read of at once. */
const batch = 256;

/**
 * Small models on numbers that samples refer to, trained on the samples of the split `train`. The
 * family says what goes in and what should come out.
 */
export const heads = defineSystemKind<HeadConfig>({
  id: "heads",
  summary:
    "a small model that learns from the features of the training samples: linear (minimal) or a network (neural)",
  configSchema: headSchema,
  files: ({ initial, order }) => [initial, order].filter((path) => path !== undefined),
  create: async (config, context): Promise<DirectSystem> => {
    const learning = context.family.asking.learning as AnyLearning | undefined;
    if (!learning)
      throw new UserError(
        `family ${context.family.id} has no features that heads could learn from`,
        `remove the system "${context.id}" from the task "${context.task}"`,
      );
    const settings = settingsOf(config);
    const { digests, ...files } = await filesOf(config, context);
    const lesson = (arrays = context.arrays) => {
      if (!arrays)
        throw new UserError(`the system "${context.id}" cannot read features on this task`);
      return { learning, options: context.options, arrays };
    };
    let ask: AskHead | undefined;
    return {
      id: context.id,
      kind: "heads",
      speaks: "prediction",
      identity: { ...settings, ...digests },
      concurrency: batch,
      async fit(train: AsyncIterable<readonly Sample[]>, tools: FitContext) {
        using set = await readTrainingSet(train, lesson(tools.arrays), {
          memoryBytes: config.memoryMegabytes * 1e6,
          signal: tools.signal,
        });
        const { model, report } = await fitHead(set, settings, {
          ...files,
          pause: pauser(tools),
        });
        ask = askHead(model, lesson(tools.arrays));
        return { artefact: packModel(model), report };
      },
      async restore(artefact) {
        ask = askHead(unpackModel(artefact), lesson());
      },
      async ask(samples, signal) {
        if (!ask) throw new Error(`the system "${context.id}" was asked before it learnt`);
        return ask(samples, signal);
      },
    };
  },
});

interface HeadFiles extends Pick<TrainingTools, "initial" | "order"> {
  /** What the files hold, for the identity. */
  readonly digests: Readonly<Record<string, string>>;
}

async function filesOf(
  { initial, order }: HeadConfig,
  { open }: SystemContext,
): Promise<HeadFiles> {
  const weights = initial === undefined ? undefined : await open(initial).document();
  const places = order === undefined ? undefined : await open(order).document();
  const digest = (document: unknown) => contentDigest(JSON.stringify(document));
  return {
    digests: {
      ...(weights === undefined ? {} : { initial: digest(weights) }),
      ...(places === undefined ? {} : { order: digest(places) }),
    },
    initial: initial === undefined ? undefined : readInitialWeights(weights, initial),
    order: order === undefined ? undefined : readBatchOrder(places, order),
  };
}

/** Work this long before others get their turn. */
const turnMs = 30;

function pauser({ signal, onProgress, onEpoch }: FitContext): TrainingTools["pause"] {
  let since = performance.now();
  return async (done, of, recorded) => {
    onProgress(done, of);
    if (recorded) onEpoch?.(recorded);
    signal.throwIfAborted();
    if (performance.now() - since < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    since = performance.now();
  };
}
