import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { contentDigest } from "../../../files/content-digest.ts";
import { type ModelReply, wholeReply } from "../model-reply.ts";
import { batchedName } from "./batch-notes.ts";
import type { BatchQueue } from "./batch-queue.ts";

/** Opens a provider's package whose requests leave by this function. */
export type OpenPackage = (fetch: typeof globalThis.fetch) => Promise<LanguageModelV4>;

export interface Batched {
  readonly open: OpenPackage;
  readonly queue: BatchQueue;
  /** Equal requests of different repeats are different requests. */
  readonly repeat: number;
}

/**
 * Asks once by way of a batch. The provider's package writes the request and reads the reply as
 * ever; in between the request waits in a batch, and neither its pictures nor its text are kept.
 */
export async function batchedReply(
  options: LanguageModelV4CallOptions,
  { open, queue, repeat }: Batched,
): Promise<ModelReply> {
  const start = performance.now();
  const { abortSignal = new AbortController().signal } = options;
  const request = await requestOf(options, { open, repeat });
  const { result, batch, isShared } = await queue.put(request, abortSignal);
  const response = () =>
    new Response(result.body, {
      status: result.status,
      headers: { "content-type": "application/json" },
    });
  const model = await open(async () => response());
  const reply = await wholeReply(model, { ...options, prompt: standIn }).catch((error: unknown) => {
    throw isShared ? new SharedFailure(error) : error;
  });
  return {
    ...reply,
    id: batchedName(batch, request.id),
    totalMs: performance.now() - start,
    ...(isShared ? { isShared } : {}),
  };
}

/**
 * A reply of no use that other asks of the very same words got too: one of them accounts for it.
 */
export class SharedFailure extends Error {
  override readonly name = "SharedFailure";

  constructor(cause: unknown) {
    super("a reply that others got too is of no use", { cause });
  }
}

/** Reading a reply needs a request, but not the one that was sent. */
const standIn: LanguageModelV4CallOptions["prompt"] = [
  { role: "user", content: [{ type: "text", text: "-" }] },
];

class NotSent extends Error {
  override readonly name = "NotSent";
}

/** The request as it would be sent. */
async function requestOf(
  options: LanguageModelV4CallOptions,
  { open, repeat }: Pick<Batched, "open" | "repeat">,
) {
  let written: { readonly url: string; readonly body: string } | undefined;
  const model = await open(async (input, init) => {
    written = { url: String(input), body: String(init?.body) };
    throw new NotSent();
  });
  try {
    await model.doGenerate(options);
  } catch (error) {
    if (!written) throw error;
  }
  if (!written) throw new TypeError("the provider's package sent nothing");
  const id = contentDigest(`${repeat} ${written.url} ${written.body}`).slice(0, 40);
  return { id, ...written };
}
