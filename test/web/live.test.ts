import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { failed } from "../../src/core/run/outcome.ts";
import type { RunEvent } from "../../src/core/run/run-event.ts";
import type { Served } from "../../src/server/serve.ts";
import { runStores } from "../../src/store/run-stores.ts";
import { header, keyOf, outcomeEvent } from "../support/run-store-contract.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
let server: Served;

beforeAll(async () => {
  server = await viewServer(folder.path);
});
afterAll(async () => server[Symbol.asyncDispose]());

function note(name: string, data: Record<string, string | number>): RunEvent {
  return { event: "note", note: name, data, at: Date.now() };
}

it("shows how far a run is while it goes on", async () => {
  await using store = await runStores.create(join(folder.path, "running"), {
    ...header,
    spec: { tasks: [], systems: [] },
  });
  await store.append([
    note("data", { task: "t", selection: "{}", part: 0, of: 1, samples: "A".repeat(64) }),
    note("cell", { task: "t", system: "s", digest: keyOf(0).slice(0, 16) }),
    { ...outcomeEvent(1), at: Date.now() },
  ]);
  const page = await pages.open(`${server.url}#/runs/running`);
  const bar = page.getByRole("progressbar", { name: "s on t" });
  await bar.and(page.locator('[aria-valuenow="1"]')).waitFor();
  expect(await bar.getAttribute("aria-valuemax")).toBe("3");
  await store.append([
    { ...outcomeEvent(2), at: Date.now() },
    { ...outcomeEvent(3), outcome: failed("rate", "429: slow down"), at: Date.now() },
  ]);
  await bar.and(page.locator('[aria-valuenow="2"]')).waitFor();
  await page.getByText("429: slow down").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});
