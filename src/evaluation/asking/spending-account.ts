/** What is known of the cost of one system's asks, in US dollars. */
export interface Account {
  spent: number;
  /** The sum of the squares of costs. */
  squares: number;
  /** Asks whose cost is known. */
  asks: number;
  underWay: number;
  /** What the asks under way were expected to cost, where that was said. */
  expected: number;
  /** Asks that ended at no known cost. */
  unpriced: number;
  /** Asks of which both is known, what they were expected to cost and what they did. */
  compared: number;
  /** The most that one of those cost, as a multiple of what was expected. */
  highestRatio: number;
  /** The sums of all such multiples and of their squares. */
  ratios: number;
  ratioSquares: number;
}

/** What those who share a budget tell each other of the cost of a system's asks. */
export type Costs = Readonly<Pick<Account, "spent" | "squares" | "asks" | "unpriced">>;

export const noCosts: Costs = { spent: 0, squares: 0, asks: 0, unpriced: 0 };

/** What is taken to be known by a sum of costs alone. */
export function costsOf({ spent, asks }: Pick<Costs, "spent" | "asks">): Costs {
  // As if they had differed by as much as they cost.
  return { spent, asks, squares: asks === 0 ? 0 : (2 * spent ** 2) / asks, unpriced: 0 };
}

export function sumCosts(a: Costs, b: Costs): Costs {
  return {
    spent: a.spent + b.spent,
    squares: a.squares + b.squares,
    asks: a.asks + b.asks,
    unpriced: a.unpriced + b.unpriced,
  };
}

/** Whether no ask has ended yet. */
export function isUnknown({ asks, unpriced }: Costs): boolean {
  return asks + unpriced === 0;
}

export function newAccount(costs: Costs = noCosts): Account {
  return {
    ...costs,
    underWay: 0,
    expected: 0,
    compared: 0,
    highestRatio: 0,
    ratios: 0,
    ratioSquares: 0,
  };
}

/** Enters what an ask cost; `undefined` where nobody knows. */
export function enterCost(
  account: Account,
  cost: number | undefined,
  expected: number | undefined,
): void {
  if (cost === undefined) {
    account.unpriced++;
    return;
  }
  account.asks++;
  account.spent += cost;
  account.squares += cost ** 2;
  if (expected === undefined || expected <= 0) return;
  const ratio = cost / expected;
  account.compared++;
  account.highestRatio = Math.max(account.highestRatio, ratio);
  account.ratios += ratio;
  account.ratioSquares += ratio ** 2;
}

/** Sums of costs have a tail of digits that nobody pays. */
export const rounding = 1e-12;

export const leastKnown = 30;

/**
 * So many times what is expected an ask may cost, while nothing is known of what a provider really
 * bills; so many times what is known, beyond it.
 */
export const caution = 4;
/** So few comparisons do not show that asks cost less than expected. */
const leastCompared = 4;

/**
 * Whether the mean so far says more about the asks under way than what each was expected to cost:
 * of many, and of no fewer than are under way, since the first few replies of a batch, which come
 * all at once, say little about the rest.
 */
export function isKnown({ asks, underWay }: Account): boolean {
  return asks >= leastKnown && asks > underWay;
}

/**
 * At first no more asks are under way than have ended, and one: a few replies say little about
 * sixty, unless there is money for all of them many times. Of those whose replies come late ten
 * times as many: a batch of one takes as long as a batch of a thousand.
 */
export function isTooManyAtFirst(account: Account, left: number, factor: number): boolean {
  const { asks, unpriced, underWay } = account;
  const isAmple = asks >= 4 && 20 * meanCost(account) * (underWay + 1) <= left;
  return underWay > factor * (asks + unpriced) && !isAmple;
}

/**
 * What the asks under way may cost: their mean so far, with what it may be off by, and two standard
 * deviations of their sum, so that small costs at first do not let too many begin. Before enough is
 * known of their cost, what they were expected to, as far as that can be trusted; and as they all
 * begin at once then, twice what the mean may be off by.
 */
export function reservedFor(account: Account): number {
  const { asks, underWay, squares, expected } = account;
  if (underWay === 0) return 0;
  const isExpected = expected > rounding;
  if (isExpected && !isKnown(account)) return expected * billedPerExpected(account);
  if (asks === 0) return 0;
  const mean = meanCost(account);
  const deviation = asks === 1 ? mean : Math.sqrt(Math.max(0, squares / asks - mean ** 2));
  const offBy = ((isExpected ? 2 : 1) * deviation) / Math.sqrt(asks);
  return underWay * (mean + offBy) + 2 * deviation * Math.sqrt(underWay);
}

/**
 * How many times what they are expected to cost the asks under way may cost. A provider may bill
 * other tokens than we count: four times as many, before any reply says so; then by the one that
 * was the dearest for what was expected of it, and more the fewer are known. Where more are under
 * way than are known, four times that; and where far more are, nothing that is known makes them
 * cheaper than at first.
 */
function billedPerExpected(account: Account): number {
  const { compared, underWay, highestRatio } = account;
  if (compared === 0) return caution;
  if (compared < leastCompared)
    return Math.max(
      underWay > compared ? caution : 1,
      highestRatio * (1 + (caution - 1) / Math.sqrt(compared)),
    );
  const learnt = highestRatio + ((caution - 1) * ratioDeviation(account)) / Math.sqrt(compared);
  if (underWay <= compared) return learnt;
  return underWay <= caution * compared ? caution * learnt : caution * Math.max(1, learnt);
}

function ratioDeviation({ compared, ratios, ratioSquares }: Account): number {
  return Math.sqrt(Math.max(0, ratioSquares / compared - (ratios / compared) ** 2));
}

/** What another ask adds to what is reserved. */
export function reservedForAnother(account: Account, expected: number): number {
  const more = {
    ...account,
    underWay: account.underWay + 1,
    expected: account.expected + expected,
  };
  return reservedFor(more) - reservedFor(account);
}

export function meanCost({ spent, asks }: Account): number {
  return asks === 0 ? 0 : spent / asks;
}
