import { stat } from "node:fs/promises";
import type { Asked, AskTurn } from "../../core/asking/asked.ts";
import type { ChatAsk, ChatReply, FrameRef } from "../../core/asking/chat.ts";
import type { ChatSystem } from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { failed } from "../../core/run/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { hideSecrets } from "../http/hide-secrets.ts";
import { httpClient } from "../http/http-client.ts";
import { apiKey } from "./api-key.ts";
import { baseUrlOf } from "./base-url.ts";
import { batchedReply, type OpenPackage } from "./batch/batched-reply.ts";
import { batchQueue } from "./batch/provider-batches.ts";
import { callParameters, droppedByPackage } from "./call-parameters.ts";
import { type Capabilities, capabilitiesOf, checkCapabilities } from "./capabilities.ts";
import { chatIdentity } from "./chat-identity.ts";
import { chatPrompt, framesOf, type UploadedVideo, videosOf } from "./chat-prompt.ts";
import type { ChatSettings } from "./chat-settings.ts";
import { explainFailure } from "./explain-failure.ts";
import { frameTexts } from "./frame-texts.ts";
import { listPrice } from "./list-price.ts";
import { memberAt } from "./member-at.ts";
import type { Generate } from "./model-reply.ts";
import { openModel } from "./open-model.ts";
import { providerModel } from "./provider-model.ts";
import { readReply } from "./read-reply.ts";
import { scoreByEcho } from "./score-by-echo.ts";
import { scoreByFirstToken } from "./score-choices.ts";
import { VideoUploads } from "./video-uploads.ts";

/**
 * A larger video does not fit a request of 20 MB once it is base64, and is uploaded where the
 * provider has a file interface.
 */
const largestInlineBytes = 14_000_000;

/** A system that will not be asked needs no key. */
function keyFor(settings: ChatSettings, { id, lacksKey }: SystemContext): string {
  try {
    return apiKey(settings, process.env, id);
  } catch (error) {
    if (!(error instanceof UserError) || !lacksKey) throw error;
    lacksKey(`${error.message}: ${error.hint}`);
    return "";
  }
}

/**
 * A chat model behind a provider's interface. It translates and classifies; limits, retries and
 * caches are the engine's.
 */
export async function chatSystem(
  settings: ChatSettings,
  context: SystemContext,
): Promise<ChatSystem> {
  checkCapabilities(settings, context.id);
  const key = keyFor(settings, context);
  const client = httpClient(settings.concurrency);
  const can = capabilitiesOf(settings);
  const usual = callParameters(settings, can, undefined);
  const price = listPrice(settings, new Date().toISOString().slice(0, 10));
  const frameText = frameTexts(context.frame);
  const { provider, headers = {}, extraBody = {} } = settings;
  const baseUrl = baseUrlOf(settings);
  const connection = {
    baseURL: baseUrl,
    apiKey: key,
    headers,
    fetch: settings.stream ? client.fetch : client.fetchWhole,
    extraBody,
  };
  const model = await openModel(settings, connection, client.post);
  const open: OpenPackage = (fetch) => providerModel(settings, { ...connection, fetch });
  const queue =
    settings.mode === "batch"
      ? batchQueue(settings, { context, baseUrl, key, fetch: client.fetchFile })
      : undefined;
  const batched = (repeat = 0): Generate | undefined =>
    queue && ((options) => batchedReply(options, { open, queue, repeat }));
  const uploads =
    can.video === "inline-or-upload"
      ? new VideoUploads({
          baseUrl,
          apiKey: key,
          fetch: client.fetch,
          isLasting: queue !== undefined,
        })
      : undefined;
  const echoHeaders = { ...(key === "" ? {} : { authorization: `Bearer ${key}` }), ...headers };

  const put = async (
    ask: ChatAsk,
    signal: AbortSignal,
    turn: AskTurn | undefined,
  ): Promise<Asked<ChatReply>> => {
    const tooMuch = overLimit(ask, settings, can);
    if (tooMuch) return tooMuch;
    if (ask.choices && settings.scoring === "echo")
      return scoreByEcho(
        ask,
        { baseUrl, model: settings.model, headers: echoHeaders, extraBody, fetch: client.fetch },
        signal,
      );
    const uploaded = new Map<string, UploadedVideo>();
    try {
      if (uploads) await upload(videosOf(ask), { uploads, uploaded, context, signal });
      const sources = {
        context,
        frameText,
        imageDetail: settings.imageDetail,
        uploaded: ({ digest }: FrameRef) => uploaded.get(digest),
      };
      const parameters = turn && turn.repeat > 0 ? callParameters(settings, can, turn) : usual;
      if (ask.choices) {
        const generate = batched(turn?.repeat) ?? model.whole;
        return await scoreByFirstToken(
          ask,
          { generate, parameters, sources, likelyTokens: can.likelyTokens },
          signal,
        );
      }
      const made = chatPrompt(ask, sources);
      const prompt = made instanceof Promise ? await made : made;
      const options = { ...parameters.options, prompt, abortSignal: signal };
      const reply = await (batched(turn?.repeat) ?? model.configured)(options);
      const dropped =
        reply.warnings.length === 0
          ? parameters.dropped
          : [...new Set([...parameters.dropped, ...droppedByPackage(reply.warnings)])];
      return readReply(reply, dropped, Date.now());
    } finally {
      // A batch goes on when the run is left, and still needs them.
      const isLeft = queue !== undefined && signal.aborted;
      if (!isLeft) for (const digest of uploaded.keys()) uploads?.release(digest);
    }
  };
  const answer = async (
    ask: ChatAsk,
    signal: AbortSignal,
    turn: AskTurn | undefined,
  ): Promise<Asked<ChatReply>> => {
    try {
      return clean(await put(ask, signal, turn), key);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return clean(explainFailure(error, Date.now()), key);
    }
  };
  return {
    id: context.id,
    kind: "chat",
    speaks: "chat",
    sees: true,
    ...(settings.video === "native" ? { takesVideos: true } : {}),
    ...(can.likelyTokens > 0 || settings.scoring === "echo" ? { scoresChoices: true } : {}),
    ...(maxFrames(settings, can) === null ? {} : { maxFrames: maxFrames(settings, can)! }),
    identity: chatIdentity(settings),
    ...(usual.dropped.length > 0 ? { dropped: usual.dropped } : {}),
    ...(price ? { listPrice: price } : {}),
    ...scheduleOf(settings),
    scope: [
      provider,
      baseUrl,
      settings.model,
      key === "" ? "" : contentDigest(key).slice(0, 8),
    ].join(" "),
    cacheable: sentTemperature(settings) === 0,
    ask: async (asks, signal, turn) =>
      asks.length === 1
        ? [await answer(asks[0]!, signal, turn)]
        : Promise.all(asks.map((ask) => answer(ask, signal, turn))),
    ...(queue ? { leftovers: () => queue.leftovers.map((text) => hideSecrets(text, [key])) } : {}),
    async [Symbol.asyncDispose]() {
      await queue?.[Symbol.asyncDispose]();
      await uploads?.[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
    },
  };
}

/** Providers answer batches within a day. */
const batchTimeoutMs = 25 * 3_600_000;

/** In batches as many requests are under way as one batch holds, and a reply may take a day. */
function scheduleOf({ mode, batch, concurrency, pacing, timeoutMs }: ChatSettings) {
  if (mode === "each") return { concurrency, pacing, timeoutMs };
  return {
    concurrency: batch.most,
    pacing: "fixed",
    timeoutMs: batchTimeoutMs,
    repliesLate: true,
  } as const;
}

/** What is written into the request as it is counts more. */
function sentTemperature({ temperature, extraBody }: ChatSettings): unknown {
  return (
    memberAt(extraBody, ["generationConfig", "temperature"]) ??
    memberAt(extraBody, ["temperature"]) ??
    temperature
  );
}

function maxFrames({ maxFrames: own }: ChatSettings, can: Capabilities): number | null {
  return own ?? can.maxFrames;
}

function overLimit(
  ask: ChatAsk,
  settings: ChatSettings,
  can: Capabilities,
): Asked<never> | undefined {
  const most = maxFrames(settings, can);
  const count = most === null ? 0 : framesOf(ask).length;
  if (most !== null && count > most)
    return failed(
      "too-large",
      `${count} frames in one request, and ${settings.provider} takes ${most} for ${settings.model}; ask for fewer (frames.count)`,
    );
  if (ask.choices && settings.scoring === "first-token" && can.likelyTokens === 0)
    return failed(
      "deterministic",
      `${settings.provider} gives no likelihoods for ${settings.model}`,
    );
  return undefined;
}

interface Uploading {
  readonly uploads: VideoUploads;
  readonly uploaded: Map<string, UploadedVideo>;
  readonly context: SystemContext;
  readonly signal: AbortSignal;
}

async function upload(
  videos: readonly FrameRef[],
  { uploads, uploaded, context, signal }: Uploading,
): Promise<void> {
  const { file } = context;
  if (!file) return;
  const distinct = new Map(videos.map((video) => [video.digest, video]));
  const ends = await Promise.allSettled(
    [...distinct.values()].map(async (video) => {
      const path = await file(video);
      const { size: sizeBytes } = await stat(path);
      if (sizeBytes > largestInlineBytes)
        uploaded.set(video.digest, await uploads.take({ ...video, sizeBytes, path }, signal));
    }),
  );
  // Thrown once all have ended: the caller releases what the others took.
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Servers may repeat the key in what they say. */
function clean(asked: Asked<ChatReply>, key: string): Asked<ChatReply> {
  if (key === "") return asked;
  if (asked.kind !== "answered") return { ...asked, reason: hideSecrets(asked.reason, [key]) };
  const { text, reasoning } = asked.value;
  if (!text.includes(key) && !reasoning?.includes(key)) return asked;
  const thought = reasoning === undefined ? {} : { reasoning: hideSecrets(reasoning, [key]) };
  return { ...asked, value: { ...asked.value, text: hideSecrets(text, [key]), ...thought } };
}
