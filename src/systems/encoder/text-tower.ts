import { UserError } from "../../core/user-error.ts";
import { KnownVectors } from "./known-vectors.ts";
import type { Pooling } from "./manifest.ts";
import { chosenName, type Feed, type GraphOutput, type OnnxGraph } from "./onnx-graph.ts";
import { poolTokens } from "./pool-tokens.ts";
import type { TextTokenizer } from "./text-tokenizer.ts";
import { normalised } from "./vectors.ts";

/** Texts as vectors, in their order. */
export interface TextTower {
  encode(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Words of a text that the vocabulary lacks and that are left out. */
  unknownWords(text: string): readonly string[];
  close(): Promise<void>;
}

export interface TextTowerOptions {
  readonly graph: OnnxGraph;
  readonly tokenizer: TextTokenizer;
  /** Tokens of a text at most, special ones included. */
  readonly length: number;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly pooling: Pooling;
  readonly isNormalised: boolean;
  /** Whether texts are put through one by one, because vectors depend on their neighbours. */
  readonly isOneByOne: boolean;
}

const mostInBatch = 128;

/**
 * A text tower. Texts are put through in batches of similar length, each once; calls wait for each
 * other. Shorter texts are filled up to the longest of their batch where the graph takes a mask,
 * and else to the full length, as models without a mask were trained.
 */
export function textTower(options: TextTowerOptions): TextTower {
  const { graph, tokenizer, length, isNormalised, isOneByOne } = options;
  const ids = chosenName(options.input ?? usualInput(graph), {
    names: graph.inputNames,
    shown: graph.shown,
    field: "input",
  });
  const isMasked = graph.inputNames.includes("attention_mask");
  const fixed = graph.input(ids).shape[1];
  if (typeof fixed === "number" && fixed > 0 && fixed !== length)
    throw new UserError(
      `${graph.shown}: takes texts of ${fixed} tokens, but text.length is ${length}`,
    );
  const isFilled = !isMasked || typeof fixed === "number";
  const batchOf = batchSize(graph, ids, isOneByOne ? 1 : mostInBatch);
  const known = new KnownVectors<string>();

  const encodeBatch = async (
    texts: readonly (readonly number[])[],
  ): Promise<readonly Float32Array[]> => {
    const lengths = texts.map((one) => one.length);
    const tokenCount = isFilled ? length : Math.max(1, ...lengths);
    const rows = batchOf.isFixed ? batchOf.size : texts.length;
    const fill = (name: string, value: (ids: readonly number[], at: number) => number): Feed =>
      wholeNumbers(graph.input(name).type, [rows, tokenCount], (row, at) =>
        value(texts[row] ?? [], at),
      );
    const inputs: Readonly<Record<string, () => Feed>> = {
      [ids]: () => fill(ids, (own, at) => own[at] ?? tokenizer.padding),
      attention_mask: () => fill("attention_mask", (own, at) => (at < own.length ? 1 : 0)),
      token_type_ids: () => fill("token_type_ids", () => 0),
    };
    const feeds = Object.fromEntries(
      graph.inputNames.map((name) => [name, feedOf(inputs, name, graph)]),
    );
    const found = embeddingOf(await graph.run(feeds), options.output, graph);
    const size = found.dims.at(-1)!;
    const values = found.data;
    const vectors =
      found.dims.length === 3
        ? poolTokens(
            { values, size, tokenCount, textCount: texts.length, lengths },
            options.pooling,
          )
        : texts.map((_, i) => values.subarray(i * size, (i + 1) * size));
    return vectors.map((one) => (isNormalised ? normalised(one) : Float32Array.from(one)));
  };

  return {
    encode: (texts) =>
      known.all(texts, async (fresh, learn) => {
        const cut = fresh.map((text) => ({ text, ids: tokenizer.ids(text, length) }));
        cut.sort((a, b) => a.ids.length - b.ids.length);
        for (let from = 0; from < cut.length; from += batchOf.size) {
          const part = cut.slice(from, from + batchOf.size);
          const vectors = await encodeBatch(part.map((one) => one.ids));
          for (const [i, { text }] of part.entries()) learn(text, vectors[i]!);
        }
      }),
    unknownWords: (text) => tokenizer.unknown?.(text) ?? [],
    close: () => graph.close(),
  };
}

function usualInput({ inputNames }: OnnxGraph): string | undefined {
  return inputNames.includes("input_ids") ? "input_ids" : undefined;
}

/** Graphs exported for one size of batch are always fed as many. */
export function batchSize(
  graph: OnnxGraph,
  input: string,
  most: number,
): { readonly size: number; readonly isFixed: boolean } {
  const stated = graph.input(input).shape[0];
  return typeof stated === "number" && stated > 0
    ? { size: stated, isFixed: true }
    : { size: most, isFixed: false };
}

function feedOf(
  inputs: Readonly<Record<string, () => Feed>>,
  name: string,
  { shown }: OnnxGraph,
): Feed {
  const made = inputs[name]?.();
  if (!made)
    throw new UserError(
      `${shown}: takes an input ${name}, which is not known here`,
      `known: ${Object.keys(inputs).join(", ")}`,
    );
  return made;
}

function wholeNumbers(
  type: string,
  [rows, columns]: readonly [number, number],
  value: (row: number, column: number) => number,
): Feed {
  const dims = [rows, columns];
  const at = (i: number) => value(Math.floor(i / columns), i % columns);
  return type === "int32"
    ? { dims, data: Int32Array.from({ length: rows * columns }, (_, i) => at(i)) }
    : { dims, data: BigInt64Array.from({ length: rows * columns }, (_, i) => BigInt(at(i))) };
}

interface Embedding {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** The named output; else the vectors of tokens, as sentence encoders give them; else the first. */
function embeddingOf(
  outputs: Readonly<Record<string, GraphOutput>>,
  named: string | undefined,
  { shown, outputNames }: OnnxGraph,
): Embedding {
  const tokens = ["last_hidden_state", "token_embeddings"].find((name) => outputs[name]);
  const name = chosenName(named ?? tokens, { names: outputNames, shown, field: "output" });
  return floatsOf(outputs[name]!, { name, shown, dimensions: [2, 3] });
}

/** A vector or a row of vectors for each input, in single precision. */
export function floatsOf(
  { data, dims }: GraphOutput,
  about: { readonly name: string; readonly shown: string; readonly dimensions: readonly number[] },
): Embedding {
  if (data instanceof Float32Array && about.dimensions.includes(dims.length)) return { data, dims };
  throw new UserError(
    `${about.shown}: the output ${about.name} has the sides ${dims.join("×")}, which are no vectors in single precision`,
    "name another output, or export the model with tools/export",
  );
}
