import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const samples = 200;
folder.file(
  "questions.jsonl",
  Array.from({ length: samples }, (_, i) =>
    JSON.stringify({
      id: `q${i}`,
      group: `v${i % 20}`,
      question: `Number ${i}?`,
      choices: ["one", "two"],
      answer: i % 2,
    }),
  ).join("\n"),
);

let server: Server | undefined;
afterEach(() => void server?.close());

/**
 * A chat server that can be switched off in the middle: its port is closed, and so are its
 * connections.
 */
async function chatServer(
  respond: (count: number) => { readonly status: number; readonly text: string },
  port = 0,
): Promise<number> {
  let count = 0;
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      const { status, text } = respond(++count);
      const message = { role: "assistant", content: text };
      const reply = {
        id: "r",
        object: "chat.completion",
        created: 1,
        model: "m",
        choices: [{ index: 0, finish_reason: "stop", message }],
      };
      const body = JSON.stringify(status === 200 ? reply : { error: { message: text } });
      setTimeout(
        () => response.writeHead(status, { "content-type": "application/json" }).end(body),
        5,
      );
    });
  });
  await new Promise<void>((resolve) => server!.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function configuration(name: string, port: number, retries = ""): string {
  const system = `{ id: qwen, kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:${port}/v1", model: m, concurrency: 8 }`;
  const task = "{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }";
  folder.file(
    `${name}.yaml`,
    `name: ${name}\n${retries}\ntasks:\n  - ${task}\nsystems:\n  - ${system}\n`,
  );
  return `${name}.yaml`;
}

it("waits for a server that goes down in the middle, says why and since when, and loses no sample", async () => {
  const port = await chatServer((count) => {
    if (count === 50) void switchOff();
    return { status: 200, text: "A" };
  });
  const switchOff = async () => {
    server!.closeAllConnections();
    await new Promise((resolve) => server!.close(resolve));
  };
  const running = startCli(["run", configuration("down", port), "--json"], { cwd: folder.path });
  await running.says("qwen is down since");
  await chatServer(() => ({ status: 200, text: "A" }), port);
  const { status, stdout, stderr } = await running.finished;
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(
    /warning: qwen is down since \d\d:\d\d:\d\d: .*(ECONNREFUSED|ECONNRESET|closed)/,
  );
  expect(stderr).toMatch(/qwen replies again; it was down since \d\d:\d\d:\d\d/);
  const result = JSON.parse(stdout);
  expect(result.tasks[0].systems[0]).toMatchObject({ coverage: 1 });
  expect(readFileSync(join(result.directory, "run.log"), "utf8")).toContain("qwen replies again");
});

it("gives up a server that never replies, with its samples left open and exit code 3", async () => {
  const port = await chatServer(() => ({ status: 200, text: "A" }));
  await new Promise((resolve) => server!.close(resolve));
  const { status, stdout, stderr } = await cli(
    ["run", configuration("never", port, "retries: { holdMs: 15000, waitMs: 10 }"), "--json"],
    {
      cwd: folder.path,
    },
  );
  expect(status, stderr).toBe(3);
  expect(stderr).toMatch(
    /qwen is not asked any more: no usable reply for \d+ s: .*ECONNREFUSED.*; run again when it is back/,
  );
  const [qwen] = JSON.parse(stdout).tasks[0].systems;
  expect(qwen.outcomes?.failed ?? 0).toBe(0);
});

it("stops asking after sixteen equal rejections instead of putting the whole set to the server", async () => {
  let asked = 0;
  const port = await chatServer((count) => {
    asked = count;
    return { status: 400, text: "unknown parameter: foo" };
  });
  const { status, stderr } = await cli(["run", configuration("same", port), "--json"], {
    cwd: folder.path,
  });
  expect(status, stderr).toBe(3);
  expect(stderr).toContain(
    "qwen is not asked any more: 16 requests in a row failed alike: 400: unknown parameter: foo",
  );
  expect(asked).toBeLessThan(16 + 8);
});
