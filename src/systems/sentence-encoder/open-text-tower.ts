import { libraryTokenizer } from "../encoder/library-tokenizer.ts";
import { dependsOnNeighbours, openGraph } from "../encoder/onnx-graph.ts";
import { type TextTower, textTower } from "../encoder/text-tower.ts";
import type { ModelLayout } from "./model-layout.ts";

/** Opens a model of sentence-transformers; its vectors have length 1. */
export async function openTextTower({
  graph,
  tokenizer,
  tokenizerConfig,
  pooling,
  maxTokens,
}: ModelLayout): Promise<TextTower & { readonly isOneByOne: boolean }> {
  const isOneByOne = await dependsOnNeighbours(graph);
  const tower = textTower({
    graph: await openGraph({ path: graph, shown: graph }),
    tokenizer: await libraryTokenizer({ tokenizer, config: tokenizerConfig }),
    length: maxTokens,
    pooling,
    isNormalised: true,
    isOneByOne,
  });
  return { ...tower, isOneByOne };
}
