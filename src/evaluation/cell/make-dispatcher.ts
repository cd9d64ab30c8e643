import type { Config } from "../../config/config.ts";
import type { Budget } from "../../core/asking/budget.ts";
import type { KeptEmbeddings } from "../../core/asking/kept-embeddings.ts";
import type { Limiter } from "../../core/asking/limiter.ts";
import type { ReplyCache } from "../../core/asking/reply-cache.ts";
import type { System } from "../../core/asking/system.ts";
import { Dispatcher, type DispatcherParts } from "../../engine/dispatcher.ts";
import type { EmbeddingMemo } from "../../engine/embedding-memo.ts";
import type { SystemHealth } from "../../engine/health-watch.ts";
import { usualRetries } from "../../engine/retry-policy.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { LocalLimiter } from "../asking/local-limiter.ts";
import { Spending, type SpendingOptions } from "../asking/spending.ts";
import { expectedCost } from "../estimate/expected-cost.ts";
import { repeatSeed } from "./repeat-seed.ts";
import { systemTimer } from "./system-timer.ts";

/** How a run asks; what is left out is as usual, with no cache and no budget. */
export interface Asking
  extends Partial<Pick<Config, "concurrency" | "retries" | "prices" | "budget" | "seed">> {
  readonly cache?: ReplyCache | undefined;
  /** What earlier starts of the run have cost. */
  readonly before?: SpendingOptions["before"];
  /** Embeddings of earlier runs of this start. */
  readonly embeddings?: EmbeddingMemo | undefined;
  /** Embeddings of earlier starts. */
  readonly keptEmbeddings?: KeptEmbeddings | undefined;
  /** What limits where others ask under the same account; `undefined`: nobody does. */
  readonly limiterOf?: (...asked: Parameters<DispatcherParts["limiterOf"]>) => Limiter | undefined;
  /** What pays where others spend from the same budget. */
  readonly payer?: Budget | undefined;
  /** Told while a system is asked; what it returns is disposed of when the reply is there. */
  readonly onAsk?: ((system: System) => Disposable) | undefined;
  onHealth?(health: SystemHealth): void;
}

interface Signals {
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
}

export function makeDispatcher(asking: Asking, { stop, abort }: Signals): Dispatcher {
  const {
    concurrency = {},
    retries = usualRetries,
    prices = {},
    budget,
    seed = 1,
    cache,
    before = {},
  } = asking;
  const timer = systemTimer();
  return new Dispatcher({
    timer,
    digest: contentDigest,
    random: seededRandom(seed, "retries"),
    retries,
    ceiling: concurrency,
    cache,
    embeddings: asking.embeddings,
    keptEmbeddings: asking.keptEmbeddings,
    budget:
      asking.payer ??
      new Spending({
        prices,
        budget,
        before,
        expect: (system, ask) => expectedCost(system, ask, prices),
      }),
    limiterOf: (options, scope) =>
      asking.limiterOf?.(options, scope) ?? new LocalLimiter({ timer, ...options }),
    seedOf: (repeat) => repeatSeed(seed, repeat),
    stop,
    abort,
    onAsk: asking.onAsk,
    onHealth: (health) => asking.onHealth?.(health),
  });
}
