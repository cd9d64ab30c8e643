import type { LanguageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";
import type { AskTurn } from "../../core/asking/asked.ts";
import type { Capabilities } from "./capabilities.ts";
import type { ChatSettings } from "./chat-settings.ts";
import { thinks, thoughtBudget } from "./thought-budget.ts";

export interface CallParameters {
  readonly options: Omit<LanguageModelV4CallOptions, "prompt" | "abortSignal">;
  /** Settings that the model is known to refuse. */
  readonly dropped: readonly string[];
}

/** What of the settings is sent: parameters that the model refuses are left out and named. */
export function callParameters(
  settings: ChatSettings,
  can: Capabilities,
  turn: AskTurn | undefined,
): CallParameters {
  const { temperature, topP, maxTokens, stop, reasoningEffort, provider } = settings;
  // Repeats that sample would all be the same by one seed; a provider that has no seed samples anew
  // anyway.
  const seed = turn && turn.repeat > 0 ? (can.seed ? turn.seed : undefined) : settings.seed;
  const wanted = { temperature, topP, stop, seed };
  const refused: Readonly<Record<keyof typeof wanted, boolean>> = {
    temperature: !can.sampling,
    topP: !(can.sampling && can.topP),
    stop: !can.stop,
    seed: !can.seed,
  };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const dropped = names.filter((name) => wanted[name] !== undefined && refused[name]);
  const sent = (name: keyof typeof wanted) => wanted[name] !== undefined && !refused[name];
  const thoughts =
    can.budgetsThoughts && thinks(reasoningEffort) && maxTokens !== undefined
      ? thoughtBudget(reasoningEffort, maxTokens)
      : undefined;
  return {
    dropped,
    options: {
      ...(sent("temperature") ? { temperature } : {}),
      ...(sent("topP") ? { topP: topP! } : {}),
      ...(sent("stop") ? { stopSequences: [...stop!] } : {}),
      ...(sent("seed") ? { seed: seed! } : {}),
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens - (thoughts ?? 0) }),
      ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
      // What is asked for a test should not stay with the provider.
      ...(provider === "openai-responses" ? { providerOptions: { openai: { store: false } } } : {}),
      ...(thoughts === undefined
        ? {}
        : {
            providerOptions: {
              anthropic: { thinking: { type: "enabled", budgetTokens: thoughts } },
            },
          }),
    },
  };
}

/**
 * Settings that a provider's package left out on its own account; an effort in whose place it sent
 * another one too.
 */
export function droppedByPackage(warnings: readonly SharedV4Warning[]): readonly string[] {
  return warnings.flatMap((warning) => {
    const isOther = warning.type === "compatibility" && warning.feature === "reasoning";
    return warning.type === "unsupported" || isOther
      ? [ownNames[warning.feature] ?? warning.feature]
      : [];
  });
}

const ownNames: Readonly<Record<string, string>> = {
  stopSequences: "stop",
  maxOutputTokens: "maxTokens",
  reasoning: "reasoningEffort",
};
