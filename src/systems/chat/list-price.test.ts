import { describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { costOf } from "../../core/asking/price.ts";
import { families } from "../../families/index.ts";
import { chat } from "./chat.ts";
import { type ChatSettings, chatSettingsSchema } from "./chat-settings.ts";
import { listPrice } from "./list-price.ts";
import { priceLists } from "./price-lists.ts";

const day = "2026-11-15";
const settings = (
  provider: ChatSettings["provider"],
  model: string,
  more: Partial<ChatSettings> = {},
) => ({ provider, model, mode: "each", ...more }) as const;

describe("the price of a model", () => {
  it.each([
    [
      "openai",
      "gpt-6.1-terra",
      { input: 1, cachedInput: 0.05, output: 5, cacheWrite: 1.25, asOf: "2026-10-26" },
    ],
    ["openai-responses", "gpt-6-luna", { input: 0.1, output: 0.5 }],
    ["openai", "gpt-4o-2024-08-06", { input: 2.5, cachedInput: 1.25, output: 10 }],
    ["anthropic", "claude-haiku-4-5-20251001", { input: 1, cachedInput: 0.1, output: 5 }],
    ["anthropic", "claude-fable-5-2", { input: 8, output: 40, asOf: "2026-11-10" }],
    ["google", "gemini-4-carbon", { input: 2, cachedInput: 0.1, output: 10 }],
    ["groq", "qwen/qwen3.6-27b", { input: 0.6, output: 3 }],
  ] as const)("%s %s is listed, with its day", (provider, model, expected) => {
    expect(listPrice(settings(provider, model), day)).toMatchObject(expected);
  });

  it.each([
    ["of a name that nobody knows", settings("openai", "gpt-9-nova")],
    ["of a variant that has no line of its own", settings("openai", "gpt-5.4-pro")],
    ["of another provider", settings("anthropic", "gpt-6-luna")],
    ["of a name that every object has", settings("openai", "constructor")],
    ["of a server of one's own", settings("openai-compatible", "gpt-6-luna")],
    [
      "behind another address",
      settings("openai", "gpt-6-luna", { baseUrl: "https://eu.api.openai.com/v1" }),
    ],
    [
      "at another tier",
      settings("openai", "gpt-6-luna", { extraBody: { service_tier: "priority" } }),
    ],
  ])("is not known %s", (_, asked) => expect(listPrice(asked, day)).toBeUndefined());

  it("is the same behind the provider's own address, written out", () => {
    const baseUrl = "https://api.anthropic.com/v1/";
    expect(listPrice(settings("anthropic", "claude-opus-5-5", { baseUrl }), day)?.input).toBe(4);
  });

  it.each([
    ["2026-11-30", 2],
    ["2026-12-01", 4],
  ])("changes on the day that the provider says: %s", (at, input) => {
    expect(listPrice(settings("google", "gemini-4-argon"), at)?.input).toBe(input);
  });

  it("is half in batches, long requests and the cache included", () => {
    expect(listPrice(settings("openai", "gpt-6.1-sol", { mode: "batch" }), day)).toEqual({
      ...{ input: 1, cachedInput: 0.05, output: 5, cacheWrite: 1.25, asOf: "2026-10-26" },
      longInput: { above: 272_000, input: 2, cachedInput: 0.1, output: 7.5, cacheWrite: 2.5 },
    });
  });

  it("is higher for a whole request above the limit", () => {
    const price = listPrice(settings("anthropic", "claude-haiku-5-5"), day)!;
    expect(costOf({ input: 100_000, output: 1_000 }, price)).toBeCloseTo(0.0105, 12);
    expect(costOf({ input: 100_001, output: 1_000 }, price)).toBeCloseTo(0.0525005, 12);
  });
});

it("a system carries its list price, unless somebody else serves it", async () => {
  const made = async (more: object) => {
    const system = await chat.create(
      chatSettingsSchema.parse({ provider: "openai", model: "gpt-4.1", apiKey: "k", ...more }),
      fakeContext({ family: families[0] }),
    );
    await system[Symbol.asyncDispose]?.();
    return system.listPrice;
  };
  expect(await made({})).toMatchObject({ input: 2, output: 8, asOf: "2026-06-21" });
  expect(await made({ mode: "batch" })).toMatchObject({ input: 1, output: 4 });
  expect(await made({ baseUrl: "http://localhost:8000/v1" })).toBeUndefined();
});

describe("price lists", () => {
  const lines = priceLists.flatMap(({ providers, models, from = "", until = "9" }) =>
    providers.flatMap((provider) =>
      Object.keys(models).map((model) => ({ key: `${provider} ${model}`, from, until })),
    ),
  );

  it("hold one price of a model for a day", () => {
    const twice = lines.filter(({ key, from, until }, at) =>
      lines.some(
        (other, i) => i !== at && other.key === key && other.from <= until && from <= other.until,
      ),
    );
    expect(twice).toEqual([]);
  });

  it.each(priceLists)(
    "of $providers as of $asOf name their day, their source and nothing that is free",
    ({ asOf, from, until, source, models }) => {
      for (const date of [asOf, from, until])
        if (date !== undefined) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(new URL(source).protocol).toBe("https:");
      for (const { input, output, cachedInput = 1, longInput } of Object.values(models)) {
        expect(Math.min(input, output, cachedInput)).toBeGreaterThan(0);
        expect(output).toBeGreaterThan(input);
        if (longInput) expect(longInput.input).toBeGreaterThan(input);
      }
    },
  );
});
