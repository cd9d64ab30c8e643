import { UserError } from "../../core/user-error.ts";
import type { ChatSettings, ProviderName } from "./chat-settings.ts";

/** What a model takes and gives, as far as it is known without asking it. */
export interface Capabilities {
  /** Whether it takes sampling parameters; reasoning models refuse them. */
  readonly sampling: boolean;
  readonly seed: boolean;
  readonly stop: boolean;
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

const byProvider: Readonly<Record<ProviderName, Capabilities>> = {
  openai: { sampling: true, seed: true, stop: true, video: "none", likelyTokens: 20, echo: false, batch: "openai", maxFrames: 500 },
  "openai-responses": {
    sampling: true,
    seed: false,
    stop: false,
    video: "none",
    likelyTokens: 0,
    echo: false,
    batch: "openai",
    maxFrames: 500,
  },
  anthropic: { sampling: true, seed: false, stop: true, video: "none", likelyTokens: 0, echo: false, batch: "anthropic", maxFrames: 100 },
  google: {
    sampling: true,
    seed: true,
    stop: true,
    video: "inline-or-upload",
    likelyTokens: 0,
    echo: false,
    batch: "google",
    maxFrames: 3_000,
  },
  groq: { sampling: true, seed: true, stop: true, video: "none", likelyTokens: 0, echo: false, batch: "openai", maxFrames: 5 },
  "openai-compatible": {
    sampling: true,
    seed: true,
    stop: true,
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
  readonly differs: Partial<Capabilities>;
}

/** Models that differ from what their provider usually takes. All that match apply, later ones over earlier ones. */
const exceptions: readonly Exception[] = [
  { provider: /^openai/, model: /^(?:o\d|gpt-[5-9])/, differs: { sampling: false, stop: false, likelyTokens: 0 } },
  { provider: /^openai/, model: /^gpt-\d+(?:\.\d+)?-chat/, differs: { sampling: true, stop: true } },
  { provider: /^openai/, model: /^(?:gpt-3\.5|o1-mini|o3-mini)/, differs: { maxFrames: 0 } },
  { provider: /^anthropic$/, model: /claude-(?:opus-4-[7-9]|(?:opus|sonnet|haiku|fable)-[5-9])/, differs: { sampling: false } },
  { provider: /^google$/, model: /gemma/, differs: { video: "none" } },
  { provider: /^google$/, model: /^gemini-3-pro/, differs: { maxFrames: 900 } },
  { provider: /^google$/, model: /^gemini-3-pro-image/, differs: { maxFrames: 14 } },
];

/** What is known of a model; what is not known is taken to work. */
export function capabilitiesOf({ provider, model }: Pick<ChatSettings, "provider" | "model">): Capabilities {
  const differing = exceptions.filter((exception) => exception.provider.test(provider) && exception.model.test(model));
  return Object.assign({}, byProvider[provider], ...differing.map(({ differs }) => differs)) as Capabilities;
}

/** @throws {UserError} where the settings ask for what the model cannot do, before anything is asked. */
export function checkCapabilities(settings: ChatSettings, id: string): void {
  const { provider, model, baseUrl, video, scoring, mode, stream } = settings;
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
  if (mode === "batch" && can.batch === "none")
    throw new UserError(`the system "${id}" cannot be asked in batches: ${provider} has no batch interface`, "leave out mode");
  if (mode === "batch" && (stream || scoring === "echo"))
    throw new UserError(`the system "${id}" is asked in batches, which takes neither stream nor scoring by echo`, "leave them out");
  if (scoring === "echo" && !can.echo)
    throw new UserError(`the system "${id}" cannot score by echo: ${provider} has no echoed completions`, "leave out scoring");
}
