import { expect } from "vitest";
import type { ProviderName } from "../../src/systems/chat/chat-settings.ts";

/**
 * A whole reply in the shape that a provider or server documents, with members that nobody asked
 * for, and what it comes to.
 */
export interface RecordedReply {
  readonly of: string;
  readonly provider: ProviderName;
  readonly model: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** As vitest's `toMatchObject` takes it. */
  readonly expected: object;
}

const completion = (message: object, more: object = {}, choice: object = {}) => ({
  id: "chatcmpl-9f",
  object: "chat.completion",
  created: 1_794_000_000,
  model: "m-served",
  choices: [
    {
      index: 0,
      message: { role: "assistant", ...message },
      logprobs: null,
      finish_reason: "stop",
      ...choice,
    },
  ],
  usage: { prompt_tokens: 1_200, completion_tokens: 30, total_tokens: 1_230 },
  ...more,
});

const openaiChat: readonly RecordedReply[] = [
  {
    of: "OpenAI's chat completions: what was cached, written to the cache and thought",
    provider: "openai",
    model: "gpt-6-luna",
    headers: {
      "x-request-id": "req_7",
      "openai-processing-ms": "210",
      "openai-version": "2020-10-01",
    },
    body: completion(
      { content: "B", refusal: null, annotations: [] },
      {
        service_tier: "default",
        system_fingerprint: null,
        usage: {
          ...{ prompt_tokens: 1_200, completion_tokens: 30, total_tokens: 1_230 },
          prompt_tokens_details: { cached_tokens: 1_024, audio_tokens: 0, cache_write_tokens: 176 },
          completion_tokens_details: {
            reasoning_tokens: 24,
            audio_tokens: 0,
            accepted_prediction_tokens: 0,
            rejected_prediction_tokens: 0,
          },
        },
      },
    ),
    expected: {
      ...{ kind: "answered", value: { text: "B", finish: "stop" } },
      facts: {
        requestId: "req_7",
        model: "m-served",
        usage: { input: 1_200, cachedInput: 1_024, output: 30, reasoning: 24 },
      },
    },
  },
  {
    of: "OpenAI's chat completions: all tokens spent on thoughts",
    provider: "openai",
    model: "gpt-6.1-sol",
    body: completion({ content: "", refusal: null }, {}, { finish_reason: "length" }),
    expected: { kind: "answered", value: { text: "", finish: "length" } },
  },
  {
    of: "OpenAI's chat completions: a parameter that the model refuses",
    provider: "openai",
    model: "gpt-of-tomorrow",
    status: 400,
    body: {
      error: {
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        ...{ type: "invalid_request_error", param: "temperature", code: "unsupported_parameter" },
      },
    },
    expected: {
      kind: "failed",
      cause: "deterministic",
      reason: "400: Unsupported parameter: 'temperature' is not supported with this model.",
    },
  },
  {
    of: "OpenAI's chat completions: a prompt that a policy stops",
    provider: "openai",
    model: "gpt-6-luna",
    status: 400,
    body: {
      error: {
        message:
          "Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.",
        ...{ type: "invalid_request_error", param: null, code: "invalid_prompt" },
      },
    },
    expected: {
      kind: "refused",
      reason: expect.stringContaining("Invalid prompt: your prompt was flagged"),
    },
  },
  {
    of: "OpenAI's chat completions: limits of tokens in the headers",
    provider: "openai",
    model: "gpt-4.1",
    status: 429,
    headers: {
      ...{ "x-ratelimit-remaining-requests": "99", "x-ratelimit-reset-requests": "6ms" },
      ...{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1m30s" },
    },
    body: {
      error: {
        message: "Rate limit reached",
        type: "tokens",
        param: null,
        code: "rate_limit_exceeded",
      },
    },
    expected: {
      kind: "failed",
      cause: "rate",
      pace: { remainingRequests: 0, renewedInMs: 90_000 },
    },
  },
];

const response = (more: object) => ({
  id: "resp_5",
  object: "response",
  created_at: 1_794_000_000,
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  model: "gpt-6.1-sol",
  parallel_tool_calls: true,
  reasoning: { effort: "low", summary: null },
  store: false,
  service_tier: "default",
  text: { format: { type: "text" }, verbosity: "medium" },
  truncation: "disabled",
  usage: {
    ...{ input_tokens: 900, output_tokens: 80, total_tokens: 980 },
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 900 },
    output_tokens_details: { reasoning_tokens: 64 },
  },
  metadata: {},
  ...more,
});
const reasoningItem = { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "gAAAA" };

const openaiResponses: readonly RecordedReply[] = [
  {
    of: "OpenAI's responses: thoughts that are not shown, and an answer",
    provider: "openai-responses",
    model: "gpt-6.1-sol",
    headers: { "x-request-id": "req_8" },
    body: response({
      output: [
        reasoningItem,
        {
          ...{
            id: "msg_1",
            type: "message",
            status: "completed",
            role: "assistant",
            phase: "final_answer",
          },
          content: [{ type: "output_text", text: "C", annotations: [], logprobs: [] }],
        },
      ],
    }),
    expected: {
      ...{ kind: "answered", value: { text: "C", finish: "stop" } },
      facts: {
        requestId: "req_8",
        usage: { input: 900, cachedInput: 0, output: 80, reasoning: 64 },
      },
    },
  },
  {
    of: "OpenAI's responses: cut off while thinking",
    provider: "openai-responses",
    model: "gpt-6.1-sol",
    body: response({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [reasoningItem],
    }),
    expected: { kind: "answered", value: { text: "", finish: "length" } },
  },
];

const message = (content: readonly object[], more: object) => ({
  id: "msg_01",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-5-5",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  stop_details: null,
  container: null,
  context_management: null,
  usage: {
    ...{
      input_tokens: 2_095,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 503,
    },
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens_details: { thinking_tokens: 450 },
    ...{ service_tier: "standard", inference_geo: "global", server_tool_use: null },
  },
  ...more,
});

const anthropic: readonly RecordedReply[] = [
  {
    of: "Anthropic's messages: thoughts, hidden thoughts and an answer",
    provider: "anthropic",
    model: "claude-sonnet-5-5",
    headers: {
      "request-id": "req_011",
      "anthropic-ratelimit-requests-remaining": "40",
      "anthropic-ratelimit-input-tokens-remaining": "20000",
    },
    body: message(
      [
        { type: "thinking", thinking: "The second frame.", signature: "c2ln" },
        { type: "redacted_thinking", data: "ZGF0YQ==" },
        { type: "text", text: "B", citations: null },
      ],
      {},
    ),
    expected: {
      ...{
        kind: "answered",
        value: { text: "B", reasoning: expect.stringContaining("The second frame.") },
      },
      facts: { requestId: "req_011", usage: { input: 2_095, output: 503 } },
    },
  },
  {
    of: "Anthropic's messages: refused, with nothing said",
    provider: "anthropic",
    model: "claude-fable-5-2",
    body: message([], {
      stop_reason: "refusal",
      stop_details: { type: "refusal", category: "cyber", explanation: "Not this." },
    }),
    expected: { kind: "refused", reason: expect.stringContaining("refusal") },
  },
  {
    of: "Anthropic's messages: no room left in the context",
    provider: "anthropic",
    model: "claude-haiku-4-5",
    body: message([{ type: "text", text: "It starts" }], {
      stop_reason: "model_context_window_exceeded",
    }),
    expected: { kind: "answered", value: { text: "It starts", finish: "length" } },
  },
  {
    of: "Anthropic's messages: too many pictures",
    provider: "anthropic",
    model: "claude-haiku-4-5",
    status: 400,
    body: {
      ...{ type: "error", request_id: "req_012" },
      error: {
        type: "invalid_request_error",
        message:
          "messages.0.content: too many images and documents: 101 + 0 > 100: too many images",
      },
    },
    expected: { kind: "failed", cause: "too-large" },
  },
  {
    of: "Anthropic's messages: overloaded",
    provider: "anthropic",
    model: "claude-opus-5-5",
    status: 529,
    body: {
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
      request_id: "req_013",
    },
    expected: { kind: "failed", cause: "transient", pace: { isOverloaded: true } },
  },
  {
    of: "Anthropic's messages: nothing left on the account",
    provider: "anthropic",
    model: "claude-opus-5-5",
    status: 400,
    body: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "Your credit balance is too low to access the Anthropic API.",
      },
    },
    expected: { kind: "failed", cause: "auth" },
  },
];

const generated = (more: object) => ({
  usageMetadata: {
    ...{
      promptTokenCount: 1_300,
      candidatesTokenCount: 2,
      thoughtsTokenCount: 88,
      cachedContentTokenCount: 1_024,
      totalTokenCount: 1_390,
    },
    promptTokensDetails: [
      { modality: "TEXT", tokenCount: 40 },
      { modality: "IMAGE", tokenCount: 1_260 },
    ],
    cacheTokensDetails: [{ modality: "IMAGE", tokenCount: 1_024 }],
    serviceTier: "standard",
  },
  modelVersion: "gemini-3.8-flash",
  responseId: "r-1",
  ...more,
});

const google: readonly RecordedReply[] = [
  {
    of: "Google's generateContent: a thought, an answer and its signature",
    provider: "google",
    model: "gemini-3.8-flash",
    body: generated({
      candidates: [
        {
          content: {
            parts: [
              { text: "Hm.", thought: true },
              { text: "D", thoughtSignature: "c2ln" },
            ],
            role: "model",
          },
          ...{ finishReason: "STOP", index: 0, avgLogprobs: -0.2 },
        },
      ],
    }),
    expected: {
      ...{ kind: "answered", value: { text: "D", reasoning: "Hm." } },
      facts: {
        requestId: "r-1",
        model: "gemini-3.8-flash",
        usage: { input: 1_300, cachedInput: 1_024, output: 90, reasoning: 88 },
      },
    },
  },
  {
    of: "Google's generateContent: a prompt that was blocked",
    provider: "google",
    model: "gemini-4-argon",
    body: generated({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }),
    expected: { kind: "refused", reason: expect.stringContaining("PROHIBITED_CONTENT") },
  },
  {
    of: "Google's generateContent: an answer that was blocked",
    provider: "google",
    model: "gemini-4-argon",
    body: generated({ candidates: [{ finishReason: "RECITATION", index: 0, safetyRatings: [] }] }),
    expected: { kind: "refused", reason: expect.stringContaining("RECITATION") },
  },
  {
    of: "Google's generateContent: the quota of a day, and when to come back",
    provider: "google",
    model: "gemini-2.5-flash",
    status: 429,
    body: {
      error: {
        ...{
          code: 429,
          message: "Quota exceeded for metric: requests, limit: 20",
          status: "RESOURCE_EXHAUSTED",
        },
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            violations: [
              { quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier", quotaValue: "20" },
            ],
          },
          { "@type": "type.googleapis.com/google.rpc.Help", links: [] },
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "41.5s" },
        ],
      },
    },
    expected: { kind: "failed", cause: "rate", pace: { retryAfterMs: 41_500 } },
  },
  {
    of: "Google's generateContent: a file that is gone",
    provider: "google",
    model: "gemini-3.8-flash",
    status: 403,
    body: {
      error: {
        code: 403,
        message: "You do not have permission to access the File abc or it may not exist.",
        status: "PERMISSION_DENIED",
      },
    },
    expected: { kind: "failed", cause: "media" },
  },
];

const others: readonly RecordedReply[] = [
  {
    of: "Groq: thoughts of its own, and its own times",
    provider: "groq",
    model: "qwen/qwen3.6-27b",
    headers: {
      "x-request-id": "req_01k",
      "x-ratelimit-remaining-requests": "900",
      "x-ratelimit-reset-requests": "1m26.4s",
    },
    body: completion(
      { content: "A", reasoning: "Red." },
      {
        ...{ x_groq: { id: "req_01k", seed: 1 }, service_tier: "on_demand", usage_breakdown: null },
        usage: {
          ...{
            queue_time: 0.01,
            prompt_tokens: 700,
            prompt_time: 0.02,
            completion_tokens: 9,
            completion_time: 0.03,
            total_tokens: 709,
          },
          ...{
            total_time: 0.05,
            prompt_tokens_details: { cached_tokens: 512 },
            completion_tokens_details: { reasoning_tokens: 7 },
          },
        },
      },
    ),
    expected: {
      ...{ kind: "answered", value: { text: "A", reasoning: "Red." } },
      ...{
        facts: {
          requestId: "req_01k",
          usage: { input: 700, cachedInput: 512, output: 9, reasoning: 7 },
        },
        pace: { renewedInMs: 86_400 },
      },
    },
  },
  {
    of: "vLLM: thoughts by a reasoning parser",
    provider: "openai-compatible",
    model: "Qwen/Qwen3-VL-8B-Thinking",
    body: completion(
      {
        content: "\n\nB",
        refusal: null,
        annotations: null,
        audio: null,
        function_call: null,
        tool_calls: [],
        reasoning: "Look.",
      },
      {
        service_tier: null,
        system_fingerprint: null,
        prompt_logprobs: null,
        prompt_token_ids: null,
        kv_transfer_params: null,
      },
      { stop_reason: null, token_ids: null },
    ),
    expected: {
      kind: "answered",
      value: { text: "\n\nB", reasoning: "Look.", finish: "stop" },
      facts: { usage: { input: 1_200, output: 30 } },
    },
  },
  {
    of: "vLLM: too many pictures",
    provider: "openai-compatible",
    model: "Qwen/Qwen3-VL-8B-Instruct",
    status: 400,
    body: {
      error: {
        message: "At most 4 image(s) may be provided in one prompt.",
        type: "BadRequestError",
        param: null,
        code: 400,
      },
    },
    expected: { kind: "failed", cause: "too-large" },
  },
  {
    of: "vLLM: a prompt that is too long",
    provider: "openai-compatible",
    model: "Qwen/Qwen3-VL-8B-Instruct",
    status: 400,
    body: {
      error: {
        message:
          "The decoder prompt (length 40210) is longer than the maximum model length of 32768. Make sure that `max_model_len` is no smaller.",
        ...{ type: "BadRequestError", param: null, code: 400 },
      },
    },
    expected: { kind: "failed", cause: "too-large" },
  },
  {
    of: "SGLang: where it matched a stop, and thoughts in the older member",
    provider: "openai-compatible",
    model: "Qwen/Qwen3-VL-8B-Thinking",
    body: completion(
      { content: "C", reasoning_content: "Blue.", tool_calls: null },
      {
        usage: {
          prompt_tokens: 5,
          total_tokens: 7,
          completion_tokens: 2,
          prompt_tokens_details: null,
          reasoning_tokens: 0,
        },
        metadata: {},
      },
      { matched_stop: 151_645 },
    ),
    expected: {
      kind: "answered",
      value: { text: "C", reasoning: "Blue." },
      facts: { usage: { input: 5, output: 2 } },
    },
  },
  {
    of: "SGLang: given up on",
    provider: "openai-compatible",
    model: "m",
    body: completion({ content: "It st" }, {}, { finish_reason: "abort" }),
    expected: { kind: "failed", cause: "transient" },
  },
  {
    of: "Ollama: thoughts beside the answer",
    provider: "openai-compatible",
    model: "qwen3-vl:8b",
    body: completion(
      { content: "D", reasoning: "Green." },
      { id: "chatcmpl-552", system_fingerprint: "fp_ollama" },
    ),
    expected: {
      kind: "answered",
      value: { text: "D", reasoning: "Green." },
      facts: { requestId: "chatcmpl-552" },
    },
  },
  {
    of: "Ollama: a model that was not pulled",
    provider: "openai-compatible",
    model: "qwen3-vl:8b",
    status: 404,
    body: {
      error: {
        message: "model 'qwen3-vl:8b' not found",
        type: "not_found_error",
        param: null,
        code: null,
      },
    },
    expected: { kind: "failed", cause: "auth" },
  },
  {
    of: "LM Studio: statistics that nobody asked for",
    provider: "openai-compatible",
    model: "qwen3-vl-8b",
    body: completion(
      { content: "A", reasoning_content: "", tool_calls: [] },
      { stats: {}, system_fingerprint: "qwen3-vl-8b" },
    ),
    expected: { kind: "answered", value: { text: "A" } },
  },
];

export const recordedReplies: readonly RecordedReply[] = [
  ...openaiChat,
  ...openaiResponses,
  ...anthropic,
  ...google,
  ...others,
];
