/**
 * So long as many asks as were too much are not tried again; twice as long each time they are too
 * much once more.
 */
const [leastPatienceMs, mostPatienceMs] = [10_000, 160_000];

/**
 * How many asks the other side bears at once, as far as it is known; survives JSON. Starts at half
 * of what is allowed, grows by one per answer until the first overload, halves at each overload,
 * and afterwards grows by one per full round of answers, up to one less than what was too much, and
 * to that only after a while: each overload costs a wait. Times are milliseconds of any one clock.
 */
export interface AdaptiveLimit {
  /** With a fraction; what counts is the whole number. */
  limit: number;
  /** An overload of an ask that began before is part of the last one. */
  fellAt: number;
  isGrowingFast: boolean;
  /** As many were too much the last time … */
  tooMany: number | null;
  /** … and are not tried before then. */
  triesAgainAt: number;
  patienceMs: number;
}

export function newLimit(most: number): AdaptiveLimit {
  return {
    limit: Math.ceil(most / 2),
    fellAt: 0,
    isGrowingFast: true,
    tooMany: null,
    triesAgainAt: 0,
    patienceMs: leastPatienceMs,
  };
}

/** Notes an overload. @param opensAt When asks may begin again. */
export function fall(known: AdaptiveLimit, now: number, opensAt: number): void {
  const limit = Math.floor(known.limit);
  const isAlone = limit === 1;
  if (isAlone) known.patienceMs = leastPatienceMs;
  else if (known.tooMany !== null && limit >= known.tooMany)
    known.patienceMs = Math.min(2 * known.patienceMs, mostPatienceMs);
  // Where even one is too much, the number is not why.
  known.tooMany = isAlone ? null : limit;
  known.triesAgainAt = Math.max(now, opensAt) + known.patienceMs;
  known.limit = Math.max(1, Math.floor(known.limit / 2));
  known.fellAt = now;
  known.isGrowingFast = false;
}

/** Notes an answer that came while as many asks were under way as may be. */
export function grow(known: AdaptiveLimit, now: number, most: number): void {
  const next = Math.min(most, known.limit + (known.isGrowingFast ? 1 : 1 / known.limit));
  const { tooMany } = known;
  if (tooMany !== null && Math.floor(next) >= tooMany && now < known.triesAgainAt) return;
  known.limit = next;
  if (tooMany !== null && Math.floor(next) <= tooMany) return;
  known.tooMany = null;
  known.patienceMs = leastPatienceMs;
}
