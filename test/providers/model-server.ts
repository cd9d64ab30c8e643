import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { compatibleWire } from "./openai-chat-wire.ts";
import type { Question } from "./wire.ts";

export interface ModelServerOptions {
  /** How long a reply takes. */
  readonly delayMs?: number;
  /** How many are worked on at once; others wait. */
  readonly capacity?: number;
  /** What is said in place of an answer, with its headers. */
  refuse?(question: Question): Refusal | undefined;
}

interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One server of a model, which can die and come back at the same address. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** Texts of all questions that came, and of those that were answered. */
  readonly asked: readonly string[];
  readonly answered: readonly string[];
  /** How many requests were under way at once, at most. */
  readonly mostAtOnce: number;
  /** Breaks all connections, and takes no more. */
  die(): Promise<void>;
  revive(): Promise<void>;
}

/** A server that speaks OpenAI's chat completions, answers "A", and is as slow as it is told. */
export async function modelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const { delayMs = 0, capacity = Number.POSITIVE_INFINITY, refuse } = options;
  const asked: string[] = [];
  const answered: string[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let underWay = 0;
  let mostAtOnce = 0;
  const serve = async (question: Question, response: ServerResponse) => {
    if (busy >= capacity) await new Promise<void>((resolve) => waiting.push(resolve));
    busy++;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    busy--;
    waiting.shift()?.();
    if (response.destroyed) return;
    answered.push(question.text);
    json(response, 200, compatibleWire.whole({ text: "A" }, question));
  };
  const open = async (port: number): Promise<Server> => {
    const server = createServer(async (request, response) => {
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      const given = { path: request.url ?? "", headers: request.headers, body: JSON.parse(body) };
      const question = compatibleWire.read(given);
      asked.push(question.text);
      mostAtOnce = Math.max(mostAtOnce, ++underWay);
      response.on("close", () => underWay--);
      const refusal = refuse?.(question);
      if (!refusal) return serve(question, response);
      const { status, headers } = refusal;
      return json(response, status, compatibleWire.error(status, `refused by ${url}`), headers);
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return server;
  };
  let server: Server | undefined = await open(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  const die = async () => {
    const dead = server;
    server = undefined;
    dead?.closeAllConnections();
    await new Promise((resolve) => (dead ? dead.close(resolve) : resolve(undefined)));
  };
  return {
    url,
    asked,
    answered,
    get mostAtOnce() {
      return mostAtOnce;
    },
    die,
    async revive() {
      server = await open(port);
    },
    [Symbol.asyncDispose]: die,
  };
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { ...headers, "content-type": "application/json" })
    .end(JSON.stringify(body));
}
