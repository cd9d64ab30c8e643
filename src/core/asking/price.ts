import type { TokenUsage } from "./asked.ts";

/** US dollars per million tokens. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  /** Of input that the provider reads from its prompt cache; as other input where absent. */
  readonly cachedInput?: number | undefined;
  /** Of input that the provider writes to its prompt cache; as other input where absent. */
  readonly cacheWrite?: number | undefined;
}

/** What a model costs. */
export interface Price extends Rates {
  /** What a whole request costs that holds more input tokens than `above`. */
  readonly longInput?: (Rates & { readonly above: number }) | undefined;
  /**
   * The day on which a list price was read, such as `2026-11-05`; absent where the price is the
   * user's own.
   */
  readonly asOf?: string | undefined;
}

/** By the id of a system or the name of a model. */
export type Prices = Readonly<Record<string, Price>>;

/** What is asked, as far as its price is concerned. */
export interface Priced {
  readonly id?: string | undefined;
  /** As it is configured. */
  readonly model?: string | undefined;
  /** What its provider asks for it, where that is known. */
  readonly listPrice?: Price | undefined;
}

const million = 1e6;

/**
 * What a request cost, in US dollars; thoughts are part of the output. Where writing to the cache
 * has a price of its own and nobody says how much was written, all fresh input counts as written:
 * rather too much than too little. `undefined` where the provider does not say what it counted.
 */
export function costOf(
  { input, output, cachedInput = 0, cacheWrite }: TokenUsage,
  price: Price,
): number | undefined {
  if (input === undefined && output === undefined) return undefined;
  const total = input ?? 0;
  const rates = price.longInput && total > price.longInput.above ? price.longInput : price;
  const fresh = Math.max(0, total - cachedInput);
  const written = rates.cacheWrite === undefined ? 0 : Math.min(fresh, cacheWrite ?? fresh);
  const ofInput = (fresh - written) * rates.input + written * (rates.cacheWrite ?? rates.input);
  return (
    (ofInput + cachedInput * (rates.cachedInput ?? rates.input) + (output ?? 0) * rates.output) /
    million
  );
}

/**
 * The user's price by the first name that has one, then the list price. `told`: the model that
 * answered, by its own account.
 */
export function priceOf(
  prices: Prices,
  { id, model, listPrice }: Priced,
  told?: string,
): Price | undefined {
  for (const name of [id, model, told])
    if (name !== undefined && Object.hasOwn(prices, name)) return prices[name];
  return listPrice;
}
