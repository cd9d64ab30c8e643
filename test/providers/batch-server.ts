import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { listening } from "./provider-server.ts";
import type { ModelAnswer, Question, Wire } from "./wire.ts";

/** What becomes of one request of a batch. */
type Fate = "answered" | "hollow" | "rate" | "expired" | "missing";

export interface BatchServerOptions {
  readonly wire: Wire;
  answer(question: Question): ModelAnswer;
  /** `batch` counts from 0. */
  fate?(question: Question, batch: number): Fate;
  /** Status of the reply to a request to delete a file; 200 deletes it. */
  deletion?(): number;
  /** Looks at a batch that find it under way. */
  readonly looks?: number;
}

export interface BatchServer extends AsyncDisposable {
  /** With the version's path. */
  readonly url: string;
  /** The questions of every batch. */
  readonly batches: readonly (readonly Question[])[];
  /** Requests that the interface does not know, and what was wrong with others. */
  readonly refused: readonly string[];
  /** Files that lie with the provider, and were not deleted. */
  readonly files: readonly string[];
  /** How often it was looked whether a batch has ended. */
  readonly looked: number;
  /** Lets batches end that were held back. */
  release(): void;
}

interface Item {
  readonly id: string;
  readonly question: Question;
  readonly fate: Fate;
}

interface Batch {
  readonly items: readonly Item[];
  looks: number;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const openaiLine = z.strictObject({
  custom_id: z.string().min(1).max(64),
  method: z.literal("POST"),
  url: z.enum(["/v1/chat/completions", "/v1/responses"]),
  body: z.record(z.string(), z.unknown()),
});
const openaiCreate = z.strictObject({
  input_file_id: z.string(),
  endpoint: z.enum(["/v1/chat/completions", "/v1/responses"]),
  completion_window: z.literal("24h"),
});
const anthropicCreate = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        custom_id: z.string().regex(/^[\w-]{1,64}$/),
        params: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1),
});
const googleCreate = z.strictObject({
  batch: z.strictObject({
    displayName: z.string().min(1),
    inputConfig: z.strictObject({
      requests: z.strictObject({
        requests: z
          .array(
            z.strictObject({
              request: z.record(z.string(), z.unknown()),
              metadata: z.strictObject({ key: z.string().min(1) }),
            }),
          )
          .min(1),
      }),
    }),
  }),
});

/** What the interface says on purpose. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A server that speaks a provider's batch interface, written from its documentation, and checks
 * every request against it.
 */
export async function batchServer({
  wire,
  answer,
  fate = () => "answered",
  looks = 1,
  deletion = () => 200,
}: BatchServerOptions): Promise<BatchServer> {
  const batches: Batch[] = [];
  const files = new Map<string, string>();
  const refused: string[] = [];
  const inputs: string[] = [];
  let [looked, uploaded] = [0, 0];
  let isReleased = looks !== Number.POSITIVE_INFINITY;

  const take = (
    items: readonly { readonly id: string; readonly path: string; readonly body: unknown }[],
    headers: IncomingHttpHeaders,
  ) => {
    if (new Set(items.map(({ id }) => id)).size !== items.length)
      throw new Error("custom ids must be unique");
    const at = batches.length;
    const read = items.map(({ id, path, body }) => {
      const question = wire.read({ path, headers, body });
      if (question.isStreamed) throw new Error("batches cannot be streamed");
      return { id, question, fate: fate(question, at) };
    });
    batches.push({ items: read, looks: Number.isFinite(looks) ? looks : 0 });
    return at;
  };
  const hasEnded = (batch: Batch) => {
    looked++;
    return isReleased && batch.looks-- <= 0;
  };
  const isReplied = ({ fate: own }: Item) => own === "answered" || own === "hollow";
  const whole = ({ question, fate: own }: Item) =>
    own === "hollow" ? wire.hollow(question) : wire.whole(answer(question), question);

  const openai = ({ method, path, headers, body }: Request): unknown => {
    if (!headers.authorization) throw new Error("no authorization header");
    if (method === "POST" && path === "/v1/files") {
      const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(
        headers["content-type"] ?? "",
      )?.[1];
      if (!boundary) throw new Error("files are uploaded as multipart/form-data");
      const parts = body.split(`--${boundary}`).slice(1, -1);
      const part = (name: string) =>
        parts
          .find((one) => one.includes(`name="${name}"`))
          ?.split("\r\n\r\n")
          .slice(1)
          .join("\r\n\r\n");
      if (part("purpose")?.trim() !== "batch") throw new Error("purpose must be batch");
      const id = `file-in-${uploaded++}`;
      files.set(id, part("file") ?? "");
      return { id, object: "file", purpose: "batch" };
    }
    if (method === "POST" && path === "/v1/batches") {
      const { input_file_id, endpoint } = openaiCreate.parse(JSON.parse(body));
      const lines = (files.get(input_file_id) ?? "").trim().split("\n");
      const items = lines.map((line) => openaiLine.parse(JSON.parse(line)));
      if (items.some(({ url }) => url !== endpoint))
        throw new Error("all lines must name the endpoint of the batch");
      const at = take(
        items.map(({ custom_id, url, body: own }) => ({ id: custom_id, path: url, body: own })),
        headers,
      );
      inputs.push(input_file_id);
      for (const kind of ["out", "err"]) files.set(`file-${kind}-${at}`, "");
      return {
        id: `batch_${at}`,
        object: "batch",
        endpoint,
        status: "validating",
        input_file_id,
        output_file_id: null,
        error_file_id: null,
      };
    }
    const deleted =
      method === "DELETE" ? /^\/v1\/files\/(file-[\w-]+)$/.exec(path)?.[1] : undefined;
    if (deleted !== undefined) {
      const status = deletion();
      if (status !== 200) throw new Refusal(status, "cannot delete");
      if (!files.delete(deleted)) throw new Refusal(404, `No such File object: ${deleted}`);
      return { id: deleted, object: "file", deleted: true };
    }
    const at = /^\/v1\/batches\/batch_(\d+)$/.exec(path)?.[1];
    if (at) {
      const isEnded = hasEnded(batches[Number(at)]!);
      const ended = {
        status: "completed",
        output_file_id: `file-out-${at}`,
        error_file_id: `file-err-${at}`,
      };
      const common = { id: `batch_${at}`, object: "batch", input_file_id: inputs[Number(at)] };
      return { ...common, ...(isEnded ? ended : { status: "in_progress", output_file_id: null }) };
    }
    const [, kind, of] = /^\/v1\/files\/file-(out|err)-(\d+)\/content$/.exec(path) ?? [];
    if (!kind) throw new Error(`no such path: ${method} ${path}`);
    if (!files.has(`file-${kind}-${of}`)) throw new Refusal(404, "No such File object");
    // Replies come in any order.
    const lines = batches[Number(of)]!.items.toReversed().flatMap((item): unknown[] => {
      if (item.fate === "missing" || isReplied(item) !== (kind === "out")) return [];
      const common = { id: `batch_req_${item.id.slice(0, 6)}`, custom_id: item.id };
      if (isReplied(item))
        return [
          {
            ...common,
            response: { status_code: 200, request_id: "req_1", body: whole(item) },
            error: null,
          },
        ];
      if (item.fate === "expired")
        return [
          {
            ...common,
            response: null,
            error: {
              code: "batch_expired",
              message: "This request could not be executed in time.",
            },
          },
        ];
      return [
        {
          ...common,
          response: {
            status_code: 429,
            request_id: "req_1",
            body: wire.error(429, "Rate limit reached"),
          },
          error: null,
        },
      ];
    });
    return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  };

  const anthropic = ({ method, path, headers, body }: Request): unknown => {
    const state = (at: number, isEnded: boolean) => ({
      id: `msgbatch_${at}`,
      type: "message_batch",
      processing_status: isEnded ? "ended" : "in_progress",
      results_url: isEnded
        ? `https://api.anthropic.com/v1/messages/batches/msgbatch_${at}/results`
        : null,
    });
    if (method === "POST" && path === "/v1/messages/batches") {
      const { requests } = anthropicCreate.parse(JSON.parse(body));
      const items = requests.map(({ custom_id, params }) => ({
        id: custom_id,
        path: "/v1/messages",
        body: params,
      }));
      return state(take(items, headers), false);
    }
    const [, at, results] =
      /^\/v1\/messages\/batches\/msgbatch_(\d+)(\/results)?$/.exec(path) ?? [];
    if (!at) throw new Error(`no such path: ${method} ${path}`);
    const batch = batches[Number(at)]!;
    if (!results) return state(Number(at), hasEnded(batch));
    const lines = batch.items.toReversed().flatMap((item): unknown[] => {
      const error = {
        type: "error",
        error: { type: "rate_limit_error", message: "Rate limit reached" },
      };
      if (item.fate === "missing") return [];
      if (item.fate === "rate") return [{ custom_id: item.id, result: { type: "errored", error } }];
      if (item.fate === "expired") return [{ custom_id: item.id, result: { type: "expired" } }];
      return [{ custom_id: item.id, result: { type: "succeeded", message: whole(item) } }];
    });
    return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  };

  const google = ({ method, path, headers, body }: Request): unknown => {
    const model = /^\/v1\/models\/([^/:]+):batchGenerateContent$/.exec(path)?.[1];
    if (method === "POST" && model) {
      const { requests } = googleCreate.parse(JSON.parse(body)).batch.inputConfig.requests;
      const items = requests.map(({ request, metadata }) => ({
        id: metadata.key,
        path: `/v1/models/${model}:generateContent`,
        body: request,
      }));
      return {
        name: `batches/${take(items, headers)}`,
        metadata: { state: "BATCH_STATE_PENDING" },
      };
    }
    const at = /^\/v1\/batches\/(\d+)$/.exec(path)?.[1];
    if (!at) throw new Error(`no such path: ${method} ${path}`);
    const batch = batches[Number(at)]!;
    if (!hasEnded(batch))
      return { name: `batches/${at}`, metadata: { state: "BATCH_STATE_RUNNING" } };
    // Always as many replies as requests, in their order; keys do not come back.
    const inlinedResponses = batch.items.map((item) => {
      if (isReplied(item)) return { response: whole(item) };
      return item.fate === "rate"
        ? { error: { code: 8, message: "Rate limit reached" } }
        : { error: { code: 4, message: "expired" } };
    });
    return {
      name: `batches/${at}`,
      done: true,
      metadata: { state: "BATCH_STATE_SUCCEEDED" },
      response: { inlinedResponses: { inlinedResponses } },
    };
  };

  const speak = { anthropic, google }[wire.id] ?? openai;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url: path = "", headers } = request;
    try {
      const reply = speak({ method, path, headers, body: Buffer.concat(chunks).toString("utf8") });
      const text = typeof reply === "string" ? reply : JSON.stringify(reply);
      response
        .writeHead(200, {
          "content-type": typeof reply === "string" ? "application/x-jsonl" : "application/json",
        })
        .end(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const status = error instanceof Refusal ? error.status : 400;
      if (!(error instanceof Refusal)) refused.push(message);
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(wire.error(status, message)));
    }
  });
  await listening(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get batches() {
      return batches.map(({ items }) => items.map(({ question }) => question));
    },
    refused,
    get files() {
      return [...files.keys()];
    },
    get looked() {
      return looked;
    },
    release() {
      isReleased = true;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
