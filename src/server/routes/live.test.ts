import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { header, outcomeEvent } from "../../../test/support/run-store-contract.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { RunEvent } from "../../core/run/run-event.ts";
import { LiveRuns } from "../../evaluation/browse/live-runs.ts";
import { runStores } from "../../store/run-stores.ts";
import type { LiveProgress } from "../../summary/browse/live-progress.ts";
import { type Served, serve } from "../serve.ts";

const folder = temporaryFolder();
const token = "known-to-this-test";
let server: Served;

beforeAll(async () => {
  folder.file("web/index.html", "<!doctype html>");
  const web = join(folder.path, "web");
  server = await serve({ folder: folder.path, web, token, port: 0, host: "127.0.0.1" });
});
afterAll(async () => server[Symbol.asyncDispose]());

const cellNote: RunEvent = {
  event: "note",
  note: "cell",
  data: { task: "t", system: "s", digest: "00c0ffee00c0ffee" },
  at: 1,
};

it("tells how far a run is while it is written, and that it is not any more", async () => {
  const seen: number[] = [];
  let isRunning: boolean | undefined;
  {
    await using store = await runStores.create(join(folder.path, "one"), header);
    await store.append([cellNote, outcomeEvent(1)]);
    for await (const progress of events("one")) {
      const settled = progress.cells[0]?.settled ?? 0;
      if (seen.at(-1) !== settled) seen.push(settled);
      isRunning = progress.isRunning;
      if (settled === 1) await store.append([outcomeEvent(2)]);
      if (settled >= 2) break;
    }
  }
  expect(seen).toEqual([1, 2]);
  expect(isRunning).toBe(true);
  for await (const progress of events("one")) {
    expect(progress.isRunning).toBe(false);
    break;
  }
});

it("knows no run that is not there", async () => {
  expect((await ask("none")).status).toBe(400);
  expect((await ask("web")).status).toBe(404);
});

it("reads a log once for all who look, until the last has left", async () => {
  await using store = await runStores.create(join(folder.path, "two"), header);
  await store.append([cellNote]);
  using live = new LiveRuns();
  const told = Promise.withResolvers<void>();
  const first = live.watch(join(folder.path, "two"), () => told.resolve());
  await told.promise;
  // The second hears what is known at once.
  let heard = 0;
  const second = live.watch(join(folder.path, "two"), () => heard++);
  expect([live.size, heard]).toEqual([1, 1]);
  first[Symbol.dispose]();
  expect(live.size).toBe(1);
  second[Symbol.dispose]();
  expect(live.size).toBe(0);
});

function ask(run: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}/live/runs/${run}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: signal ?? null,
  });
}

async function* events(run: string): AsyncGenerator<LiveProgress> {
  const left = new AbortController();
  const { body, headers } = await ask(run, left.signal);
  expect(headers.get("content-type")).toBe("text/event-stream");
  try {
    let text = "";
    for await (const part of body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const all = text.split("\n\n");
      text = all.pop()!;
      for (const one of all) yield JSON.parse(one.replace(/^data: /, "")) as LiveProgress;
    }
  } finally {
    left.abort();
  }
}
