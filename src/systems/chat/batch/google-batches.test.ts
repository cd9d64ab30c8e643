import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { googleBatches } from "./google-batches.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** What is read from a server that tells this of every batch. */
async function resultsOf(operation: object) {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(operation)),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const batches = googleBatches({ baseUrl, headers: {}, fetch: globalThis.fetch });
  return batches.results({ batch: "batches/1", ids: ["a", "b"] }, new AbortController().signal);
}

const inlinedResponses = {
  inlinedResponses: [
    { response: { text: "A" } },
    { metadata: { key: "b" }, error: { code: 8, message: "slow" } },
  ],
};
const told = [
  { id: "a", status: 200, body: '{"text":"A"}' },
  { id: "b", status: 429, body: '{"error":{"code":8,"message":"slow"}}' },
];

describe("googleBatches", () => {
  it.each([
    ["is waited for while it runs", { metadata: { state: "BATCH_STATE_RUNNING" } }, undefined],
    [
      "is read from its response",
      { done: true, metadata: { state: "BATCH_STATE_SUCCEEDED" }, response: { inlinedResponses } },
      told,
    ],
    [
      "is read from its output",
      { metadata: { state: "JOB_STATE_SUCCEEDED", output: { inlinedResponses } } },
      told,
    ],
    [
      "that ran out of time has ended, with the replies there are",
      { metadata: { state: "BATCH_STATE_EXPIRED", output: { inlinedResponses } } },
      told,
    ],
    [
      "that was cancelled has ended without any",
      { metadata: { state: "BATCH_STATE_CANCELLED" } },
      [],
    ],
  ])("a batch %s", async (_, operation, expected) => {
    expect(await resultsOf(operation)).toEqual(expected);
  });

  it("a batch that failed as a whole says why", async () => {
    await expect(
      resultsOf({ done: true, error: { code: 3, message: "no such model" } }),
    ).rejects.toMatchObject({
      status: 400,
      body: expect.stringContaining("no such model"),
    });
  });
});
