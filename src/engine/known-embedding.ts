import type { EmbedReply } from "../core/asking/embed.ts";
import type { KeptEmbeddings } from "../core/asking/kept-embeddings.ts";
import { answered } from "../core/run/outcome.ts";
import type { Answer } from "./answer.ts";
import type { EmbeddingMemo } from "./embedding-memo.ts";

/** Where an embedding may be known already. */
export interface KnownPlaces {
  readonly memo: EmbeddingMemo;
  /** Embeddings of earlier starts; absent where none are kept. */
  readonly kept: { readonly embeddings: KeptEmbeddings; readonly key: string } | undefined;
}

/**
 * An embedding that is known is not asked for: its frames need not even be decoded. `id` is
 * everything that decides it.
 */
export async function knownEmbedding(
  id: string,
  { memo, kept }: KnownPlaces,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let isAsked = false;
  const answer = await memo.get(id, async () => {
    const found = kept?.embeddings.get(kept.key);
    const known = found instanceof Promise ? await found : found;
    if (known) return { outcome: answered(known), facts: { cached: true } };
    isAsked = true;
    const asked = await ask();
    if (asked.outcome.kind === "answered")
      kept?.embeddings.put(kept.key, asked.outcome.value as EmbedReply);
    return asked;
  });
  return isAsked || !answer.facts ? answer : { ...answer, facts: { cached: true } };
}
