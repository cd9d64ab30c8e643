import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ConfigInput,
  type EvaluationEvent,
  evaluate,
  type RunDocument,
  rescore,
} from "../../src/public/index.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const choices = ["red", "green", "blue"];
const rows = Array.from({ length: 40 }, (_, i) => ({
  id: `q${i}`,
  question: `Which? ${i}`,
  choices,
  answer: i % 3,
  group: `v${i % 20}`,
}));
let written: unknown[] = [];

beforeEach(() => {
  vi.stubEnv("VIDIMUS_CACHE", join(folder.path, ".cache"));
  written = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => {
      written.push(text);
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function project(
  name: string,
  systems: ConfigInput["systems"],
): { readonly config: ConfigInput; readonly file: string } {
  const data = join(folder.path, `${name}.jsonl`);
  writeFileSync(data, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
  const config: ConfigInput = {
    name,
    output: join(folder.path, "runs"),
    tasks: [{ id: "qa", family: "multiple-choice", data: { path: data, media: "none" } }],
    systems,
  };
  const file = join(folder.path, `${name}.json`);
  writeFileSync(file, JSON.stringify(config));
  return { config, file };
}

const baselines = [{ kind: "oracle" }, { kind: "chance" }];

describe("evaluate", () => {
  it("returns the document of `vidimus run --json`, reports events and prints nothing", async () => {
    const { file } = project("by-file", baselines);
    const events: EvaluationEvent[] = [];
    const document = (await evaluate(file, {
      onEvent: (event) =>
        event.type !== "progress" && event.type !== "machine" && events.push(event),
    })) as RunDocument;
    expect(written.join("")).toBe("");
    const printed = JSON.parse(
      (await cli(["run", file, "--json"], { cwd: folder.path })).stdout,
    ) as RunDocument;
    expect(printed).toEqual(document);
    expect(events.map(({ type }) => type)).toEqual(["started", "scored", "scored"]);
    expect(events[0]).toEqual({
      type: "started",
      directory: document.directory,
      isContinued: false,
      row: null,
    });
    expect(
      events
        .flatMap((event) => (event.type === "scored" ? [`${event.task} ${event.summary.id}`] : []))
        .toSorted(),
    ).toEqual(["qa chance", "qa oracle"]);
    expect(
      document.tasks[0]!.systems.map(({ id, metrics }) => [id, metrics.accuracy!.value])[0],
    ).toEqual(["oracle", 1]);
  });

  it("ends its events of progress with all samples of every system", async () => {
    const { config } = project("counted", baselines);
    const last = new Map<string, readonly number[]>();
    await evaluate(config, {
      onEvent: (event) => {
        if (event.type !== "progress") return;
        for (const { system, settled, expected } of event.systems)
          last.set(system, [settled, expected]);
      },
    });
    expect([...last].toSorted()).toEqual([
      ["chance", [40, 40]],
      ["oracle", [40, 40]],
    ]);
  });

  it("takes the configuration itself, whose paths are relative to the working directory", async () => {
    const { config } = project("by-object", baselines);
    vi.spyOn(process, "cwd").mockReturnValue(folder.path);
    const document = (await evaluate({ ...config, output: "here" }, { limit: 10 })) as RunDocument;
    expect(document.directory.startsWith(join(folder.path, "here"))).toBe(true);
    expect(document.tasks[0]!.systems[0]!.total).toBe(10);
    const manifest = JSON.parse(
      readFileSync(join(document.directory, "manifest.json"), "utf8"),
    ) as { readonly command: string };
    expect(manifest.command).toBe("evaluate(…)");
  });

  it("says what is wrong with a configuration", async () => {
    const { config } = project("wrong", baselines);
    await expect(
      evaluate({ ...config, tasks: [{ ...config.tasks[0]!, family: "multiple-choise" }] }),
    ).rejects.toThrow(/multiple-choi[cs]e/);
  });

  it.each([
    [{ limit: 0 }, "limit: expected a whole number from 1 on, got 0"],
    [{ sample: -3 }, "sample: expected a whole number from 1 on, got -3"],
    [{ retry: ["unparsd" as "unparsed"] }, 'retry: unknown outcome "unparsd"'],
    [{ run: "somewhere", isNew: true }, "a run to continue and a new one exclude each other"],
    [{ metrics: ["acuracy"] }, 'metrics: no task has a metric "acuracy"'],
  ])("refuses %j in words of the library", async (options, message) => {
    const { config } = project("refused", baselines);
    await expect(evaluate(config, options)).rejects.toThrow(message);
  });

  it("starts nothing where the signal was aborted before", async () => {
    const { config } = project("never", baselines);
    const events: EvaluationEvent[] = [];
    const signal = AbortSignal.abort(new Error("too late"));
    const output = join(folder.path, "never-runs");
    await expect(
      evaluate({ ...config, output }, { signal, onEvent: (event) => events.push(event) }),
    ).rejects.toThrow("too late");
    expect(events).toEqual([]);
    expect(existsSync(output)).toBe(false);
  });

  it("returns the table of a matrix", async () => {
    const { config } = project("rows", baselines);
    const events: EvaluationEvent[] = [];
    const matrix = [{ name: "first" }, { name: "second", set: { seed: 2 } }];
    const document = await evaluate(
      { ...config, matrix },
      { onEvent: (event) => events.push(event) },
    );
    expect(document).toMatchObject({
      schema: "vidimus-matrix/1",
      complete: true,
      rows: [{ name: "first" }, { name: "second" }],
    });
    expect(
      events.flatMap((event) =>
        event.type === "row" ? [`${event.number}/${event.count} ${event.name}`] : [],
      ),
    ).toEqual(["1/2 first", "2/2 second"]);
    expect(written.join("")).toBe("");
  });

  it("is stopped by a signal, keeps what is done and goes on from there", async () => {
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        asked++;
        if (asked === 5) stop.abort(new Error("enough"));
        const message = { role: "assistant", content: "A" };
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify({
            id: "x",
            choices: [{ index: 0, message, finish_reason: "stop" }],
            usage: {},
          }),
        );
      });
    }).listen(0);
    const stop = new AbortController();
    const { port } = server.address() as AddressInfo;
    const model = {
      id: "model",
      kind: "chat",
      provider: "openai-compatible",
      model: "m",
      baseUrl: `http://127.0.0.1:${port}/v1`,
    };
    const { config } = project("stopped", [model]);
    const asking = { ...config, concurrency: { most: 1, pacing: "fixed" as const } };
    await expect(evaluate(asking, { signal: stop.signal })).rejects.toThrow("enough");
    const before = asked;
    expect(before).toBeLessThan(rows.length);
    const document = (await evaluate(asking)) as RunDocument;
    server.close();
    expect(document.complete).toBe(true);
    // The request that was under way when the signal came may be asked twice.
    expect(asked - rows.length).toBeLessThanOrEqual(1);
    expect(document.tasks[0]!.systems[0]!.metrics.accuracy!.value).toBeCloseTo(14 / 40, 12);
  });
});

describe("rescore", () => {
  it("returns the document of `vidimus score --json` and prints nothing", async () => {
    const { file } = project("again", baselines);
    const first = (await evaluate(file)) as RunDocument;
    const again = await rescore(first.directory);
    expect(written.join("")).toBe("");
    expect(again.tasks[0]!.systems.map(({ metrics }) => metrics)).toEqual(
      first.tasks[0]!.systems.map(({ metrics }) => metrics),
    );
    const printed = JSON.parse(
      (await cli(["score", first.directory, "--json"], { cwd: folder.path })).stdout,
    ) as RunDocument;
    expect(printed).toEqual(again);
  });

  it("replaces the stored figures only where it scores as the run says itself", async () => {
    const { file } = project("kept", baselines);
    const { directory } = (await evaluate(file)) as RunDocument;
    const stored = () => readFileSync(join(directory, "metrics.json"), "utf8");
    const before = stored();
    const few = await rescore(directory, { limit: 5 });
    expect(few.tasks[0]!.systems[0]!.total).toBe(5);
    expect(stored()).toBe(before);
  });

  it("is stopped by a signal and refuses a number of samples that is none", async () => {
    const { file } = project("stopped-again", baselines);
    const { directory } = (await evaluate(file)) as RunDocument;
    await expect(rescore(directory, { limit: 0 })).rejects.toThrow("limit: expected");
    const stop = new AbortController();
    await expect(
      rescore(directory, {
        signal: stop.signal,
        onEvent: ({ type }) => type === "scored" && stop.abort(new Error("enough")),
      }),
    ).rejects.toThrow("enough");
  });
});
