import { z } from "zod";

const share = z.number().gt(0).lt(1);
const common = {
  seed: z
    .int()
    .min(0)
    .default(7)
    .describe("seed of first weights, shuffles and dropout; the run's seed does not matter"),
  validation: share
    .optional()
    .describe(
      "share of the training samples, the last ones, that is kept out of training; how well they are answered is reported, and nothing is chosen by it",
    ),
  memoryMegabytes: z
    .number()
    .positive()
    .default(1024)
    .describe("features beyond it are kept in a temporary file while the head learns"),
};

const minimal = z.strictObject({
  head: z
    .literal("minimal")
    .describe(
      "softmax regression of classes, logistic regression of labels, ridge regression of numbers, cosine of matches",
    ),
  epochs: z.int().min(1).default(400).describe("steps of gradient descent, each on all samples"),
  rate: z
    .number()
    .positive()
    .optional()
    .describe("size of a step (default: 0.12 for classes, 0.05 for labels)"),
  penalty: z
    .number()
    .min(0)
    .default(2e-3)
    .describe("weight of half the sum of squared weights, of classes and labels"),
  spread: z
    .number()
    .min(0)
    .default(0.01)
    .describe("standard deviation of the first weights, drawn as NumPy draws them"),
  ridgePenalty: z.number().positive().default(10).describe("λ of ridge regression"),
  ...common,
});

const neural = z.strictObject({
  head: z
    .literal("neural")
    .describe("a network of layer norm, linear layers, GELU and dropout, trained by AdamW"),
  hidden: z.array(z.int().min(1)).min(1).default([128, 128]).describe("units of the hidden layers"),
  dropout: z.number().min(0).lt(1).default(0.1).describe("share of hidden units left out"),
  epochs: z.int().min(1).default(80).describe("how often all samples are learnt from"),
  batch: z.int().min(1).default(128).describe("samples of one step"),
  rate: z.number().positive().default(1e-3).describe("learning rate of AdamW"),
  decay: z.number().min(0).default(1e-4).describe("weight decay of AdamW"),
  initial: z
    .string()
    .optional()
    .describe(
      "npz file of first weights under the names of a PyTorch state (0.weight, 0.bias, 1.weight, …)",
    ),
  order: z
    .string()
    .optional()
    .describe(
      "JSON file with the order of the samples in each epoch, and the masks of dropout if wanted",
    ),
  ...common,
});

export const headSettings = z.discriminatedUnion("head", [minimal, neural]);
export type HeadSettings = z.infer<typeof headSettings>;
export type MinimalSettings = z.infer<typeof minimal>;
export type NeuralSettings = z.infer<typeof neural>;
