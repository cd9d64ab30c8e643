import type { EmbedReply } from "../../../core/asking/embed.ts";
import type { KeptEmbeddings } from "../../../core/asking/kept-embeddings.ts";
import type { ReplyCache } from "../../../core/asking/reply-cache.ts";
import { isRecord } from "../../../core/json.ts";
import type { Outcome } from "../../../core/run/outcome.ts";
import type { EmbeddingDatabase } from "../../../store/embedding-database.ts";
import type { SharedCache } from "../../../store/postgres/shared-cache.ts";
import type { ReplyDatabase } from "../../../store/reply-database.ts";

/** Replies of all who share a database, behind those of this machine. */
export function sharedReplies(shared: SharedCache, local: ReplyDatabase | undefined): ReplyCache {
  const far = async (key: Parameters<ReplyCache["get"]>[0]) => {
    const reply = replyIn(await shared.get(key.digest), key.text);
    if (reply) local?.put(key, reply);
    return reply;
  };
  return {
    get: (key) => local?.get(key) ?? far(key),
    put(key, outcome) {
      local?.put(key, outcome);
      shared.put(key.digest, Buffer.from(JSON.stringify({ key: key.text, outcome })));
    },
  };
}

function replyIn(bytes: Uint8Array | undefined, key: string): Outcome<unknown> | undefined {
  if (!bytes) return undefined;
  const kept: unknown = JSON.parse(Buffer.from(bytes).toString());
  return isRecord(kept) && kept.key === key ? (kept.outcome as Outcome<unknown>) : undefined;
}

/** Embeddings of all who share a database, behind those of this machine. */
export function sharedEmbeddings(
  shared: SharedCache,
  local: EmbeddingDatabase | undefined,
): KeptEmbeddings {
  const far = async (key: string) => {
    const vector = vectorIn(await shared.get(key));
    if (vector) local?.put(key, vector);
    return vector;
  };
  return {
    get: (key) => local?.get(key) ?? far(key),
    put(key, embedding) {
      local?.put(key, embedding);
      const { buffer, byteOffset, byteLength } = embedding;
      shared.put(key, new Uint8Array(buffer, byteOffset, byteLength));
    },
  };
}

function vectorIn(bytes: Uint8Array | undefined): EmbedReply | undefined {
  // A copy begins where numbers may begin.
  return bytes && bytes.length % 4 === 0
    ? new Float32Array(new Uint8Array(bytes).buffer)
    : undefined;
}
