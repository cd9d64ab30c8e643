import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelAnswer, Question, Wire } from "./wire.ts";

/** How a server treats one request. */
const behaviours = [
  "ok",
  "rate",
  "rate-with-date",
  "rate-without-header",
  "overloaded",
  "error",
  "unavailable",
  "hang",
  "drip",
  "half",
  "reset",
  "wrong-type",
  "too-large",
  "unauthorised",
  "filter",
  "empty",
  "duplicate",
  "hollow",
  "fails-late",
  "reset-late",
] as const;
export type Behaviour = (typeof behaviours)[number];

export interface ProviderServerOptions {
  readonly wire: Wire;
  answer(question: Question): ModelAnswer;
  /** `count` is how often the same question came before. */
  behave?(question: Question, count: number): Behaviour;
}

export interface ProviderServer extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
  /** Every question in order; what was wrong with a request stands in `refused`. */
  readonly questions: readonly Question[];
  readonly refused: readonly string[];
}

/**
 * A server that speaks a provider's wire format, checks every request against it, and misbehaves on
 * demand.
 */
export async function providerServer({
  wire,
  answer,
  behave = () => "ok",
}: ProviderServerOptions): Promise<ProviderServer> {
  const questions: Question[] = [];
  const refused: string[] = [];
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let question: Question;
    try {
      question = wire.read({
        path: request.url ?? "",
        headers: request.headers,
        body: JSON.parse(await bodyOf(request)),
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      refused.push(message);
      return json(response, 400, wire.error(400, message), wire.headers);
    }
    questions.push(question);
    const count = counts.get(question.text) ?? 0;
    counts.set(question.text, count + 1);
    return serve(
      { wire, question, answer: answer(question), behaviour: behave(question, count) },
      response,
    );
  });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    questions,
    refused,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Serving {
  readonly wire: Wire;
  readonly question: Question;
  readonly answer: ModelAnswer;
  readonly behaviour: Behaviour;
}

async function serve(
  { wire, question, answer, behaviour }: Serving,
  response: ServerResponse,
): Promise<void> {
  const refuse = (
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) => json(response, status, wire.error(status, message), { ...wire.headers, ...headers });
  switch (behaviour) {
    case "rate":
      return refuse(429, "Rate limit reached", { "retry-after": "0.02" });
    case "rate-with-date":
      return refuse(429, "Rate limit reached", {
        "retry-after": new Date(Date.now() + 1_000).toUTCString(),
      });
    case "rate-without-header":
      return refuse(429, "Rate limit reached", wire.rateHeaders());
    case "overloaded":
      return refuse(529, "Overloaded");
    case "error":
      return refuse(500, "The server had an error while processing your request");
    case "unavailable":
      response
        .writeHead(503, { "content-type": "text/html" })
        .end("<html><body>503 Service Temporarily Unavailable</body></html>");
      return;
    case "too-large":
      return refuse(413, "Request exceeds the maximum size");
    case "unauthorised":
      return refuse(401, "Incorrect API key provided");
    case "hang":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "wrong-type":
      response
        .writeHead(200, { ...wire.headers, "content-type": "text/html" })
        .end("<html><body>Sign in to continue</body></html>");
      return;
    case "empty":
      if (!question.isStreamed) return json(response, 200, wire.empty(question), wire.headers);
      response.writeHead(200, { ...wire.headers, "content-type": "text/event-stream" }).end();
      return;
    case "hollow":
      return json(response, 200, wire.hollow(question), wire.headers);
    case "fails-late":
    case "reset-late": {
      const events = wire.failing(answer, question);
      response.writeHead(200, { ...wire.headers, "content-type": "text/event-stream" });
      if (behaviour === "fails-late") response.end(events.join(""));
      else
        response.write(events.slice(0, -1).join(""), () =>
          setTimeout(() => response.socket?.resetAndDestroy(), 20),
        );
      return;
    }
    case "filter":
      return reply(response, { wire, question, answer: { ...answer, text: "", finish: "filter" } });
    default:
      return reply(response, { wire, question, answer }, behaviour);
  }
}

async function reply(
  response: ServerResponse,
  { wire, question, answer }: Omit<Serving, "behaviour">,
  behaviour: Behaviour = "ok",
): Promise<void> {
  const type = question.isStreamed ? "text/event-stream" : "application/json";
  const events = question.isStreamed
    ? wire.events(answer, question)
    : [JSON.stringify(wire.whole(answer, question))];
  // What is delivered twice: the last events of a stream, a whole document.
  const written = behaviour === "duplicate" ? [...events, ...events.slice(-2)] : events;
  const text = written.join("");
  response.writeHead(200, { ...wire.headers, "content-type": type });
  if (behaviour === "half") {
    response.write(text.slice(0, Math.floor(text.length / 2)));
    // Ended in an orderly way: nothing but the content tells that it is incomplete.
    response.end();
    return;
  }
  if (behaviour !== "drip") {
    response.end(text);
    return;
  }
  for (let at = 0; at < text.length; at += Math.ceil(text.length / 8)) {
    response.write(text.slice(at, at + Math.ceil(text.length / 8)));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  response.end();
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): void {
  response
    .writeHead(status, { ...headers, "content-type": "application/json" })
    .end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

export function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}
