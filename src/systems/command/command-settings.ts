import { z } from "zod";

/** The variable that GPU libraries read to learn which devices they may use. */
export const visibleDevices = "CUDA_VISIBLE_DEVICES";

const settingsShape = z.strictObject({
  command: z
    .array(z.string().min(1))
    .min(1)
    .describe("the program and its arguments, such as [python3, bridge.py]"),
  directory: z.string().default(".").describe("where it is started, relative to the configuration"),
  environment: z
    .record(z.string(), z.string())
    .default({})
    .describe("further environment variables"),
  files: z
    .array(z.string())
    .default([])
    .describe(
      "files that decide its answers, such as its script; a change to one makes it another system",
    ),
  fields: z
    .array(z.string())
    .optional()
    .describe("members of the sample that are sent (default: all but the truth)"),
  format: z
    .string()
    .optional()
    .describe("a prediction format of the family, for predictions in another layout than its own"),
  workers: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "processes side by side; VIDIMUS_WORKER numbers them from 0 (default: one for each of devices, or 1)",
    ),
  devices: z
    .array(z.union([z.int().min(0).transform(String), z.string().min(1)]))
    .min(1)
    .max(64)
    .optional()
    .describe(
      'GPUs: each worker sees one entry, in turn, as CUDA_VISIBLE_DEVICES, such as [0, 1] or ["0,1", "2,3"]; moving to others asks nothing again',
    ),
  batchSize: z
    .int()
    .min(1)
    .optional()
    .describe("asks in one batch, at most (default: what the command says)"),
  startTimeoutMs: z.int().min(1).default(120_000).describe("time limit of its start"),
  idleMs: z
    .int()
    .min(1)
    .default(60_000)
    .describe(
      "a process without work is ended after so long, and started again when there is work",
    ),
  cancelGraceMs: z
    .int()
    .min(1)
    .default(5_000)
    .describe(
      "an ask that was cancelled and is not answered within this time takes its process with it",
    ),
  timeoutMs: z.int().min(1).default(300_000).describe("time limit of one ask"),
});

/** The settings of a command. */
export const commandSettingsSchema = settingsShape.refine(
  ({ devices, environment }) => !(devices && visibleDevices in environment),
  {
    path: ["devices"],
    error: `environment sets ${visibleDevices} too: name the GPUs in one place`,
  },
);
export type CommandSettings = z.infer<typeof commandSettingsSchema>;
