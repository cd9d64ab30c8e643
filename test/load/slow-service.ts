import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface SlowService extends AsyncDisposable {
  readonly url: string;
  /** Bodies as they came. */
  readonly asked: readonly string[];
}

/**
 * A service that takes as long as `delayMs` says for its n-th request. `stalls`: in these
 * milliseconds of its life nothing is answered, as while a garbage collector runs.
 */
export async function slowService(
  delayMs: (number: number) => number,
  { status = () => 200 }: { readonly status?: (number: number) => number } = {},
): Promise<SlowService> {
  const asked: string[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    const arrived = performance.now();
    const number = count++;
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      if (asked.length < 100) asked.push(text);
      const left = delayMs(number) - (performance.now() - arrived);
      const answer = () =>
        response
          .writeHead(status(number), { "content-type": "application/json" })
          .end('{"answer":"x"}');
      if (left > 0) setTimeout(answer, left);
      else answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
