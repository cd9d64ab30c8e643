import { createServer } from "node:http";

/** What came since the server was last asked for it. */
export interface Asking {
  /** From the first request to the last reply. */
  readonly seconds: number;
  readonly requests: number;
  /** Of the bodies of all requests. */
  readonly bytes: number;
}

/**
 * A chat server that answers "A" after a set time, so many questions at once and others after them,
 * and does nothing else, but for `GET /asking`. Prints its port; serves until it is killed.
 */
const delayMs = Number(process.argv[2] ?? 0);
const capacity = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
const reply = JSON.stringify({
  id: "chatcmpl-bench",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "bench",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "A" } }],
  usage: { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 },
});
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(reply) };

let first: number | undefined;
let last = 0;
let requests = 0;
let bytes = 0;
let busy = 0;
const waiting: (() => void)[] = [];

const server = createServer((request, response) => {
  if (request.url === "/asking") {
    const asking: Asking = { seconds: (last - (first ?? last)) / 1000, requests, bytes };
    response.end(JSON.stringify(asking));
    first = undefined;
    requests = bytes = 0;
    return;
  }
  first ??= performance.now();
  requests++;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on("end", () => {
    const answer = () => {
      busy--;
      waiting.shift()?.();
      response.writeHead(200, headers).end(reply);
      last = performance.now();
    };
    const work = () => {
      busy++;
      if (delayMs > 0) setTimeout(answer, delayMs);
      else answer();
    };
    if (busy < capacity) work();
    else waiting.push(work);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" ? address?.port : address);
});
