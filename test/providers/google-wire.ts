import { z } from "zod";
import { event, type ModelAnswer, pieces, type Question, usage, type Wire } from "./wire.ts";

const part = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.base64().min(1) }) }),
  z.strictObject({ fileData: z.strictObject({ mimeType: z.string(), fileUri: z.url() }) }),
]);
const request = z.strictObject({
  contents: z
    .array(z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(part).min(1) }))
    .min(1),
  systemInstruction: z
    .strictObject({ parts: z.array(z.strictObject({ text: z.string() })) })
    .optional(),
  generationConfig: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().optional(),
      maxOutputTokens: z.int().min(1).optional(),
      stopSequences: z.array(z.string()).optional(),
      seed: z.int().optional(),
      thinkingConfig: z.looseObject({}).optional(),
    })
    .optional(),
});

/** Google's Gemini interface. */
export const googleWire: Wire = {
  id: "google",
  headers: {},
  rateHeaders: () => ({}),
  read({ path, headers, body }) {
    const [, model, verb] =
      /\/models\/([^/:]+):(generateContent|streamGenerateContent)/.exec(path) ?? [];
    if (!model) throw new Error(`no such path: ${path}`);
    if (!headers["x-goog-api-key"])
      throw new Error("API key not valid. Please pass a valid API key.");
    if (verb === "streamGenerateContent" && !path.includes("alt=sse"))
      throw new Error("streams are asked for with alt=sse");
    const read = request.parse(body);
    const parts = read.contents
      .filter(({ role }) => role === "user")
      .flatMap(({ parts: inner }) => inner);
    const media = parts.flatMap((one) => ("inlineData" in one ? [one.inlineData.mimeType] : []));
    return {
      model,
      system: (read.systemInstruction?.parts ?? []).map(({ text }) => text).join("\n"),
      text: parts.flatMap((one) => ("text" in one ? [one.text] : [])).join("\n"),
      pictures: media.filter((type) => type.startsWith("image/")),
      videos: [
        ...media.filter((type) => type.startsWith("video/")),
        ...parts.flatMap((one) => ("fileData" in one ? [one.fileData.fileUri] : [])),
      ],
      isStreamed: verb === "streamGenerateContent",
      body: body as Record<string, unknown>,
    };
  },
  whole: (answer, question) => reply(answer, question, { text: answer.text, isLast: true }),
  events(answer, question) {
    const texts = pieces(answer.text);
    const thoughts =
      answer.reasoning === undefined ? [] : [event(thoughtReply(answer.reasoning, question))];
    if (texts.length === 0) return [event(reply(answer, question, { text: "", isLast: true }))];
    return [
      ...thoughts,
      ...texts.map((text, i) =>
        event(
          reply({ ...answer, reasoning: undefined as never }, question, {
            text,
            isLast: i === texts.length - 1,
          }),
        ),
      ),
    ];
  },
  empty: ({ model }) => ({
    modelVersion: model,
    responseId: "google-1",
    usageMetadata: { promptTokenCount: usage.input, totalTokenCount: usage.input },
  }),
  hollow: ({ model }) => ({
    modelVersion: model,
    responseId: "google-1",
    candidates: "none",
    usageMetadata: counts,
  }),
  failing(answer, question) {
    const whole = reply({ text: answer.text }, question, { text: answer.text, isLast: false });
    return [
      event(whole),
      event({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
    ];
  },
  failingUsage: { input: usage.input, output: usage.output },
  error: (status, message) => ({
    error: {
      code: status,
      message,
      status:
        status === 429
          ? "RESOURCE_EXHAUSTED"
          : status === 401
            ? "UNAUTHENTICATED"
            : status >= 500
              ? "UNAVAILABLE"
              : "INVALID_ARGUMENT",
      details:
        status === 429
          ? [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "0.03s" }]
          : [],
    },
  }),
};

const counts = {
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output - usage.thought,
  thoughtsTokenCount: usage.thought,
  cachedContentTokenCount: usage.cached,
  totalTokenCount: usage.input + usage.output,
};

function reply(
  { finish = "stop", refusal, reasoning }: ModelAnswer,
  { model }: Question,
  { text, isLast }: { readonly text: string; readonly isLast: boolean },
) {
  const thoughts = reasoning === undefined ? [] : [{ text: reasoning, thought: true }];
  const isFiltered = finish === "filter" || refusal !== undefined;
  const parts = isFiltered || text === "" ? thoughts : [...thoughts, { text }];
  const finishReason = isFiltered ? "SAFETY" : finish === "length" ? "MAX_TOKENS" : "STOP";
  const content = parts.length === 0 ? {} : { content: { parts, role: "model" } };
  return {
    candidates: [{ index: 0, ...content, ...(isLast ? { finishReason } : {}) }],
    usageMetadata: counts,
    modelVersion: model,
    responseId: "google-1",
  };
}

function thoughtReply(text: string, { model }: Question) {
  return {
    candidates: [{ index: 0, content: { parts: [{ text, thought: true }], role: "model" } }],
    modelVersion: model,
    responseId: "google-1",
  };
}
