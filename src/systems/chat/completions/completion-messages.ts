import type {
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from "@ai-sdk/provider";

type CompletionPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image_url";
      readonly image_url: { readonly url: string; readonly detail?: string };
    }
  | { readonly type: "video_url"; readonly video_url: { readonly url: string } };

/** A message of OpenAI's chat completions. */
export interface CompletionMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | readonly CompletionPart[];
}

type PromptMessage = LanguageModelV4Prompt[number];

/** Takes the base64 of a file and returns what the data URL holds instead. */
type WriteFile = (base64: string) => string;

/**
 * The messages of a prompt as chat completions have them. Old servers know content only as one
 * text, so a lone text stays one.
 */
export function completionMessages(
  prompt: LanguageModelV4Prompt,
  write: WriteFile,
): readonly CompletionMessage[] {
  return prompt.map((message) => completionMessage(message, write));
}

function completionMessage(message: PromptMessage, write: WriteFile): CompletionMessage {
  const { role } = message;
  if (role === "system") return { role, content: message.content };
  if (role === "tool") throw new TypeError("tools are not asked for");
  const parts = (
    message.content as readonly (LanguageModelV4TextPart | LanguageModelV4FilePart)[]
  ).map((part) => completionPart(part, write));
  const [first] = parts;
  return { role, content: parts.length === 1 && first?.type === "text" ? first.text : parts };
}

function completionPart(
  part: LanguageModelV4TextPart | LanguageModelV4FilePart,
  write: WriteFile,
): CompletionPart {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.data.type !== "data")
    throw new TypeError(`media of kind ${part.data.type} cannot stand in a request`);
  const url = `data:${part.mediaType};base64,${write(`${part.data.data}`)}`;
  return part.mediaType.startsWith("video/")
    ? { type: "video_url", video_url: { url } }
    : { type: "image_url", image_url: { url, ...detailOf(part) } };
}

/** As the package of OpenAI takes it. */
function detailOf({ providerOptions }: LanguageModelV4FilePart): { readonly detail?: string } {
  const detail = providerOptions?.openai?.imageDetail;
  return typeof detail === "string" ? { detail } : {};
}
