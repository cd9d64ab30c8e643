import { nextBits, seededRandom, seededState } from "../../seeded-random.ts";

/** Which rows are learnt when, and which units are left out. */
export interface BatchPlan {
  /** Rows of every batch of an epoch, counted from 1. */
  batches(epoch: number): readonly ArrayLike<number>[];
  /**
   * 1 where a unit of a hidden layer is kept, else 0; row by row of the batch. `undefined` where all
   * are kept.
   */
  mask(at: MaskPlace, size: number): ArrayLike<number> | undefined;
}

interface MaskPlace {
  readonly epoch: number;
  /** The batch within its epoch, counted from 0. */
  readonly batch: number;
  /** The hidden layer, counted from 0. */
  readonly layer: number;
}

interface PlanOptions {
  readonly rows: number;
  readonly batchSize: number;
  readonly dropout: number;
  readonly seed: number;
}

/**
 * Shuffled anew in every epoch by Fisher and Yates with `seededRandom(seed + epoch, "order")`, cut
 * into batches of which the last may be smaller; units are left out by the bits of
 * `seededState(seed, "dropout", epoch, batch, layer)`.
 */
export function seededPlan({ rows, batchSize, dropout, seed }: PlanOptions): BatchPlan {
  return {
    batches: (epoch) => cut(shuffled(rows, seededRandom(seed + epoch, "order")), batchSize),
    mask({ epoch, batch, layer }, size) {
      if (dropout === 0) return undefined;
      const state = seededState(seed, "dropout", epoch, batch, layer);
      const below = dropout * 2 ** 32;
      return Uint8Array.from({ length: size }, () => (nextBits(state) < below ? 0 : 1));
    },
  };
}

/** A list in parts of one size, the last of which may be smaller. */
export function cut(order: Uint32Array, size: number): readonly Uint32Array[] {
  return Array.from({ length: Math.ceil(order.length / size) }, (_, i) =>
    order.subarray(i * size, (i + 1) * size),
  );
}

function shuffled(count: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
