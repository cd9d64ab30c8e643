import type { Price, Rates } from "../../core/asking/price.ts";
import { baseUrlOf } from "./base-url.ts";
import { type ChatSettings, usualBaseUrls } from "./chat-settings.ts";
import { priceLists } from "./price-lists.ts";

/** Members of a request that have it served at another price. */
const tierMembers: ReadonlySet<string> = new Set([
  "service_tier",
  "serviceTier",
  "speed",
  "inference_geo",
  "model",
]);

type PricedSettings = Pick<ChatSettings, "provider" | "model" | "baseUrl" | "mode" | "extraBody">;

/**
 * What the provider asks for a model on a day (`2026-11-15`), batches at half of it. `undefined`
 * where no price is known for that very model and day, where somebody else may serve it, and where
 * the request asks for another tier.
 */
export function listPrice(
  { provider, model, baseUrl, mode, extraBody = {} }: PricedSettings,
  day: string,
): Price | undefined {
  const isUsual = baseUrlOf({ provider, baseUrl }) === usualBaseUrls[provider];
  if (!isUsual || Object.keys(extraBody).some((name) => tierMembers.has(name))) return undefined;
  const name = undated(model);
  const list = priceLists.find(
    ({ providers, models, from = day, until = day }) =>
      providers.includes(provider) && Object.hasOwn(models, name) && from <= day && day <= until,
  );
  if (!list) return undefined;
  const price = list.models[name]!;
  return { ...(mode === "batch" ? halfPrice(price) : price), asOf: list.asOf };
}

/** The model that a version with a date, such as `gpt-4o-2024-08-06`, is one of. */
export function undated(model: string): string {
  return model.replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
}

function halfPrice({ longInput, ...rates }: Price): Price {
  return {
    ...halved(rates),
    ...(longInput ? { longInput: { ...halved(longInput), above: longInput.above } } : {}),
  };
}

function halved({ input, output, cachedInput, cacheWrite }: Rates): Rates {
  return {
    input: input / 2,
    output: output / 2,
    ...(cachedInput === undefined ? {} : { cachedInput: cachedInput / 2 }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: cacheWrite / 2 }),
  };
}
