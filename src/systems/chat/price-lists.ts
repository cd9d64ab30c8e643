import type { Price, Rates } from "../../core/asking/price.ts";
import type { ProviderName } from "./chat-settings.ts";

/** Prices of some models of one provider, as they were read on one day. */
export interface PriceList {
  readonly providers: readonly ProviderName[];
  /** Where the provider publishes them. */
  readonly source: string;
  /** The day on which they were read. */
  readonly asOf: string;
  /** The first and the last day that they are for, where the provider says so. */
  readonly from?: string;
  readonly until?: string;
  readonly models: Readonly<Record<string, Price>>;
}

/** In the order in which providers print them. */
function rates(input: number, cachedInput: number, output: number): Rates {
  return { input, cachedInput, output };
}

/** Whole requests above 272,000 input tokens cost more. */
function longer(input: number, cachedInput: number, output: number): Price {
  return {
    ...rates(input, cachedInput, output),
    longInput: { above: 272_000, ...rates(2 * input, 2 * cachedInput, 1.5 * output) },
  };
}

/**
 * From GPT-5.6 on, input that is written to the cache costs a quarter more, and the cache is
 * written to without being asked.
 */
function written(input: number, cachedInput: number, output: number): Price {
  const { longInput, ...price } = longer(input, cachedInput, output);
  return {
    ...price,
    cacheWrite: 1.25 * input,
    longInput: { ...longInput!, cacheWrite: 2.5 * input },
  };
}

const openai = {
  providers: ["openai", "openai-responses"],
  source: "https://developers.openai.com/api/docs/pricing",
} as const;
const anthropic = {
  providers: ["anthropic"],
  source: "https://platform.claude.com/docs/en/about-claude/pricing",
} as const;
const google = {
  providers: ["google"],
  source: "https://ai.google.dev/gemini-api/docs/pricing",
} as const;
const groq = { providers: ["groq"], source: "https://groq.com/pricing" } as const;

/**
 * What providers ask for their models, in US dollars per million tokens. Only what is published for
 * that very model: one that is not here has no price. Prices of pictures and video frames are those
 * of text; audio tracks of whole videos cost more with some models, and are not told apart.
 */
export const priceLists: readonly PriceList[] = [
  {
    ...openai,
    asOf: "2026-10-26",
    models: {
      "gpt-6-astra": written(10, 1, 50),
      "gpt-6.1-sol": written(2, 0.1, 10),
      "gpt-6.1-terra": written(1, 0.05, 5),
      "gpt-6-luna": written(0.1, 0.01, 0.5),
    },
  },
  {
    ...openai,
    asOf: "2026-09-22",
    models: {
      "gpt-6-sol": written(2, 0.2, 10),
      "gpt-5.6-sol": written(4, 0.4, 20),
      "gpt-5.6-terra": written(2, 0.2, 12),
      "gpt-5.6-luna": written(0.2, 0.02, 1.2),
    },
  },
  {
    ...openai,
    asOf: "2026-06-21",
    models: {
      "gpt-5.5": longer(5, 0.5, 30),
      "gpt-5.4": longer(2.5, 0.25, 15),
      "gpt-5.4-mini": rates(0.75, 0.075, 4.5),
      "gpt-5.4-nano": rates(0.2, 0.02, 1.25),
      "gpt-4.1": rates(2, 0.5, 8),
      "gpt-4.1-mini": rates(0.4, 0.1, 1.6),
      "gpt-4o": rates(2.5, 1.25, 10),
      "gpt-4o-mini": rates(0.15, 0.075, 0.6),
    },
  },
  { ...anthropic, asOf: "2026-11-10", models: { "claude-fable-5-2": rates(8, 0.2, 40) } },
  {
    ...anthropic,
    asOf: "2026-10-10",
    models: {
      "claude-fable-5-1": rates(10, 0.25, 50),
      "claude-fable-5": rates(10, 1, 50),
      "claude-opus-5-5": rates(4, 0.2, 20),
      "claude-opus-5": rates(5, 0.5, 25),
      "claude-opus-4-8": rates(5, 0.5, 25),
      "claude-opus-4-7": rates(5, 0.5, 25),
      "claude-opus-4-6": rates(5, 0.5, 25),
      "claude-opus-4-5": rates(5, 0.5, 25),
      "claude-sonnet-5-5": rates(2, 0.2, 10),
      "claude-sonnet-5": rates(2, 0.2, 10),
      "claude-sonnet-4-6": rates(3, 0.3, 15),
      "claude-sonnet-4-5": rates(3, 0.3, 15),
      "claude-haiku-5-5": {
        ...rates(0.1, 0.01, 0.5),
        longInput: { above: 100_000, ...rates(0.5, 0.05, 2.5) },
      },
      "claude-haiku-4-5": rates(1, 0.1, 5),
    },
  },
  {
    ...google,
    asOf: "2026-11-11",
    until: "2026-11-30",
    models: { "gemini-4-argon": rates(2, 0.1, 10), "gemini-4-carbon": rates(2, 0.1, 10) },
  },
  {
    ...google,
    asOf: "2026-11-11",
    from: "2026-12-01",
    models: { "gemini-4-argon": rates(4, 0.2, 20), "gemini-4-carbon": rates(4, 0.2, 20) },
  },
  {
    ...google,
    asOf: "2026-10-07",
    until: "2026-12-31",
    models: {
      "gemini-3.8-flash": rates(0.75, 0.075, 3.75),
      "gemini-3.7-flash": rates(0.75, 0.075, 3.75),
      "gemini-3.6-flash": rates(0.75, 0.075, 3.75),
    },
  },
  {
    ...google,
    asOf: "2026-10-07",
    from: "2027-01-01",
    models: {
      "gemini-3.8-flash": rates(1.5, 0.15, 7.5),
      "gemini-3.7-flash": rates(1.5, 0.15, 7.5),
      "gemini-3.6-flash": rates(1.5, 0.15, 7.5),
    },
  },
  {
    ...google,
    asOf: "2026-10-07",
    models: {
      "gemini-3.5-flash": rates(1.5, 0.15, 9),
      "gemini-3.5-flash-lite": rates(0.3, 0.03, 2.5),
      "gemini-3.1-pro-preview": {
        ...rates(2, 0.2, 12),
        longInput: { above: 200_000, ...rates(4, 0.4, 18) },
      },
      "gemini-2.5-pro": {
        ...rates(1.25, 0.125, 10),
        longInput: { above: 200_000, ...rates(2.5, 0.25, 15) },
      },
      "gemini-2.5-flash": rates(0.3, 0.03, 2.5),
      "gemini-2.5-flash-lite": rates(0.1, 0.01, 0.4),
    },
  },
  { ...groq, asOf: "2026-08-17", models: { "qwen/qwen3.6-27b": { input: 0.6, output: 3 } } },
];
