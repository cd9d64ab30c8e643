import type { ReplyCache, ReplyKey } from "../core/asking/reply-cache.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { contentDigest } from "../files/content-digest.ts";
import { CacheTable, type CacheTableOptions } from "./cache-table.ts";

/** A kept reply with the text of its key, so that a hit or miss can be explained. */
export interface KeptReply {
  readonly digest: string;
  readonly key: string;
  readonly outcome: Outcome<unknown>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Row {
  readonly digest: string;
  readonly key: string;
  readonly outcome: string;
  readonly at: number;
  readonly seal: string;
}

/** Replies on disk, by the digest of their key. Each row is sealed by a digest of its content. */
export class ReplyDatabase extends CacheTable<Row> implements ReplyCache {
  constructor(options: CacheTableOptions) {
    super(options, {
      name: "replies",
      columns: {
        digest: "text primary key",
        key: "text not null",
        outcome: "text not null",
        at: "integer not null",
        seal: "text not null",
      },
      sized: ["key", "outcome"],
    });
  }

  get({ digest, text }: ReplyKey): Outcome<unknown> | undefined {
    const row = this.find(digest);
    return row?.key === text && row.seal === sealOf(row)
      ? (JSON.parse(row.outcome) as Outcome<unknown>)
      : undefined;
  }

  put({ digest, text }: ReplyKey, outcome: Outcome<unknown>): void {
    const row = { digest, key: text, outcome: JSON.stringify(outcome), at: this.now() };
    this.add({ ...row, seal: sealOf(row) });
  }

  /**
   * What is kept under a key's digest; `undefined` where nothing is, or where it cannot be
   * believed.
   */
  read(digest: string): KeptReply | undefined {
    const row = this.find(digest);
    return row && keptOf(row);
  }

  /** Every kept reply, the newest first. */
  *all(): Generator<KeptReply> {
    for (const row of this.rows()) {
      const kept = keptOf(row);
      if (kept) yield kept;
    }
  }
}

/** The key needs none: it is believed where it digests to what it is kept under. */
function sealOf({ digest, outcome, at }: Omit<Row, "seal">): string {
  return contentDigest(`${digest}\n${outcome}\n${at}`);
}

function keptOf(row: Row): KeptReply | undefined {
  const { digest, key, outcome, at, seal } = row;
  return seal === sealOf(row) && digest === contentDigest(key)
    ? { digest, key, outcome: JSON.parse(outcome) as Outcome<unknown>, at }
    : undefined;
}
