import { z } from "zod";

const ofMinimal = {
  penalty: z
    .number()
    .min(0)
    .optional()
    .describe("minimal: weight of half the sum of squared weights (default: 0.002)"),
  spread: z
    .number()
    .min(0)
    .optional()
    .describe(
      "minimal: standard deviation of the first weights, drawn as NumPy draws them (default: 0.01)",
    ),
  ridgePenalty: z
    .number()
    .positive()
    .optional()
    .describe("minimal: λ of ridge regression (default: 10)"),
};

const ofNeural = {
  hidden: z
    .array(z.int().min(1))
    .min(1)
    .optional()
    .describe("neural: units of the hidden layers (default: [128, 128])"),
  dropout: z
    .number()
    .min(0)
    .lt(1)
    .optional()
    .describe("neural: share of hidden units left out (default: 0.1)"),
  batch: z.int().min(1).optional().describe("neural: samples of one step (default: 128)"),
  decay: z.number().min(0).optional().describe("neural: weight decay of AdamW (default: 0.0001)"),
  initial: z
    .string()
    .optional()
    .describe(
      "neural: npz file of first weights under the names of a PyTorch state (0.weight, 0.bias, …)",
    ),
  order: z
    .string()
    .optional()
    .describe("neural: JSON file with the order of the samples in each epoch; docs/systems.md"),
};

/** Settings as they are written; those of the other head are refused. */
export const headSchema = z
  .strictObject({
    head: z
      .enum(["minimal", "neural"])
      .describe(
        "minimal: softmax, logistic or ridge regression; neural: a network of two hidden layers",
      ),
    epochs: z
      .int()
      .min(1)
      .optional()
      .describe("how often all samples are learnt from (default: 400 minimal, 80 neural)"),
    rate: z
      .number()
      .positive()
      .optional()
      .describe("size of a step (default: 0.12 for classes and 0.05 for labels; 0.001 neural)"),
    ...ofMinimal,
    ...ofNeural,
    seed: z
      .int()
      .min(0)
      .default(7)
      .describe("seed of first weights, shuffles and dropout; the run's seed does not matter"),
    validation: z
      .number()
      .gt(0)
      .lt(1)
      .optional()
      .describe(
        "share of the training samples, the last ones, that is kept out of training and only reported",
      ),
    memoryMegabytes: z
      .number()
      .positive()
      .default(1024)
      .describe("features beyond it are kept in a temporary file while the head learns"),
  })
  .superRefine((settings, { addIssue }) => {
    const other = settings.head === "minimal" ? ofNeural : ofMinimal;
    for (const key of Object.keys(other) as (keyof typeof other)[])
      if (settings[key] !== undefined)
        addIssue({
          code: "custom",
          path: [key],
          message: `the ${settings.head} head has no ${key}`,
        });
  });
export type HeadConfig = z.infer<typeof headSchema>;

interface CommonSettings {
  readonly epochs: number;
  readonly seed: number;
  readonly validation?: number | undefined;
}

export interface MinimalSettings extends CommonSettings {
  readonly head: "minimal";
  /** Of classes and of labels. */
  readonly rates: { readonly class: number; readonly labels: number };
  readonly penalty: number;
  readonly spread: number;
  readonly ridgePenalty: number;
}

export interface NeuralSettings extends CommonSettings {
  readonly head: "neural";
  readonly rate: number;
  readonly hidden: readonly number[];
  readonly dropout: number;
  readonly batch: number;
  readonly decay: number;
}

export type HeadSettings = MinimalSettings | NeuralSettings;

/** All settings that decide what is learnt, defaults included. */
export function settingsOf(config: HeadConfig): HeadSettings {
  const { head, epochs, rate, seed, validation } = config;
  const common = { seed, ...(validation === undefined ? {} : { validation }) };
  return head === "minimal"
    ? {
        head,
        ...common,
        epochs: epochs ?? 400,
        rates: { class: rate ?? 0.12, labels: rate ?? 0.05 },
        penalty: config.penalty ?? 2e-3,
        spread: config.spread ?? 0.01,
        ridgePenalty: config.ridgePenalty ?? 10,
      }
    : {
        head,
        ...common,
        epochs: epochs ?? 80,
        rate: rate ?? 1e-3,
        hidden: config.hidden ?? [128, 128],
        dropout: config.dropout ?? 0.1,
        batch: config.batch ?? 128,
        decay: config.decay ?? 1e-4,
      };
}
