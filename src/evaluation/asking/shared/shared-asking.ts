import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Config } from "../../../config/config.ts";
import { AccountShares } from "../../../store/postgres/account-shares.ts";
import type { Database } from "../../../store/postgres/database.ts";
import { SharedCache } from "../../../store/postgres/shared-cache.ts";
import type { Asking } from "../../cell/make-dispatcher.ts";
import { embeddingCache, replyCache } from "../../cell/reply-cache.ts";
import { systemTimer } from "../../cell/system-timer.ts";
import { expectedCost } from "../../estimate/expected-cost.ts";
import type { SpendingOptions } from "../spending.ts";
import { accountOf } from "./account-of.ts";
import { sharedEmbeddings, sharedReplies } from "./shared-caches.ts";
import { SharedLimiter } from "./shared-limiter.ts";
import { SharedSpending } from "./shared-spending.ts";

export interface SharedAskingOptions extends Pick<Config, "prices" | "budget" | "cache"> {
  /** The id of the run in the database. */
  readonly run: string;
  /** What the run had cost before anybody spent from its budget in this database. */
  readonly before?: SpendingOptions["before"];
  /** Told once where the caches of this machine cannot be used. */
  onTrouble(message: string): void;
  /** Whoever waits for money leaves when this is aborted. */
  readonly stop: AbortSignal;
  /** So long after its last word what a worker holds belongs to others. */
  readonly leaseMs?: number;
  /** How large the caches of the database may become. */
  readonly maxBytes?: { readonly replies: number; readonly embeddings: number };
}

/** What workers of one run share while they ask: to be spread into what a dispatcher is made of. */
export type SharedAsking = Pick<Asking, "limiterOf" | "payer" | "cache" | "keptEmbeddings"> &
  AsyncDisposable;

const usualLeaseMs = 15_000;
const usualMaxBytes = { replies: 10 * 1024 ** 3, embeddings: 10 * 1024 ** 3 };

/**
 * Limits by account, the budget of a run, and caches, shared through a database. Disposed of once
 * nothing is asked any more: then others have what was held here.
 */
export async function sharedAsking(
  database: Database,
  options: SharedAskingOptions,
): Promise<SharedAsking> {
  const { run, prices, budget, cache, before = {}, stop, leaseMs = usualLeaseMs } = options;
  const timer = systemTimer();
  const shares = new AccountShares(database);
  const limiters: SharedLimiter[] = [];
  const expect: SpendingOptions["expect"] = (...asked) => expectedCost(...asked, prices);
  const purse =
    budget === undefined
      ? undefined
      : await SharedSpending.open({
          ...{ database, run, prices, budget, before, timer, leaseMs, expect },
        });
  const leave = () => purse?.spending.abandon();
  stop.addEventListener("abort", leave, { once: true });
  if (stop.aborted) leave();
  const { maxBytes = usualMaxBytes } = options;
  const caches = (["replies", "embeddings"] as const).map(
    (name) => new SharedCache(database, { name, maxBytes: maxBytes[name] }),
  );
  const [replies, embeddings] = cache.replies ? caches : [];
  const nearReplies = replyCache({ cache }, options.onTrouble);
  const nearEmbeddings = embeddingCache({ cache }, options.onTrouble);
  return {
    limiterOf(asked, scope) {
      // What has no scope runs on this machine, whose own its limit is.
      if (scope === undefined) return undefined;
      const account = accountOf(scope, hostname());
      const parts = { timer, shares, account, holder: randomUUID(), leaseMs };
      const limiter = new SharedLimiter({ ...asked, ...parts });
      limiters.push(limiter);
      return limiter;
    },
    payer: purse?.spending,
    cache: replies && sharedReplies(replies, nearReplies),
    keptEmbeddings: embeddings && sharedEmbeddings(embeddings, nearEmbeddings),
    async [Symbol.asyncDispose]() {
      stop.removeEventListener("abort", leave);
      const parts = [...limiters, ...(purse ? [purse] : []), ...caches];
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
      nearReplies?.[Symbol.dispose]();
      nearEmbeddings?.[Symbol.dispose]();
    },
  };
}
