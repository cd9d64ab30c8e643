import { UserError } from "../../core/user-error.ts";
import type { ChatSettings, ProviderName } from "./chat-settings.ts";
import { leastThoughtTokens, thinks } from "./thought-budget.ts";

/** What a model takes and gives, as far as it is known without asking it. */
export interface Capabilities {
  /** Whether it takes sampling parameters; reasoning models refuse or ignore them. */
  readonly sampling: boolean;
  /**
   * Whether it takes nucleus sampling beside a temperature, which is always sent where it takes
   * one.
   */
  readonly topP: boolean;
  readonly seed: boolean;
  readonly stop: boolean;
  /** Whether it can be told not to think at all, by `reasoningEffort: none`. */
  readonly canNotThink: boolean;
  /** Whether its thoughts are given a budget of tokens, in place of an effort. */
  readonly budgetsThoughts: boolean;
  /** Whether it takes whole videos: within the request, also by upload, or not at all. */
  readonly video: "inline" | "inline-or-upload" | "none";
  /** How many likely tokens it can name at each place of a reply; 0: none. */
  readonly likelyTokens: number;
  /** Whether it completes plain texts and can echo them with their likelihoods. */
  readonly echo: boolean;
  /** Whose batch interface it is asked by in batches. */
  readonly batch: "openai" | "anthropic" | "google" | "none";
  /** Pictures in one request; `null`: not known. */
  readonly maxFrames: number | null;
}

const usual = {
  sampling: true,
  topP: true,
  seed: true,
  stop: true,
  canNotThink: true,
  budgetsThoughts: false,
  video: "none",
  likelyTokens: 0,
  echo: false,
} as const;

const byProvider: Readonly<Record<ProviderName, Capabilities>> = {
  openai: { ...usual, likelyTokens: 20, batch: "openai", maxFrames: 1_500 },
  "openai-responses": { ...usual, seed: false, stop: false, batch: "openai", maxFrames: 1_500 },
  anthropic: { ...usual, seed: false, batch: "anthropic", maxFrames: 100 },
  google: { ...usual, video: "inline-or-upload", batch: "google", maxFrames: 3_000 },
  groq: { ...usual, batch: "openai", maxFrames: 5 },
  "openai-compatible": {
    ...usual,
    video: "inline",
    likelyTokens: 20,
    echo: true,
    batch: "none",
    maxFrames: null,
  },
};

interface Exception {
  readonly provider: RegExp;
  readonly model: RegExp;
  /** Where it holds only under this `reasoningEffort`. */
  readonly effort?: ChatSettings["reasoningEffort"];
  /**
   * Where it holds only in this mode: batches are written by the provider's package, which leaves
   * out more.
   */
  readonly mode?: ChatSettings["mode"];
  readonly differs: Partial<Capabilities>;
}

/** Models of OpenAI's that take what others do once they are told not to think. */
const withoutThinking = /^gpt-(?:5\.\d|6-(?:sol|luna)|6\.1-terra)(?!.*(?:chat|codex|pro))/;

/**
 * Models that differ from what their provider usually takes, as documented in November 2026. All
 * that match apply, later ones over earlier ones. Rules are written so that the next model of a
 * family counts as the newest known one, not as the oldest.
 */
const exceptions: readonly Exception[] = [
  {
    provider: /^openai/,
    model: /^(?:o\d|gpt-(?:[5-9]|1\d)|codex)/,
    differs: { sampling: false, stop: false, likelyTokens: 0 },
  },
  { provider: /^openai/, model: /^gpt-\d+-chat/, differs: { sampling: true, stop: true } },
  {
    provider: /^openai/,
    model: withoutThinking,
    effort: "none",
    differs: { sampling: true },
  },
  {
    provider: /^openai$/,
    model: withoutThinking,
    effort: "none",
    mode: "each",
    differs: { likelyTokens: 20 },
  },
  {
    provider: /^openai/,
    model: /^(?:o\d|gpt-5(?!\.)|gpt-6-astra|gpt-6\.1-sol)/,
    differs: { canNotThink: false },
  },
  { provider: /^openai/, model: /^gpt-\d+-chat/, differs: { canNotThink: true } },
  {
    provider: /^openai/,
    model: /^(?:gpt-3\.5|gpt-4(?:-0613)?$|o1-mini|o3-mini)/,
    differs: { maxFrames: 0 },
  },
  {
    provider: /^anthropic$/,
    model: /claude-/,
    differs: { sampling: false, topP: false, maxFrames: 600 },
  },
  {
    provider: /^anthropic$/,
    model: /claude-(?:(?:instant|v?2|3)\b|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:[-@]\d{8})?$)/,
    differs: { sampling: true },
  },
  {
    provider: /^anthropic$/,
    model: /claude-(?:(?:instant|v?2|3)\b|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:[-@]\d{8})?$)/,
    differs: { maxFrames: 100, budgetsThoughts: true },
  },
  {
    provider: /^anthropic$/,
    model: /claude-(?:(?:sonnet|opus)-(?:5-[5-9]|[6-9])\b|fable)/,
    differs: { canNotThink: false },
  },
  { provider: /^google$/, model: /gemini-/, differs: { sampling: false } },
  {
    provider: /^google$/,
    model: /gemini-(?:[12][.-]|3-|3\.1-|3\.5-flash(?!-lite)|robotics-er-1)/,
    differs: { sampling: true },
  },
  {
    provider: /^google$/,
    model: /gemini-(?:2\.5-pro|[3-9]|\d\d|.*latest)/,
    differs: { canNotThink: false },
  },
  { provider: /^google$/, model: /gemma/, differs: { video: "none" } },
  { provider: /^google$/, model: /^gemini-3-pro/, differs: { maxFrames: 900 } },
  { provider: /^google$/, model: /^gemini-3(?:\.\d)?-\w+-image/, differs: { maxFrames: 14 } },
  { provider: /^google$/, model: /^gemini-2\.5-flash-image/, differs: { maxFrames: 3 } },
  {
    provider: /^groq$/,
    model: /gpt-oss|llama-?3|kimi-k2|qwen3-32b|gemma2|mixtral|deepseek/,
    differs: { maxFrames: 0 },
  },
];

type ModelSettings = Pick<ChatSettings, "provider" | "model" | "reasoningEffort"> &
  Partial<Pick<ChatSettings, "mode">>;

/**
 * What is known of a model. Of a family that is known, a model that is not is taken for its newest;
 * of a name that says nothing, all that its provider usually takes is taken to work: what it then
 * refuses is named by its own error.
 */
export function capabilitiesOf({
  provider,
  model,
  reasoningEffort,
  mode: asked = "each",
}: ModelSettings): Capabilities {
  const differing = exceptions.filter(
    ({ provider: whose, model: which, effort = reasoningEffort, mode = asked }) =>
      whose.test(provider) && which.test(model) && effort === reasoningEffort && mode === asked,
  );
  return Object.assign(
    {},
    byProvider[provider],
    ...differing.map(({ differs }) => differs),
  ) as Capabilities;
}

/**
 * @throws {UserError} where the settings ask for what the model cannot do, before anything is
 * asked.
 */
export function checkCapabilities(settings: ChatSettings, id: string): void {
  const { provider, model, baseUrl, video, scoring, mode, stream, reasoningEffort, maxTokens } =
    settings;
  const can = capabilitiesOf(settings);
  if (provider === "openai-compatible" && baseUrl === undefined)
    throw new UserError(
      `the system "${id}" needs a baseUrl`,
      "such as http://localhost:8000/v1 for vLLM, http://localhost:11434/v1 for Ollama",
    );
  if (video === "native" && can.video === "none")
    throw new UserError(
      `the system "${id}" cannot be sent whole videos: ${provider} takes none for ${model}`,
      "write video: frames, or choose google or an openai-compatible server",
    );
  if (reasoningEffort === "none" && !can.canNotThink)
    throw new UserError(
      `the system "${id}" cannot be told not to think: ${model} always does`,
      "write reasoningEffort: low, or leave it out",
    );
  if (
    can.budgetsThoughts &&
    thinks(reasoningEffort) &&
    maxTokens !== undefined &&
    maxTokens <= leastThoughtTokens
  )
    throw new UserError(
      `the system "${id}" has no room to think: ${model} thinks in no fewer than ${leastThoughtTokens} tokens, which are part of maxTokens: ${maxTokens}`,
      "raise maxTokens, or leave out reasoningEffort",
    );
  if (mode === "batch" && can.batch === "none")
    throw new UserError(
      `the system "${id}" cannot be asked in batches: ${provider} has no batch interface`,
      "leave out mode",
    );
  if (mode === "batch" && (stream || scoring === "echo"))
    throw new UserError(
      `the system "${id}" is asked in batches, which takes neither stream nor scoring by echo`,
      "leave them out",
    );
  if (scoring === "echo" && !can.echo)
    throw new UserError(
      `the system "${id}" cannot score by echo: ${provider} has no echoed completions`,
      "leave out scoring",
    );
}
