import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

it("serves figures while the run goes on, and nothing after it", async () => {
  const { promise: seen, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  // All but the first two requests wait until the figures were looked at.
  const server = createServer(async (_, response) => {
    if (count++ >= 2) await seen;
    response.end(JSON.stringify({ choice: 0 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const rows = Array.from({ length: 6 }, (_, at) => ({
    id: `q${at}`,
    question: "Which?",
    choices: ["a", "b"],
    answer: 0,
  }));
  folder.file("rows.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  folder.file(
    "vidimus.yaml",
    `name: watched
tasks: [{ id: qa, family: multiple-choice, data: { path: rows.jsonl, media: none } }]
systems: [{ id: server, kind: service, url: "http://127.0.0.1:${(server.address() as AddressInfo).port}/", concurrency: 2, pacing: fixed }]
`,
  );
  const running = startCli(["run", "--metrics-port", "0"], { cwd: folder.path });
  let told = "";
  running.process.stderr!.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  const url = await vi.waitUntil(() => /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(told)?.[0], {
    timeout: 30_000,
  });
  const text = await vi.waitUntil(
    async () => {
      const figures = await (await fetch(url)).text();
      return figures.includes('vidimus_samples_settled{system="server"} 2') && figures;
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(text).toContain('vidimus_samples_expected{system="server"} 6');
  expect(text).toContain('vidimus_request_seconds_count{system="server"} 2');
  expect(text).toMatch(/vidimus_process_resident_bytes\{process="vidimus"\} \d+/);
  release();
  const { status } = await running.finished;
  server.close();
  expect(status).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

it("refuses what is no port", async () => {
  const { status, stderr } = await cli(["run", "--metrics-port", "http"], { cwd: folder.path });
  expect(status).toBe(2);
  expect(stderr).toContain("--metrics-port: must be a port");
});
