import { z } from "zod";
import { dataUrlType, event, pieces, type Question, usage, type Wire } from "./wire.ts";

const content = z.union([
  z.strictObject({ type: z.literal("input_text"), text: z.string() }),
  z.strictObject({
    type: z.literal("input_image"),
    image_url: z.string(),
    detail: z.string().optional(),
  }),
  z.strictObject({ type: z.literal("output_text"), text: z.string() }),
]);
const request = z.strictObject({
  model: z.string().min(1),
  input: z.array(
    z.union([
      z.strictObject({ role: z.enum(["system", "developer"]), content: z.string() }),
      z.looseObject({ role: z.enum(["user", "assistant"]), content: z.array(content) }),
    ]),
  ),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  max_output_tokens: z.int().min(1).optional(),
  reasoning: z.looseObject({ effort: z.string().optional() }).optional(),
  store: z.boolean().optional(),
  include: z.array(z.string()).optional(),
  stream: z.boolean().optional(),
});

/** OpenAI's Responses interface. */
export const openaiResponsesWire: Wire = {
  id: "openai-responses",
  headers: { "x-request-id": "req_responses_1" },
  rateHeaders: () => ({
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "20ms",
  }),
  read({ path, headers, body }) {
    if (!path.endsWith("/responses")) throw new Error(`no such path: ${path}`);
    if (!/^Bearer \S+$/.test(String(headers.authorization ?? "")))
      throw new Error("no bearer token");
    const read = request.parse(body);
    const thinks = /^(?:o\d|gpt-[56])/.test(read.model) && read.reasoning?.effort !== "none";
    if (thinks && (read.temperature ?? read.top_p) !== undefined)
      throw new Error("Unsupported parameter: 'temperature'");
    const parts = read.input.flatMap(({ role, content: inner }) =>
      role === "user" && typeof inner !== "string" ? inner : [],
    );
    return {
      model: read.model,
      system: read.input
        .flatMap(({ content: inner }) => (typeof inner === "string" ? [inner] : []))
        .join("\n"),
      text: parts.flatMap((part) => (part.type === "input_text" ? [part.text] : [])).join("\n"),
      pictures: parts.flatMap((part) =>
        part.type === "input_image" ? [dataUrlType(part.image_url)] : [],
      ),
      videos: [],
      isStreamed: read.stream === true,
      body: body as Record<string, unknown>,
    };
  },
  whole: response,
  events(answer, question) {
    const item = {
      id: "msg_1",
      type: "message",
      status: "in_progress",
      role: "assistant",
      content: [],
    };
    const whole = response(answer, question);
    const ended =
      answer.finish === "length" || answer.finish === "filter"
        ? "response.incomplete"
        : "response.completed";
    const named = (type: string, data: object) =>
      event({ type, sequence_number: 0, ...data }, type);
    return [
      named("response.created", {
        response: { ...whole, status: "in_progress", output: [], usage: null },
      }),
      ...thoughtEvents(answer.reasoning, named),
      named("response.output_item.added", { output_index: 0, item }),
      ...pieces(answer.text).map((delta) =>
        named("response.output_text.delta", {
          item_id: "msg_1",
          output_index: 0,
          content_index: 0,
          delta,
          logprobs: [],
        }),
      ),
      ...pieces(answer.refusal ?? "").map((delta) =>
        named("response.refusal.delta", {
          item_id: "msg_1",
          output_index: 0,
          content_index: 0,
          delta,
        }),
      ),
      named("response.output_item.done", { output_index: 0, item: whole.output.at(-1) }),
      named(ended, { response: whole }),
    ];
  },
  empty: (question) => ({ ...response({ text: "" }, question), output: [], usage: null }),
  hollow: (question) => ({
    ...response({ text: "" }, question),
    status: "failed",
    error: failure,
    output: [],
  }),
  failing(answer, question) {
    const failed = { type: "response.failed", sequence_number: 0 };
    const whole = { ...response(answer, question), status: "failed", error: failure, output: [] };
    return [
      ...this.events(answer, question).slice(0, -1),
      event({ ...failed, response: whole }, failed.type),
    ];
  },
  failingUsage: { input: usage.input, output: usage.output },
  error: (status, message) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      param: null,
      code: null,
    },
  }),
};

const failure = { code: "server_error", message: "The model failed to generate a response." };

function thoughtEvents(
  reasoning: string | undefined,
  named: (type: string, data: object) => string,
): readonly string[] {
  if (reasoning === undefined) return [];
  const at = { item_id: "rs_1", output_index: 0, summary_index: 0 };
  const item = { id: "rs_1", type: "reasoning", summary: [] as object[], encrypted_content: null };
  const part = { type: "summary_text", text: reasoning };
  return [
    named("response.output_item.added", { output_index: 0, item }),
    named("response.reasoning_summary_part.added", {
      ...at,
      part: { type: "summary_text", text: "" },
    }),
    ...pieces(reasoning).map((delta) =>
      named("response.reasoning_summary_text.delta", { ...at, delta }),
    ),
    named("response.reasoning_summary_text.done", { ...at, text: reasoning }),
    named("response.reasoning_summary_part.done", { ...at, part }),
    named("response.output_item.done", { output_index: 0, item: { ...item, summary: [part] } }),
  ];
}

function response(
  { text, reasoning, refusal, finish }: Parameters<Wire["whole"]>[0],
  { model }: Question,
) {
  const said =
    refusal === undefined
      ? { type: "output_text", text, annotations: [], logprobs: [] }
      : { type: "refusal", refusal };
  const thought =
    reasoning === undefined
      ? []
      : [{ id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: reasoning }] }];
  const isCut = finish === "length" || finish === "filter";
  return {
    id: "resp_1",
    object: "response",
    created_at: 1_700_000_000,
    status: isCut ? "incomplete" : "completed",
    incomplete_details: isCut
      ? { reason: finish === "length" ? "max_output_tokens" : "content_filter" }
      : null,
    error: null,
    model,
    output: [
      ...thought,
      { id: "msg_1", type: "message", status: "completed", role: "assistant", content: [said] },
    ],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.thought },
      total_tokens: usage.input + usage.output,
    },
  };
}
