import { basename } from "node:path";
import { z } from "zod";
import type { SimilaritySystem } from "../../core/asking/system.ts";
import { defineSystemKind, type SystemContext } from "../../core/asking/system-kind.ts";
import { answered } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { fileFacts } from "../../files/content-digest.ts";
import { productOf } from "../encoder/vectors.ts";
import { modelFolder } from "./model-folder.ts";
import { type LayoutChoice, readLayout } from "./model-layout.ts";
import { openTextTower } from "./open-text-tower.ts";

const settingsSchema = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .optional()
      .describe(
        "folder of the model: model.onnx or onnx/model.onnx, tokenizer.json, tokenizer_config.json, config.json",
      ),
    huggingface: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, "must be owner/name")
      .optional()
      .describe("model of the hub, such as sentence-transformers/all-mpnet-base-v2"),
    revision: z
      .string()
      .min(1)
      .default("main")
      .describe("commit, tag or branch of the hub's model"),
    file: z.string().min(1).optional().describe("the ONNX file, where it is another one"),
    maxTokens: z.int().min(3).optional().describe("cuts texts earlier than the model asks for"),
  })
  .refine(
    ({ path, huggingface }) => (path === undefined) !== (huggingface === undefined),
    "needs path or huggingface, one of the two",
  );
type Settings = z.infer<typeof settingsSchema>;

/**
 * Similarity by a sentence encoder: mean of its token vectors, normalised, as sentence-transformers
 * does; cosines in single precision.
 */
export const sentenceEncoder = defineSystemKind({
  id: "sentence-encoder",
  summary:
    "a grader: similarities of texts by a sentence encoder in ONNX, from a folder or the hub",
  configSchema: settingsSchema,
  speaks: "similarity",
  files: ({ path }) => (path === undefined ? [] : [path]),
  label: (settings) => `sentence-encoder:${labelOf(settings)}`,
  create: async (settings, context): Promise<SimilaritySystem> => {
    const layout = await readLayout(filesOf(settings, context), choiceOf(settings));
    const { sha256 } = await fileFacts(layout.graph);
    const encoder = await openTextTower(layout);
    return {
      id: context.id,
      kind: "sentence-encoder",
      speaks: "similarity",
      identity: {
        sha256,
        pooling: layout.pooling,
        maxTokens: layout.maxTokens,
        ...(encoder.isOneByOne ? { batch: 1 } : {}),
      },
      concurrency: 64,
      async ask(asks) {
        const texts = [...new Set(asks.flatMap(({ pairs }) => pairs.flat()))];
        const vectors = await encoder.encode(texts);
        const places = new Map(texts.map((text, i) => [text, i]));
        const vectorOf = (text: string) => vectors[places.get(text)!]!;
        return asks.map(({ pairs }) =>
          answered({
            cosines: pairs.map(([said, wanted]) => productOf(vectorOf(said), vectorOf(wanted))),
          }),
        );
      },
      [Symbol.asyncDispose]: () => encoder.close(),
    };
  },
});

function filesOf({ path, huggingface, revision }: Settings, context: SystemContext) {
  if (path !== undefined) return modelFolder(context.open(path).path);
  if (!context.model)
    throw new UserError(
      `the model ${huggingface} cannot be fetched here`,
      "name a folder as path instead of huggingface",
    );
  return context.model(huggingface!, revision);
}

function choiceOf({ path, huggingface, file, maxTokens }: Settings): LayoutChoice {
  return { name: path ?? huggingface!, file, maxTokens };
}

/** The model's own name, and what makes it another one. */
function labelOf({ path, huggingface, revision, file, maxTokens }: Settings): string {
  const name = basename(path ?? huggingface!);
  return [
    name,
    path !== undefined || revision === "main" ? [] : `@${revision}`,
    file === undefined ? [] : `/${file}`,
    maxTokens ? `[${maxTokens}]` : [],
  ]
    .flat()
    .join("");
}
