import { readFile } from "node:fs/promises";
import type {
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from "@ai-sdk/provider";
import { type ChatAsk, type FrameRef, isWholeVideo, type Part } from "../../core/asking/chat.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";

/** A video as a provider refers to it once it was uploaded. */
export interface UploadedVideo {
  readonly uri: string;
  readonly mediaType: string;
}

export interface PromptSources {
  readonly context: Pick<SystemContext, "file">;
  /** How closely pictures are to be looked at, where that is configured. */
  readonly imageDetail?: string | undefined;
  /** A frame as base64 text: the packages would make it themselves, more slowly. */
  frameText(frame: FrameRef): Promise<string>;
  /** Set where this video is sent by reference; else its bytes stand in the request. */
  uploaded(video: FrameRef): UploadedVideo | undefined;
}

/** A frame or video that could not be read when it was to be sent. */
export class UnreadableMedia extends Error {
  override readonly name = "UnreadableMedia";
}

/**
 * A message list in the form that provider packages take, with the bytes of every frame and video.
 */
export function chatPrompt(
  ask: ChatAsk,
  sources: PromptSources,
): LanguageModelV4Prompt | Promise<LanguageModelV4Prompt> {
  const shown = shownIn(ask);
  return shown.length === 0
    ? promptWith(ask, noFiles)
    : filesOf(shown, sources).then((files) => promptWith(ask, files));
}

function promptWith({ messages }: ChatAsk, files: Files): LanguageModelV4Prompt {
  return messages.map(({ role, parts }): LanguageModelV4Prompt[number] => {
    if (role === "system") return { role, content: textOf(parts) };
    if (role === "assistant") return { role, content: [{ type: "text", text: textOf(parts) }] };
    return { role, content: parts.flatMap((part) => promptParts(part, files)) };
  });
}

type Files = ReadonlyMap<FrameRef, LanguageModelV4FilePart>;
const noFiles: Files = new Map();

async function filesOf(shown: readonly FrameRef[], sources: PromptSources): Promise<Files> {
  return new Map(
    await Promise.all(shown.map(async (frame) => [frame, await filePart(frame, sources)] as const)),
  );
}

function promptParts(
  part: Part,
  files: Files,
): readonly (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  return "text" in part
    ? [{ type: "text", text: part.text }]
    : part.frames.map((frame) => files.get(frame)!);
}

function filePart(frame: FrameRef, sources: PromptSources): Promise<LanguageModelV4FilePart> {
  return isWholeVideo(frame) ? videoPart(frame, sources) : framePart(frame, sources);
}

async function videoPart(
  video: FrameRef,
  { context, uploaded }: PromptSources,
): Promise<LanguageModelV4FilePart> {
  const known = uploaded(video);
  if (known)
    return {
      type: "file",
      mediaType: known.mediaType,
      data: { type: "reference", reference: { google: known.uri } },
    };
  if (!context.file) throw new TypeError("whole videos are asked for where none can be had");
  const bytes = await readable(context.file(video).then((path) => readFile(path)));
  return {
    type: "file",
    mediaType: video.mediaType,
    data: { type: "data", data: bytes.toString("base64") },
  };
}

async function framePart(
  frame: FrameRef,
  { frameText, imageDetail }: Pick<PromptSources, "frameText" | "imageDetail">,
): Promise<LanguageModelV4FilePart> {
  return {
    type: "file",
    mediaType: frame.mediaType,
    data: { type: "data", data: await readable(frameText(frame)) },
    ...(imageDetail === undefined ? {} : { providerOptions: { openai: { imageDetail } } }),
  };
}

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new UnreadableMedia(error instanceof Error ? error.message : String(error));
  }
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => ("text" in part ? part.text : "")).join("\n");
}

/** The frames of an ask, whole videos left out. */
export function framesOf(ask: ChatAsk): readonly FrameRef[] {
  return shownIn(ask).filter((frame) => !isWholeVideo(frame));
}

/** The whole videos of an ask. */
export function videosOf(ask: ChatAsk): readonly FrameRef[] {
  return shownIn(ask).filter(isWholeVideo);
}

function shownIn({ messages }: ChatAsk): readonly FrameRef[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => ("frames" in part ? part.frames : [])),
  );
}
