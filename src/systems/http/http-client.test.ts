import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { httpClient } from "./http-client.ts";

const servers: Server[] = [];

async function started(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("httpClient", () => {
  const setUp = async () => {
    const target = await started(createServer((_, response) => response.end("reached")));
    const tunnels: string[] = [];
    const proxy = createServer((request, response) => {
      tunnels.push(request.url ?? "");
      response.end("from the proxy itself");
    });
    proxy.on("connect", (request, socket) => {
      tunnels.push(request.url ?? "");
      // Names of hosts are the proxy's to look up: it finds all of them here.
      const onward = connect(Number(new URL(target).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
      onward.on("error", () => socket.destroy());
      socket.on("error", () => onward.destroy());
    });
    return { target, tunnels, proxy: await started(proxy) };
  };
  const asked = async (url: string) => {
    await using client = httpClient();
    const replies = [await client.fetch(url), await client.fetchWhole(url)];
    return Promise.all(replies.map((reply) => reply.text()));
  };

  it("goes straight to its server without a proxy", async () => {
    const { target, tunnels } = await setUp();
    for (const name of ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"])
      vi.stubEnv(name, "");
    expect(await asked(target)).toEqual(["reached", "reached"]);
    expect(tunnels).toEqual([]);
  });

  it("goes through the proxy that the environment names", async () => {
    const { tunnels, proxy } = await setUp();
    vi.stubEnv("HTTP_PROXY", proxy);
    vi.stubEnv("http_proxy", proxy);
    vi.stubEnv("NO_PROXY", "");
    vi.stubEnv("no_proxy", "");
    await asked("http://model.test:8000");
    expect(tunnels.join()).toContain("model.test:8000");
  });

  it("never to servers on this machine", async () => {
    const { target, tunnels, proxy } = await setUp();
    vi.stubEnv("HTTP_PROXY", proxy);
    vi.stubEnv("http_proxy", proxy);
    vi.stubEnv("NO_PROXY", "");
    vi.stubEnv("no_proxy", "");
    expect(await asked(target)).toEqual(["reached", "reached"]);
    expect(tunnels).toEqual([]);
  });

  it("not to hosts that need none", async () => {
    const { tunnels, proxy } = await setUp();
    vi.stubEnv("HTTP_PROXY", proxy);
    vi.stubEnv("http_proxy", proxy);
    vi.stubEnv("NO_PROXY", "model.test");
    vi.stubEnv("no_proxy", "model.test");
    // Nobody but the proxy knows this host.
    await expect(asked("http://model.test:8000")).rejects.toThrow();
    expect(tunnels).toEqual([]);
  });

  it("opens as many connections as it is told, however many requests follow each other", async () => {
    let opened = 0;
    const server = createServer((_, response) => response.end("{}"));
    server.on("connection", () => opened++);
    const origin = await started(server);
    await using client = httpClient(4);
    const many = async () => {
      for (let at = 0; at < 25; at++)
        await client.post(
          { origin, path: "/", headers: {}, body: "{}" },
          new AbortController().signal,
        );
    };
    await Promise.all([many(), many(), many(), many()]);
    expect(opened).toBe(4);
  });
});
