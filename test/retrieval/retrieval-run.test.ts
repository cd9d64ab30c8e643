import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { writeVideo } from "../../src/media/video/write-video.ts";
import type { Summary, TaskSummary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const size = { width: 32, height: 32, framesPerSecond: 2 };
const colours = {
  black: [0, 0, 0],
  red: [230, 20, 20],
  green: [30, 180, 40],
  blue: [30, 60, 230],
  yellow: [250, 230, 30],
} as const;
const secondsEach = 6;

/** A video that shows one colour after the other. */
function* pictures() {
  for (const colour of Object.values(colours))
    for (let frame = 0; frame < secondsEach * size.framesPerSecond; frame++)
      yield Uint8Array.from({ length: 3 * size.width * size.height }, (_, i) => colour[i % 3]!);
}

const rows = Object.keys(colours).map((colour, at) => ({
  id: colour,
  question: `When is everything ${colour}?`,
  answer: colour,
  evidence: [{ start: at * secondsEach, end: (at + 1) * secondsEach }],
  duration: secondsEach * Object.keys(colours).length,
  video: "colours.mp4",
  transcript: "colours.vtt",
  group: colour,
}));

const config = `name: ablation
tasks:
  - &task
    id: short-chunks
    family: retrieval
    data: { path: qa.jsonl, media: videos }
    frames: { strategy: fps, rate: 2, max: 100 }
    options: { scales: [micro] }
  - { <<: *task, id: all-scales, options: { scales: [micro, meso, macro] } }
  - { <<: *task, id: shots, options: { scales: [shot] } }
  - { <<: *task, id: reranked, options: { scales: [shot, meso], rerank: true, search: coarse-to-fine } }
systems:
  - { id: colours, kind: pixel-encoder }
  - { kind: oracle }
`;

const reader = `name: reader
tasks:
  - id: read
    family: retrieval
    data: { path: qa.jsonl, media: videos }
    frames: { strategy: fps, rate: 1, max: 100 }
    options: { attribution: true, transcript: true }
    graders: { judge: strict }
systems:
  - id: reader
    kind: scripted
    rules:
      - { match: "Where in the video[^]*everything red", reply: '[{"start": 6, "end": 12, "score": 1}]' }
      - { match: "Where in the video", reply: '[{"start": 0, "end": 1}]' }
      - { match: "Said in it: [^\\n]*now red[^]*everything red", reply: '{"answer": "red", "citations": [{"start": 6, "end": 12}]}' }
      - { match: "Said in it: [^\\n]*now yellow[^]*everything yellow", reply: '{"answer": "yellow"}' }
      - { match: "everything", reply: '{"answer": "pink"}' }
graders:
  - id: strict
    kind: scripted
    rules:
      - { match: "True answer: (\\\\w+)\\\\nAnswer to be judged: \\\\1\\\\n", reply: '{"correct": true}' }
      - { match: "True answer", reply: '{"correct": false}' }
      - { match: "judged: pink", reply: '{"label": "Unfaithful"}' }
      - { match: "judged: red", reply: '{"label": "Faithful"}' }
      - { match: "", reply: "no idea" }
`;

beforeAll(() => {
  mkdirSync(join(folder.path, "videos"));
  writeVideo(
    join(folder.path, "videos", "colours.mp4"),
    { encoder: "libx264", container: "mp4", ...size },
    pictures(),
  );
  const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, "0")}.000`;
  const cues = Object.keys(colours).map(
    (colour, at) =>
      `${clock(at * secondsEach + 1)} --> ${clock(at * secondsEach + 5)}\nnow ${colour}\n`,
  );
  folder.file("videos/colours.vtt", `WEBVTT\n\n${cues.join("\n")}`);
  folder.file("qa.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
});

async function run(yaml: string): Promise<readonly TaskSummary[]> {
  writeFileSync(join(folder.path, "vidimus.yaml"), yaml);
  const { stdout, stderr } = await cli(["run", "--json", "--new"], { cwd: folder.path });
  expect(stdout, stderr).not.toBe("");
  return (JSON.parse(stdout) as Summary).tasks;
}

function scoreOf(task: TaskSummary | undefined, metric: string, system = 0): number | null {
  return task!.systems[system]!.metrics[metric]!.value;
}

describe("a retriever made of an encoder, on a real video", () => {
  it("finds colours by their names, and shots exactly", async () => {
    const [short, all, shots, reranked] = await run(config);
    for (const task of [short, all, shots, reranked]) {
      expect(task!.systems[0]!.outcomes.answered).toBe(5);
      expect(scoreOf(task, "mrr", 1)).toBe(1);
    }
    expect(scoreOf(short, "hit@1")).toBe(1);
    expect(scoreOf(shots, "moment-r1@0.7")).toBe(1);
    expect(scoreOf(shots, "mrr")).toBe(1);
    expect(scoreOf(reranked, "hit@1")).toBe(1);
    expect(scoreOf(all, "recall@5")).toBe(1);
  });
});

describe("a reader with a judge, told what is said", () => {
  it("is judged, and its losses are attributed", async () => {
    const [task] = await run(reader);
    const [system] = task!.systems;
    expect(scoreOf(task, "answer-exact")).toBe(1 / 5);
    expect(scoreOf(task, "answer-correctness")).toBe(1 / 5);
    expect(scoreOf(task, "faithfulness")).toBe(1 / 5);
    expect(system!.metrics["answer-correctness"]!.signature).toContain("judge:scripted@");
    const table = JSON.stringify(system!.analyses).replaceAll("\\u2212", "−");
    expect(table).toContain('["with the true evidence",0.4,null,null,0.4,null,null,0.4,null,null]');
    expect(table).toContain('["with what was found",0.2,null,null,0.2,null,null,0.2,null,null]');
    expect(table).toContain('["with nothing",0,null,null,0,null,null,0,null,null]');
  });
});
