import type { Random } from "../../core/random.ts";

/**
 * The numbers from 0 to `count` − 1 in a random order; another order than their own, where there is
 * one.
 */
export function permutation(count: number, random: Random): readonly number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  if (count > 1 && order.every((value, i) => value === i))
    [order[0], order[1]] = [order[1]!, order[0]!];
  return order;
}

/** The numbers from 0 to `count` − 1, turned round by `shift` places. */
export function rotation(count: number, shift: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => (i + shift) % count);
}
