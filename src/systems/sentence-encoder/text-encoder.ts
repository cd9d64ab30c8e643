import type { InferenceSession } from "onnxruntime-node";
import { UserError } from "../../core/user-error.ts";
import type { ModelLayout } from "./model-layout.ts";
import { optionalModule } from "./optional-module.ts";
import { poolTokens } from "./pool-tokens.ts";

/** Texts as vectors of length 1, in their order. */
export interface TextEncoder {
  encode(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /**
   * Whether texts are put through one by one, because their vectors would depend on what else is in
   * a batch.
   */
  readonly isOneByOne: boolean;
  close(): Promise<void>;
}

const mostInBatch = 128;
/**
 * Vectors of one text that differ more than this depend on its neighbours; sums in single precision
 * differ by a hundredth of it.
 */
const noticeable = 1e-4;
/** Short and long, so that a batch of them has much to fill up. */
const probes = [
  "a",
  "Pour 200 ml of water!",
  "Then tighten the four screws of the front wheel, one after the other, until nothing moves.",
];
/** Vectors that are remembered; 768 numbers each, so about 150 MB. */
const remembered = 50_000;

/**
 * Opens the model. Texts are put through in batches of similar length, each once; calls wait for
 * each other. Graphs whose activations are quantised by the range of the whole batch give a text
 * other vectors in other company, so that a score would depend on what was asked together: those
 * are found by trying, and put every text through alone.
 */
export async function textEncoder({
  graph,
  tokenizer,
  tokenizerConfig,
  pooling,
  maxTokens,
}: ModelLayout): Promise<TextEncoder> {
  const runtime = await optionalModule("onnxruntime-node", () => import("onnxruntime-node"));
  const { Tokenizer } = await optionalModule(
    "@huggingface/tokenizers",
    () => import("@huggingface/tokenizers"),
  );
  const words = new Tokenizer(tokenizer, tokenizerConfig);
  const padding = paddingId(tokenizerConfig, (token) => words.token_to_id(token));
  const session = await runtime.InferenceSession.create(graph).catch((cause: Error) => {
    throw new UserError(`${graph}: is no model that ONNX Runtime can open (${cause.message})`);
  });
  const known = new Map<string, Float32Array>();

  const idsOf = (text: string): readonly number[] => {
    const { ids } = words.encode(text);
    // The last token closes the text, as [SEP] and </s> do; it stays.
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
  };
  const encodeBatch = async (
    texts: readonly (readonly number[])[],
  ): Promise<readonly Float32Array[]> => {
    const tokenCount = Math.max(...texts.map(({ length }) => length));
    const dims = [texts.length, tokenCount];
    const fill = (value: (ids: readonly number[], at: number) => number) =>
      new runtime.Tensor(
        "int64",
        BigInt64Array.from({ length: texts.length * tokenCount }, (_, i) => {
          const at = i % tokenCount;
          return BigInt(value(texts[Math.floor(i / tokenCount)]!, at));
        }),
        dims,
      );
    const inputs = {
      input_ids: fill((ids, at) => ids[at] ?? padding),
      attention_mask: fill((ids, at) => (at < ids.length ? 1 : 0)),
      token_type_ids: fill(() => 0),
    };
    const fed = Object.fromEntries(
      Object.entries(inputs).filter(([name]) => session.inputNames.includes(name)),
    );
    const { values, size } = tokenVectors(await session.run(fed), graph);
    return poolTokens(
      {
        values,
        size,
        tokenCount,
        textCount: texts.length,
        lengths: texts.map(({ length }) => length),
      },
      pooling,
    );
  };
  const isOneByOne = await dependsOnNeighbours(probes.map(idsOf), encodeBatch);
  const batch = isOneByOne ? 1 : mostInBatch;
  const learn = async (texts: readonly string[]): Promise<void> => {
    const fresh = [...new Set(texts)]
      .filter((text) => !known.has(text))
      .map((text) => ({ text, ids: idsOf(text) }));
    fresh.sort((a, b) => a.ids.length - b.ids.length);
    for (let from = 0; from < fresh.length; from += batch) {
      const part = fresh.slice(from, from + batch);
      const vectors = await encodeBatch(part.map(({ ids }) => ids));
      for (const [i, { text }] of part.entries()) known.set(text, vectors[i]!);
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    isOneByOne,
    encode(texts) {
      const own = last.then(async () => {
        await learn(texts);
        const vectors = texts.map((text) => known.get(text)!);
        for (const text of known.keys()) {
          if (known.size <= remembered) break;
          known.delete(text);
        }
        return vectors;
      });
      last = own.catch(() => undefined);
      return own;
    },
    close: () => session.release(),
  };
}

type EncodeBatch = (texts: readonly (readonly number[])[]) => Promise<readonly Float32Array[]>;

async function dependsOnNeighbours(
  texts: readonly (readonly number[])[],
  encodeBatch: EncodeBatch,
): Promise<boolean> {
  const together = await encodeBatch(texts);
  for (const [i, ids] of texts.entries()) {
    const [alone] = await encodeBatch([ids]);
    if (alone!.some((value, j) => Math.abs(value - together[i]![j]!) > noticeable)) return true;
  }
  return false;
}

/** The token that fills up shorter texts; masked, so that any would do. */
function paddingId(
  { pad_token: token }: Readonly<Record<string, unknown>>,
  idOf: (token: string) => number | undefined,
): number {
  const text =
    typeof token === "object" && token !== null && "content" in token ? token.content : token;
  return (typeof text === "string" ? idOf(text) : undefined) ?? 0;
}

function tokenVectors(
  outputs: InferenceSession.OnnxValueMapType,
  graph: string,
): { readonly values: Float32Array; readonly size: number } {
  const all = Object.entries(outputs);
  const named = ["last_hidden_state", "token_embeddings"].map(
    (name) => all.find(([own]) => own === name)?.[1],
  );
  const found =
    named.find((one) => one !== undefined) ??
    all.map(([, one]) => one).find(({ dims }) => dims.length === 3);
  if (found?.dims.length !== 3 || !(found.data instanceof Float32Array))
    throw new UserError(
      `${graph}: gives ${all.map(([name]) => name).join(", ")}, but no vectors of tokens in single precision`,
      "export it with the task feature-extraction",
    );
  return { values: found.data, size: found.dims[2]! };
}
