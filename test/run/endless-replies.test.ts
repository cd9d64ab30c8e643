import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { httpClient } from "../../src/systems/http/http-client.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const longestReplyBytes = 64_000_000;
const piece = Buffer.alloc(1 << 20, " ");

function* spaces(): Generator<Buffer> {
  for (let sent = 0; sent < 4 * longestReplyBytes; sent += piece.length) yield piece;
}

/** Sends far more than anybody should take, unless nobody listens any more. */
const endless: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json" });
  Readable.from(spaces())
    .pipe(response)
    .on("error", () => undefined);
};

/** A small reply that unpacks to far more than anybody should take. */
const bomb: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  response.end(gzipSync(Buffer.alloc(2 * longestReplyBytes, " ")));
};

describe("a reply without an end", () => {
  it("is left after 64 MB, whatever way it is fetched", async () => {
    const origin = await listening(endless);
    await using client = httpClient();
    const signal = new AbortController().signal;
    const ways = [
      () => client.post({ origin, path: "/", headers: {}, body: "{}" }, signal),
      async () => (await client.fetchWhole(origin)).text(),
      async () => (await client.fetch(origin)).text(),
    ];
    for (const way of ways) await expect(way()).rejects.toThrow("more than 64 MB came");
  });

  it("that was packed is left too", async () => {
    const origin = await listening(bomb);
    await using client = httpClient();
    await expect(client.fetch(origin).then((reply) => reply.text())).rejects.toThrow(
      "more than 64 MB came",
    );
  });

  it("of the hub is left too", async () => {
    const endpoint = await listening(endless);
    const folder = temporaryFolder();
    folder.file(
      "c.yaml",
      "name: c\ntasks: [{ id: qa, family: multiple-choice, data: { huggingface: lab/set } }]\nsystems: [{ kind: chance }]\n",
    );
    const { status, stderr } = await cli(["run", "c.yaml"], {
      cwd: folder.path,
      env: { HF_ENDPOINT: endpoint },
    });
    expect(stderr).toContain("answers with something that is not JSON: more than 64 MB came");
    expect(status).toBe(2);
  }, 60_000);

  const rows = Array.from({ length: 2 }, (_, i) =>
    JSON.stringify({ id: `q${i}`, question: "?", choices: ["yes", "no"], answer: 0 }),
  );
  it.each([
    [
      "chat",
      (url: string) =>
        `{ id: s, kind: chat, provider: openai-compatible, baseUrl: "${url}", model: m }`,
    ],
    [
      "a stream of chat",
      (url: string) =>
        `{ id: s, kind: chat, provider: openai-compatible, baseUrl: "${url}", model: m, stream: true }`,
    ],
    ["a service", (url: string) => `{ id: s, kind: service, url: "${url}" }`],
  ])(
    "of %s fails its sample, once",
    async (name, system) => {
      const folder = temporaryFolder();
      let asked = 0;
      const url = await listening((request, response) => {
        asked++;
        endless(request, response);
      });
      folder.file("q.jsonl", rows.join("\n"));
      folder.file(
        "c.yaml",
        `name: c\ntasks: [{ id: qa, family: multiple-choice, data: { path: q.jsonl, media: none } }]\nsystems: [${system(url)}]\nconcurrency: 1\n`,
      );
      const { status, stdout, stderr } = await cli(["run", "c.yaml", "--json"], {
        cwd: folder.path,
      });
      expect(status, `${name}: ${stderr}`).toBe(3);
      const [own] = JSON.parse(stdout).tasks[0].systems;
      expect(own.reasons).toEqual([
        {
          outcome: "failed",
          reason: "the reply has no end: more than 64 MB came, and the rest was not read",
          count: 2,
        },
      ]);
      expect(asked).toBe(2);
    },
    60_000,
  );
});
