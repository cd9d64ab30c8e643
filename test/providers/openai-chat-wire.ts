import { z } from "zod";
import {
  dataUrlType,
  event,
  type ModelAnswer,
  pieces,
  type Question,
  usage,
  type Wire,
} from "./wire.ts";

const textPart = z.strictObject({ type: z.literal("text"), text: z.string() });
const imagePart = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({
    url: z.string(),
    detail: z.enum(["auto", "low", "high"]).optional(),
  }),
});
const videoPart = z.strictObject({
  type: z.literal("video_url"),
  video_url: z.strictObject({ url: z.string() }),
});

interface Dialect {
  readonly id: string;
  /** Compatible servers take videos and members of their own. */
  readonly isOpen: boolean;
  /** Where tokens of thought are written. */
  readonly reasoningMember: "reasoning" | "reasoning_content";
  /** Models that think, and refuse what others take. */
  readonly thinking?: RegExp;
  /**
   * Where a stream counts tokens: in an event of its own where that is asked for, or beside the
   * last piece.
   */
  readonly streamedUsage: "event" | "x_groq";
}

function requestSchema({ isOpen }: Dialect) {
  const parts = isOpen ? z.union([textPart, imagePart, videoPart]) : z.union([textPart, imagePart]);
  const message = z.discriminatedUnion("role", [
    z.strictObject({ role: z.literal("system"), content: z.string() }),
    z.strictObject({ role: z.literal("developer"), content: z.string() }),
    z.strictObject({
      role: z.literal("user"),
      content: z.union([z.string(), z.array(parts).min(1)]),
    }),
    z.strictObject({
      role: z.literal("assistant"),
      content: z.union([z.string(), z.array(textPart)]),
    }),
  ]);
  const members = {
    model: z.string().min(1),
    messages: z.array(message).min(1),
    temperature: z.number().min(0).max(2).optional(),
    top_p: z.number().min(0).max(1).optional(),
    max_tokens: z.int().min(1).optional(),
    max_completion_tokens: z.int().min(1).optional(),
    stop: z.union([z.string(), z.array(z.string()).max(4)]).optional(),
    seed: z.int().optional(),
    reasoning_effort: z.string().optional(),
    logprobs: z.boolean().optional(),
    top_logprobs: z.int().min(0).max(20).optional(),
    stream: z.boolean().optional(),
    stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  };
  return isOpen ? z.looseObject(members) : z.strictObject(members);
}

function chatWire(dialect: Dialect): Wire {
  const schema = requestSchema(dialect);
  const common = ({ model }: Question) => ({
    id: "chatcmpl-123",
    created: 1_700_000_000,
    model,
    system_fingerprint: "fp_1",
  });
  const counts = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens_details: { reasoning_tokens: usage.thought },
  };
  return {
    id: dialect.id,
    headers: {
      "x-request-id": "req_openai_1",
      "x-ratelimit-remaining-requests": "99",
      "x-ratelimit-reset-requests": "1.5s",
    },
    rateHeaders: () => ({
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "20ms",
    }),
    read({ path, headers, body }) {
      if (!path.endsWith("/chat/completions")) throw new Error(`no such path: ${path}`);
      if (!/^Bearer \S+$/.test(String(headers.authorization ?? "")) && !dialect.isOpen)
        throw new Error("no bearer token");
      const read = schema.parse(body);
      const thinks = dialect.thinking?.test(read.model) === true;
      if (
        thinks &&
        read.reasoning_effort !== "none" &&
        (read.temperature ?? read.top_p) !== undefined
      )
        throw new Error("Unsupported parameter: 'temperature' is not supported with this model.");
      if (thinks && read.stop !== undefined)
        throw new Error("Unsupported parameter: 'stop' is not supported with this model.");
      if (thinks && read.max_tokens !== undefined)
        throw new Error(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        );
      const user = read.messages
        .filter(({ role }) => role === "user")
        .flatMap(({ content }) =>
          typeof content === "string" ? [{ type: "text" as const, text: content }] : content,
        );
      return {
        model: read.model,
        system: read.messages
          .flatMap(({ role, content }) =>
            role === "system" || role === "developer" ? [String(content)] : [],
          )
          .join("\n"),
        text: user.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
        pictures: user.flatMap((part) =>
          part.type === "image_url" ? [dataUrlType(part.image_url.url)] : [],
        ),
        videos: user.flatMap((part) =>
          part.type === "video_url" ? [dataUrlType(part.video_url.url)] : [],
        ),
        isStreamed: read.stream === true,
        body: body as Record<string, unknown>,
      };
    },
    whole(answer, question) {
      const message = {
        role: "assistant",
        content: answer.refusal === undefined ? answer.text : null,
        refusal: answer.refusal ?? null,
        ...(answer.reasoning === undefined ? {} : { [dialect.reasoningMember]: answer.reasoning }),
      };
      const top = Object.entries(answer.likely ?? {}).map(([token, logprob]) => ({
        token,
        logprob,
        bytes: null,
      }));
      const logprobs =
        question.body.logprobs === true
          ? { content: [{ ...top[0], top_logprobs: top }], refusal: null }
          : null;
      return {
        ...common(question),
        object: "chat.completion",
        choices: [{ index: 0, message, logprobs, finish_reason: finishOf(answer) }],
        usage: counts,
      };
    },
    events(answer, question) {
      const chunk = (delta: object, finish: string | null = null) =>
        event({
          ...common(question),
          object: "chat.completion.chunk",
          choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
        });
      return [
        chunk({ role: "assistant", content: "" }),
        ...pieces(answer.reasoning ?? "").map((piece) =>
          chunk({ [dialect.reasoningMember]: piece }),
        ),
        ...pieces(answer.text).map((piece) => chunk({ content: piece })),
        ...pieces(answer.refusal ?? "").map((piece) => chunk({ refusal: piece })),
        ...(dialect.streamedUsage === "event"
          ? [
              chunk({}, finishOf(answer)),
              event({
                ...common(question),
                object: "chat.completion.chunk",
                choices: [],
                usage: counts,
              }),
            ]
          : [
              event({
                ...common(question),
                object: "chat.completion.chunk",
                choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: finishOf(answer) }],
                x_groq: { id: "req_groq_1", usage: counts },
              }),
            ]),
        event("[DONE]"),
      ];
    },
    empty: (question) => ({ ...common(question), object: "chat.completion", choices: [] }),
    hollow: (question) => ({
      ...common(question),
      object: "chat.completion",
      choices: [],
      usage: counts,
    }),
    failing(answer, question) {
      const error = {
        message: "The server had an error",
        type: "server_error",
        param: null,
        code: null,
      };
      return [...this.events(answer, question).slice(0, -1), event({ error })];
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
}

function finishOf({ finish = "stop" }: ModelAnswer): string {
  return finish === "filter" ? "content_filter" : finish;
}

export const openaiChatWire = chatWire({
  id: "openai",
  isOpen: false,
  reasoningMember: "reasoning_content",
  streamedUsage: "event",
  thinking: /^(?:o\d|gpt-[56])/,
});
export const groqWire = chatWire({
  id: "groq",
  isOpen: false,
  reasoningMember: "reasoning",
  streamedUsage: "x_groq",
});
export const compatibleWire = chatWire({
  id: "openai-compatible",
  isOpen: true,
  reasoningMember: "reasoning_content",
  streamedUsage: "event",
});
