import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UserError } from "../../core/user-error.ts";

export interface FigureServer extends AsyncDisposable {
  /** Where Prometheus finds the figures. */
  readonly url: string;
}

/**
 * Serves figures to programs on this machine alone; port 0 takes any that is free.
 * @throws {UserError} where the port is taken.
 */
export async function serveFigures(port: number, text: () => string): Promise<FigureServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname !== "/metrics" || (request.method !== "GET" && request.method !== "HEAD"))
      return response.writeHead(404, { "content-type": "text/plain" }).end("see /metrics\n");
    return response
      .writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" })
      .end(text());
  });
  // The run decides when the program ends.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new UserError(
          `--metrics-port ${port}: ${error.code === "EADDRINUSE" ? "another program listens there" : error.message}`,
          "name another port, or 0 for any that is free",
        ),
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
