import type { ChatSettings } from "./chat-settings.ts";

/** The least that Anthropic takes as a budget of thoughts. */
export const leastThoughtTokens = 1_024;

type Effort = Exclude<ChatSettings["reasoningEffort"], undefined | "none">;

/** Whether a model is asked to think by this effort. */
export function thinks(effort: ChatSettings["reasoningEffort"]): effort is Effort {
  return effort !== undefined && effort !== "none";
}

/** What part of a reply may be thoughts. */
const shares: Readonly<Record<Effort, number>> = {
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
  xhigh: 0.9,
  max: 0.95,
};

/**
 * Tokens that a model of which thoughts have a budget of their own may think, as part of
 * `maxTokens`: its package would add a budget by the longest reply that the model can give at all,
 * 38,400 tokens for one of 300.
 */
export function thoughtBudget(effort: Effort, maxTokens: number): number {
  return Math.max(leastThoughtTokens, Math.round(maxTokens * shares[effort]));
}
