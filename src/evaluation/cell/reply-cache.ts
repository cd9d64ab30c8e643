import type { Config } from "../../config/config.ts";
import { cacheDirectory } from "../../media/cache/cache-directory.ts";
import { EmbeddingDatabase } from "../../store/embedding-database.ts";
import { ReplyDatabase } from "../../store/reply-database.ts";

/** The replies of earlier runs, unless the configuration wants none. */
export function replyCache(
  { cache }: Pick<Config, "cache">,
  onTrouble: (message: string) => void,
): ReplyDatabase | undefined {
  return cache.replies
    ? new ReplyDatabase({ directory: cacheDirectory(), clock: Date.now, onTrouble })
    : undefined;
}

/** The embeddings of earlier runs, unless the configuration wants no replies kept. */
export function embeddingCache(
  { cache }: Pick<Config, "cache">,
  onTrouble: (message: string) => void,
): EmbeddingDatabase | undefined {
  return cache.replies
    ? new EmbeddingDatabase({ directory: cacheDirectory(), clock: Date.now, onTrouble })
    : undefined;
}
