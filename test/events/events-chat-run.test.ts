import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { writeVideo } from "../../src/media/video/write-video.ts";
import type { Summary } from "../../src/summary/summary.ts";
import type { SystemSummary } from "../../src/summary/system-summary.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { type ProviderServer, providerServer } from "../providers/provider-server.ts";
import type { Question } from "../providers/wire.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const size = { width: 16, height: 16, framesPerSecond: 1 };

/** Two videos to choose a threshold on, two to score; a fall at 10 s in each, and a fire in one. */
const rows = ["val", "val", "test", "test"].map((split, at) => ({
  id: `v${at}`,
  video: "grey.mp4",
  split,
  group: `v${at}`,
  duration: 40 + at,
  events: [
    { type: "fall", start: 10, end: 14 },
    ...(at === 3 ? [{ type: "fire", start: 30, end: 34 }] : []),
  ],
}));

beforeAll(() => {
  mkdirSync(join(folder.path, "videos"));
  const pictures = Array.from({ length: 44 }, () =>
    new Uint8Array(3 * size.width * size.height).fill(128),
  );
  writeVideo(
    join(folder.path, "videos", "grey.mp4"),
    { encoder: "libx264", container: "mp4", ...size },
    pictures,
  );
  folder.file("events.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
});

/**
 * A model that is never surer than .4 of what is there, and a little of what is not, but only where
 * it is shown long windows.
 */
function answer({ text }: Question): { text: string } {
  const [from, to] = (/seconds ([\d.]+) to ([\d.]+)/.exec(text) ?? []).slice(1).map(Number) as [
    number,
    number,
  ];
  const asked = /Types: (.*)/.exec(text)?.[1]?.split(", ") ?? [];
  const seen = [
    { type: "fall", start: 10, end: 14, confidence: 0.4 },
    { type: "fire", start: 30, end: 34, confidence: 0.35 },
    ...(to - from > 30 ? [{ type: "fall", start: 20, end: 24, confidence: 0.3 }] : []),
  ].filter(({ type, start, end }) => asked.includes(type) && start < to && end > from);
  return { text: JSON.stringify(seen) };
}

async function run(
  server: ProviderServer,
  options: string,
  args: readonly string[] = ["--new"],
): Promise<SystemSummary> {
  const yaml = `name: events
tasks:
  - id: watch
    family: event-detection
    data: { path: events.jsonl, media: videos }
    frames: { strategy: fps, rate: 0.2, max: 20 }
    options: { ${options} }
systems:
  - { id: model, kind: chat, provider: openai-compatible, baseUrl: "${server.url}/v1", model: watcher }
cache: { replies: false }
`;
  writeFileSync(join(folder.path, "vidimus.yaml"), yaml);
  const { stdout, stderr, status } = await cli(["run", "--json", ...args], { cwd: folder.path });
  expect(status, stderr).toBe(0);
  return (JSON.parse(stdout) as Summary).tasks[0]!.systems[0]!;
}

const serve = () => providerServer({ wire: compatibleWire, answer });
const value = ({ metrics }: SystemSummary, id: string) => metrics[id]!.value;

describe("a chat model that is asked for events", () => {
  it("is asked for the types of the data where the task names none, and the report says so", async () => {
    await using server = await serve();
    const system = await run(server, "");
    expect(server.refused).toEqual([]);
    expect(server.questions.every(({ text }) => text.includes("Types: fall, fire"))).toBe(true);
    expect(system.remarks).toContain("asked for the 2 types that occur in the data: fall, fire");
    expect(system.outcomes.answered).toBe(4);
  });

  it("is asked for the same types in a part of the data, and scored again from the log alone", async () => {
    await using server = await serve();
    await run(server, "", ["--new", "--limit", "1"]);
    const asked = server.questions.length;
    const all = await run(server, "", []);
    expect(server.questions.length).toBe(4 * asked);
    const runs = join(folder.path, "runs");
    const newest = readdirSync(runs).sort().at(-1)!;
    const { stdout, stderr, status } = await cli(["score", join("runs", newest), "--json"], {
      cwd: folder.path,
    });
    expect(status, stderr).toBe(0);
    const again = (JSON.parse(stdout) as Summary).tasks[0]!.systems[0]!;
    expect(value(again, "map")).toBe(value(all, "map"));
    expect(again.remarks).toEqual(all.remarks);
  });

  it("is scored zero-shot, calibrated on validation videos, and as an ensemble", async () => {
    await using server = await serve();
    const split = "validationSplit: val";
    const zeroShot = await run(server, split);
    // Never as sure as one half: everything is missed.
    expect(value(zeroShot, "event-f1-macro")).toBe(0);
    expect(zeroShot.metrics["event-f1-macro"]!.n).toBe(2);
    const calibrated = await run(server, `${split}, minConfidence: calibrated`);
    // At .4, the best on validation, both falls are found and nothing else: F1 of falls 1, of fires
    // 0.
    expect(value(calibrated, "event-f1-macro")).toBe(0.5);
    expect(value(calibrated, "false-alarms-per-hour")).toBe(0);
    expect(calibrated.metrics["event-f1-macro"]!.signature).toContain(
      "minConfidence:best-macro-f1-on-val",
    );
    const table = calibrated.analyses.find(({ id }) => id === "calibrated-threshold")!.data;
    expect(table.kind === "table" && table.rows.map((row) => row.slice(0, 3))).toEqual([
      ["val", 0.4, "test"],
      ["val", 0.4, "val (the same videos)"],
    ]);
    const ensemble = await run(
      server,
      `${split}, minConfidence: 0.2, ensemble: [{ windowSeconds: 60 }, { windowSeconds: 20 }, { ask: one-type, windowSeconds: 25, overlapSeconds: 5 }]`,
    );
    // The false alarm at 20 s is seen by one reading of three, and sinks below .2: what is left are
    // the fire of one video, false in the other.
    expect(value(ensemble, "event-f1-micro")).toBeCloseTo((2 * 3) / (4 + 3), 12);
    expect(ensemble.outcomes.answered).toBe(4);
    expect(server.questions.some(({ text }) => text.includes("Types: fire\n"))).toBe(true);
    expect(server.refused).toEqual([]);
  });

  it("is told when the threshold has no split to be chosen on", async () => {
    await using server = await serve();
    writeFileSync(
      join(folder.path, "vidimus.yaml"),
      readFileSync(join(folder.path, "vidimus.yaml"), "utf8").replace(
        /options: .*/,
        "options: { minConfidence: calibrated }",
      ),
    );
    const { status, stderr } = await cli(["run", "--new"], { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain("name the split that it is calibrated on as validationSplit");
    expect(server.questions).toEqual([]);
  });
});
