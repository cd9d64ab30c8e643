import { z } from "zod";
import { failureCauses } from "../../core/run/outcome.ts";

/** Raised when a message changes its meaning. docs/command-protocol.md describes it. */
export const protocolVersion = 1;

const sideSchema = z.int().min(1).max(4096);

/** What a command says once, in reply to `hello`. */
export const readySchema = z.object({
  type: z.literal("ready"),
  protocol: z.number(),
  speaks: z.enum(["prediction", "chat", "encoder", "stream", "similarity"]),
  /** What answers, and anything that can change an answer: part of the work key. */
  identity: z.json().optional(),
  batchSize: z.int().min(1).default(1),
  /** How many streams one process can watch at once. */
  sessions: z.int().min(1).default(1),
  /** Whether chat and encoder asks and steps of streams may hold frames. */
  sees: z.boolean().default(true),
  /** Whether it takes whole videos, by their path, in place of frames. */
  takesVideos: z.boolean().default(false),
  /** Whether frames come as bytes behind the message, in place of base64 inside it. */
  attachments: z.boolean().default(false),
  /** Encoders: frames come as pixels of this shape, in place of encoded pictures. */
  pixels: z
    .object({
      width: sideSchema,
      height: sideSchema,
      resize: z.enum(["stretch", "crop"]).default("crop"),
      filter: z.enum(["bicubic", "bilinear"]).default("bicubic"),
    })
    .optional(),
  /** Encoders: whether `identity` names all that decides a vector, so that vectors may be kept. */
  cacheable: z.boolean().default(false),
  /** Encoders: how many frames of a video they want. */
  frames: z.int().min(1).optional(),
  /** Whether chat asks may hold choices to be scored. */
  scoresChoices: z.boolean().default(false),
});
export type Ready = z.infer<typeof readySchema>;

/** What a command says about one ask. */
export const answerSchema = z.object({
  type: z.literal("answer"),
  id: z.int(),
  prediction: z.json().optional(),
  reply: z
    .object({
      text: z.string(),
      finish: z.enum(["stop", "length"]).default("stop"),
      reasoning: z.string().optional(),
      logLikelihoods: z.array(z.number().nullable()).optional(),
    })
    .optional(),
  /** Numbers, or base64 of their single-precision floats, little-endian. */
  embedding: z.union([z.array(z.number()).min(1), z.string()]).optional(),
  cosines: z.array(z.number().min(-1.001).max(1.001)).optional(),
  /** What is said at a step of a stream; the empty text is silence. */
  say: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  refused: z.string().optional(),
  error: z.string().optional(),
  cause: z.enum(failureCauses).default("deterministic"),
  facts: z.unknown().optional(),
});
export type CommandAnswer = z.infer<typeof answerSchema>;

/** One ask on its way to a command. */
export interface CommandAsk {
  readonly id: number;
  readonly [member: string]: unknown;
}
