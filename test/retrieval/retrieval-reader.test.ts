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
const size = { width: 32, height: 32, framesPerSecond: 2 };
const colours = {
  black: [0, 0, 0],
  red: [230, 20, 20],
  green: [30, 180, 40],
  blue: [30, 60, 230],
} as const;
const secondsEach = 6;

const rows = Object.keys(colours).map((colour, at) => ({
  id: colour,
  question: `What is said while everything is ${colour}?`,
  answer: `word ${at}`,
  evidence: [{ start: at * secondsEach, end: (at + 1) * secondsEach }],
  duration: secondsEach * Object.keys(colours).length,
  video: "colours.mp4",
  transcript: "colours.vtt",
}));

/**
 * Clips of an index elsewhere: right for the first two questions, wrong for the third, none for the
 * fourth.
 */
const clips = [
  { id: "black", clips: [{ start: 0, end: 6, score: 0.9 }] },
  { id: "red", clips: [{ start: 6, end: 12, score: 0.9 }] },
  { id: "green", clips: [{ start: 0, end: 5, score: 0.9 }] },
];

beforeAll(() => {
  mkdirSync(join(folder.path, "videos"));
  const pictures = Object.values(colours).flatMap((colour) =>
    Array.from({ length: secondsEach * size.framesPerSecond }, () =>
      Uint8Array.from({ length: 3 * size.width * size.height }, (_, i) => colour[i % 3]!),
    ),
  );
  writeVideo(
    join(folder.path, "videos", "colours.mp4"),
    { encoder: "libx264", container: "mp4", ...size },
    pictures,
  );
  const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, "0")}.000`;
  const cues = Object.keys(colours).map(
    (_, at) => `${clock(at * secondsEach + 1)} --> ${clock(at * secondsEach + 5)}\nword ${at}\n`,
  );
  folder.file("videos/colours.vtt", `WEBVTT\n\n${cues.join("\n")}`);
  folder.file("qa.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
  folder.file("clips.jsonl", clips.map((row) => JSON.stringify(row)).join("\n"));
});

/**
 * Repeats the first thing that is said in what it is shown; finds the beginning whatever is asked.
 */
function answer({ text }: Question): { text: string } {
  if (text.includes("Where in the video")) return { text: '[{"start": 0, "end": 3}]' };
  return { text: JSON.stringify({ answer: /Said in it: (word \d)/.exec(text)?.[1] ?? "nothing" }) };
}

const config = (server: ProviderServer, more = "") => `name: readers
tasks:
  - id: read
    family: retrieval
    data: { path: qa.jsonl, media: videos }
    frames: { strategy: fps, rate: 1, max: 100 }
    options: { attribution: true, transcript: true, readerClips: 1, scales: [shot] }${more}
systems:
  - { id: from-index, kind: reader, of: model, clips: index }
  - { id: from-encoder, kind: reader, of: model, clips: colours }
  - { id: model, kind: chat, provider: openai-compatible, baseUrl: "${server.url}/v1", model: reader }
  - { id: index, kind: predictions, path: clips.jsonl }
  - { id: colours, kind: pixel-encoder }
cache: { replies: false }
`;

async function run(
  yaml: string,
  args: readonly string[] = ["--new"],
): Promise<Readonly<Record<string, SystemSummary>>> {
  writeFileSync(join(folder.path, "vidimus.yaml"), yaml);
  const { stdout, stderr } = await cli(["run", "--json", ...args], { cwd: folder.path });
  expect(stdout, stderr).not.toBe("");
  return byId(stdout);
}

const byId = (stdout: string) =>
  Object.fromEntries(
    (JSON.parse(stdout) as Summary).tasks[0]!.systems.map((system) => [system.id, system] as const),
  );

const serve = () => providerServer({ wire: compatibleWire, answer });
const score = (system: SystemSummary | undefined, id: string) => system!.metrics[id]!.value;
const losses = (system: SystemSummary | undefined) => {
  const table = system!.analyses.find(({ id }) => id === "loss-attribution")!.data;
  return table.kind === "table"
    ? Object.fromEntries(table.rows.map(([name, exact]) => [String(name), exact]))
    : {};
};

describe("a reader that is given what another system found", () => {
  it("answers from a file's clips and from an encoder's, under all three conditions", async () => {
    await using server = await serve();
    const systems = await run(config(server), ["--new", "--export", "vigil"]);
    expect(server.refused).toEqual([]);
    // The model finds the beginning and so answers the first question alone; with the index it
    // answers two, with the encoder all.
    expect(score(systems.model, "answer-exact")).toBe(1 / 4);
    expect(score(systems["from-index"], "answer-exact")).toBe(1 / 2);
    expect(score(systems["from-encoder"], "answer-exact")).toBe(1);
    expect(losses(systems["from-index"])).toMatchObject({
      "with the true evidence": 1,
      "with what was found": 0.5,
      "with nothing": 0,
    });
    // What was found is the other system's, and is scored as such.
    expect(score(systems["from-index"], "recall@5")).toBe(score(systems.index, "recall@5"));
    expect(score(systems["from-encoder"], "mrr")).toBe(score(systems.colours, "mrr"));
    expect(systems["from-index"]!.remarks).toContain('reads the clips that "index" found');
    // Nobody reports how long it took, so the requests are timed; a file has no requests.
    expect(score(systems["from-index"], "time-to-answer-p50")).toBeGreaterThan(0);
    expect(score(systems.index, "time-to-answer-p50")).toBeNull();
    const newest = readdirSync(join(folder.path, "runs")).sort().at(-1)!;
    const path = join(folder.path, "runs", newest, "exports/vigil/read/from-index/report.json");
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      config: { embedding_model: null, llm_model: "reader" },
      rag_metrics: { recall_at_5: score(systems.index, "recall@5") },
    });
  });

  it("goes on where it stopped, is asked again only where other clips were found, and is scored from the log", async () => {
    await using server = await serve();
    await run(config(server), ["--new", "--limit", "2"]);
    const all = await run(config(server), []);
    const asked = server.questions.length;
    await run(config(server), []);
    expect(server.questions.length).toBe(asked);
    folder.file(
      "clips.jsonl",
      [...clips, { id: "blue", clips: [{ start: 18, end: 24 }] }]
        .map((row) => JSON.stringify(row))
        .join("\n"),
    );
    const better = await run(config(server), ["--retry", "missing"]);
    expect(score(better["from-index"], "answer-exact")).toBe(3 / 4);
    expect(server.questions.length).toBe(asked + 3);
    const newest = readdirSync(join(folder.path, "runs")).sort().at(-1)!;
    const { stdout, stderr } = await cli(["score", join("runs", newest), "--json"], {
      cwd: folder.path,
    });
    expect(stdout, stderr).not.toBe("");
    expect(score(byId(stdout)["from-index"], "answer-exact")).toBe(3 / 4);
    expect(score(all["from-encoder"], "answer-exact")).toBe(
      score(byId(stdout)["from-encoder"], "answer-exact"),
    );
  });

  it.each([
    ["clips: index }", "clips: indx }", 'did you mean "index"?'],
    ["clips: index }", "clips: from-encoder }", "which is a probe itself"],
    [
      "scales: [shot] }",
      "scales: [shot] }\n    systems: [from-index, model]",
      "does not ask that system",
    ],
  ])("is told what is wrong with its settings", async (before, after, message) => {
    await using server = await serve();
    writeFileSync(join(folder.path, "vidimus.yaml"), config(server).replace(before, after));
    const { stderr, status } = await cli(["run", "--new"], { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
