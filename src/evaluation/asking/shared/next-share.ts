import type { Json } from "../../../core/json.ts";
import type { AccountState, ShareHolder } from "../../../store/postgres/account-shares.ts";
import { type AdaptiveLimit, fall, grow, newLimit } from "../adaptive-limit.ts";

/** What a holder has met since its last report. */
export interface MetByHolder {
  /** Answers that came while all of its share was under way. */
  readonly answers: number;
  /** How long ago the ask began that was too much, the last one to begin; `undefined`: none was. */
  readonly overloadedAgoMs: number | undefined;
}

/** How a holder stands after its report. */
export interface NextShare {
  readonly pace: Json;
  readonly share: number;
  /** The number for all together. */
  readonly limit: number;
  readonly isLowered: boolean;
  /** How many share it. */
  readonly sharers: number;
}

/** So long after a fall some do not know of it yet: what they ask too much is part of it. */
const learningMs = 1_000;
/** Where a number cannot be divided evenly, others have the remainder after so long. */
const turnMs = 10_000;
const mostAnswers = 10_000;

/**
 * The share of one holder of an account. One number counts for all together, and nobody is given
 * what others may still have under way.
 */
export function nextShare(state: AccountState, own: ShareHolder, met: MetByHolder): NextShare {
  const { now, opensInMs, others, isRepeated } = state;
  const holders = [own, ...others];
  const most = Math.max(...holders.map((one) => one.most));
  const isAdaptive = holders.some((one) => one.isAdaptive);
  const pace = (state.pace as AdaptiveLimit | null) ?? newLimit(most);
  if (!isRepeated) note(pace, met, { now, opensInMs, most });
  pace.limit = Math.min(pace.limit, most);
  const limit = isAdaptive ? Math.floor(pace.limit) : most;
  const wanting = holders
    .filter((one) => one === own || one.wants > 0)
    .sort((a, b) => (a.holder < b.holder ? -1 : 1));
  const fair = fairShares(
    limit,
    wanting.map(({ wants }) => wants),
    Math.floor(now / turnMs),
  );
  const free = limit - others.reduce((sum, { holds }) => sum + holds, 0);
  return {
    pace: { ...pace },
    share: own.wants === 0 ? 0 : Math.max(0, Math.min(fair[wanting.indexOf(own)]!, free)),
    limit,
    isLowered: isAdaptive && !pace.isGrowingFast && limit < most,
    sharers: wanting.length,
  };
}

function note(
  pace: AdaptiveLimit,
  { answers, overloadedAgoMs }: MetByHolder,
  { now, opensInMs, most }: { now: number; opensInMs: number; most: number },
): void {
  if (overloadedAgoMs !== undefined && now - overloadedAgoMs >= pace.fellAt) {
    fall(pace, now, now + opensInMs);
    pace.fellAt = now + learningMs;
    return;
  }
  for (let i = Math.min(answers, mostAnswers); i > 0; i--) grow(pace, now, most);
}

/**
 * Divides a number evenly, but gives nobody more than it wants while others want more; what nobody
 * wants is divided evenly too. What cannot be divided goes to others at the next turn.
 */
export function fairShares(
  number: number,
  wants: readonly number[],
  turn: number,
): readonly number[] {
  const shares = wants.map(() => 0);
  const order = wants.map((_, i) => (i + turn) % wants.length);
  let left = number;
  for (const bounds of [wants, wants.map(() => Number.POSITIVE_INFINITY)]) {
    let open = order.filter((i) => shares[i]! < bounds[i]!);
    while (left > 0 && open.length > 0) {
      const each = Math.max(1, Math.floor(left / open.length));
      for (const i of open.slice(0, left)) {
        const more = Math.min(each, bounds[i]! - shares[i]!, left);
        shares[i]! += more;
        left -= more;
      }
      open = open.filter((i) => shares[i]! < bounds[i]!);
    }
  }
  return shares;
}
