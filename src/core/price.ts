import type { TokenUsage } from "./asked.ts";

/** What a model costs, in US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Of input that the provider reads from its prompt cache; as other input where absent. */
  readonly cachedInput?: number | undefined;
}

/** By the id of a system or the name of a model. */
export type Prices = Readonly<Record<string, Price>>;

const million = 1e6;

/** What a request cost, in US dollars; thoughts are part of the output. `undefined` where the provider does not say what it counted. */
export function costOf({ input, output, cachedInput = 0 }: TokenUsage, price: Price): number | undefined {
  if (input === undefined && output === undefined) return undefined;
  const fresh = Math.max(0, (input ?? 0) - cachedInput);
  return (fresh * price.input + cachedInput * (price.cachedInput ?? price.input) + (output ?? 0) * price.output) / million;
}

/** The price of the first name that has one. */
export function priceOf(prices: Prices, names: readonly (string | undefined)[]): Price | undefined {
  for (const name of names) if (name !== undefined && Object.hasOwn(prices, name)) return prices[name];
  return undefined;
}
