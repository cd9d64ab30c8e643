import { z } from "zod";
import { event, type ModelAnswer, pieces, usage, type Wire } from "./wire.ts";

const block = z.union([
  z.strictObject({
    type: z.literal("text"),
    text: z.string().min(1),
    cache_control: z.unknown().optional(),
  }),
  z.strictObject({
    type: z.literal("image"),
    source: z.strictObject({
      type: z.literal("base64"),
      media_type: z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]),
      data: z.base64().min(1),
    }),
  }),
]);
const request = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: z.union([z.string(), z.array(block)]).optional(),
  messages: z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.array(block).min(1) }))
    .min(1),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().optional(),
  stop_sequences: z.array(z.string()).optional(),
  thinking: z.looseObject({ type: z.string() }).optional(),
  output_config: z.looseObject({}).optional(),
  stream: z.boolean().optional(),
});

/** Anthropic's Messages interface. */
export const anthropicWire: Wire = {
  id: "anthropic",
  get headers() {
    return {
      "request-id": "req_anthropic_1",
      "anthropic-ratelimit-requests-remaining": "49",
      "anthropic-ratelimit-requests-reset": new Date(Date.now() + 1_000).toISOString(),
    };
  },
  rateHeaders: () => ({
    "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": new Date(Date.now() + 20).toISOString(),
  }),
  read({ path, headers, body }) {
    if (!path.endsWith("/messages")) throw new Error(`no such path: ${path}`);
    if (!headers["x-api-key"]) throw new Error("no x-api-key header");
    if (headers["anthropic-version"] !== "2023-06-01")
      throw new Error("anthropic-version: header is required");
    const read = request.parse(body);
    if (
      /opus-4-[78]|claude-\w+-5/.test(read.model) &&
      (read.temperature ?? read.top_p) !== undefined
    )
      throw new Error("`temperature` is not supported by this model");
    const blocks = read.messages
      .filter(({ role }) => role === "user")
      .flatMap(({ content }) => content);
    const system =
      typeof read.system === "string"
        ? read.system
        : (read.system ?? []).flatMap((one) => (one.type === "text" ? [one.text] : [])).join("\n");
    return {
      model: read.model,
      system,
      text: blocks.flatMap((one) => (one.type === "text" ? [one.text] : [])).join("\n"),
      pictures: blocks.flatMap((one) => (one.type === "image" ? [one.source.media_type] : [])),
      videos: [],
      isStreamed: read.stream === true,
      body: body as Record<string, unknown>,
    };
  },
  whole: ({ ...answer }, { model }) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [
      ...(answer.reasoning === undefined
        ? []
        : [{ type: "thinking", thinking: answer.reasoning, signature: "c2ln" }]),
      ...(answer.text === "" ? [] : [{ type: "text", text: answer.text }]),
    ],
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: counts,
  }),
  events(answer, { model }) {
    const named = (type: string, data: object) => event({ type, ...data }, type);
    const [thoughtAt, textAt] = [0, answer.reasoning === undefined ? 0 : 1];
    const thought =
      answer.reasoning === undefined
        ? []
        : [
            named("content_block_start", {
              index: thoughtAt,
              content_block: { type: "thinking", thinking: "", signature: "" },
            }),
            ...pieces(answer.reasoning).map((thinking) =>
              named("content_block_delta", {
                index: thoughtAt,
                delta: { type: "thinking_delta", thinking },
              }),
            ),
            named("content_block_delta", {
              index: thoughtAt,
              delta: { type: "signature_delta", signature: "c2ln" },
            }),
            named("content_block_stop", { index: thoughtAt }),
          ];
    return [
      named("message_start", {
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...counts, output_tokens: 1 },
        },
      }),
      named("ping", {}),
      ...thought,
      named("content_block_start", { index: textAt, content_block: { type: "text", text: "" } }),
      ...pieces(answer.text).map((text) =>
        named("content_block_delta", { index: textAt, delta: { type: "text_delta", text } }),
      ),
      named("content_block_stop", { index: textAt }),
      named("message_delta", {
        delta: { stop_reason: stopReason(answer), stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      named("message_stop", {}),
    ];
  },
  empty: ({ model }) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { ...counts, output_tokens: 0 },
  }),
  hollow: ({ model }) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    stop_reason: "end_turn",
    usage: counts,
  }),
  failing(answer, question) {
    const error = { type: "overloaded_error", message: "Overloaded" };
    return [
      ...this.events(answer, question).slice(0, -3),
      event({ type: "error", error }, "error"),
    ];
  },
  // The first event counts the input, and the output so far.
  failingUsage: { input: usage.input, output: 1 },
  error: (status, message) => ({
    type: "error",
    error: { type: errorTypes[status] ?? "invalid_request_error", message },
    request_id: "req_anthropic_1",
  }),
};

const errorTypes: Readonly<Record<number, string>> = {
  401: "authentication_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

const counts = {
  input_tokens: usage.input - usage.cached,
  cache_read_input_tokens: usage.cached,
  cache_creation_input_tokens: 0,
  output_tokens: usage.output,
};

function stopReason({ finish = "stop", refusal }: ModelAnswer): string {
  if (refusal !== undefined || finish === "filter") return "refusal";
  return finish === "length" ? "max_tokens" : "end_turn";
}
