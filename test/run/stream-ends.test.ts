import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { dialogue } from "../../src/families/dialogue/index.ts";
import { writeVideo } from "../../src/media/video/write-video.ts";
import { openDataset } from "../../src/public/open-dataset.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const size = { width: 32, height: 32, framesPerSecond: 4 };
const seconds = 8;
const folder = temporaryFolder();

const turns = [
  { role: "user", seconds: 1, text: "Coffee, please." },
  { role: "assistant", seconds: 2, text: "Boil the water." },
];
const rows = [
  { id: "whole", video: "whole.mp4", turns },
  { id: "torn", video: "torn.mp4", turns },
  { id: "gone", video: "gone.mp4", turns },
  { id: "timed", video: "gone.mp4", duration: 5, turns },
];

beforeAll(() => {
  mkdirSync(join(folder.path, "videos"));
  const pictures = Array.from({ length: seconds * size.framesPerSecond }, (_, at) =>
    new Uint8Array(3 * size.width * size.height).fill(7 * at),
  );
  writeVideo(
    join(folder.path, "videos/whole.mp4"),
    { encoder: "libx264", container: "mp4", ...size },
    pictures,
  );
  writeFileSync(
    join(folder.path, "videos/torn.mp4"),
    readFileSync(join(folder.path, "videos/whole.mp4")).subarray(0, 400),
  );
  folder.file("streams.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
});

const config = (systems: string, task = "") => `name: ends
tasks: [{ id: talk, family: dialogue, data: { path: streams.jsonl, media: videos }${task} }]
systems: [${systems}]
`;

interface Run {
  readonly directory: string;
  readonly tasks: {
    notes: string[];
    systems: {
      id: string;
      outcomes: Record<string, number>;
      remarks: string[];
      failures: { sample: string }[];
    }[];
  }[];
}

async function run(systems: string, name: string) {
  const path = folder.file(`${name}.yaml`, config(systems, ", options: { askEverySeconds: 1 }"));
  const { stdout, stderr, status } = await cli(["run", path, "--json"], { cwd: folder.path });
  return { ...(JSON.parse(stdout) as Run), stderr, status };
}

describe("a stream that names a video and no duration", () => {
  it("ends with its video; where that cannot be looked into, it is named, and the stream ends after its last turn", async () => {
    const warnings: string[] = [];
    await using data = openDataset(dialogue, {
      path: "streams.jsonl",
      media: "videos",
      directory: folder.path,
      onWarning: (message) => warnings.push(message),
    });
    const ends: Record<string, number> = {};
    for await (const { id, frameCount } of data) ends[id] = frameCount;
    for await (const { id, frameCount } of data) expect(frameCount).toBe(ends[id]);
    expect(ends).toEqual({ whole: 16, torn: 6, gone: 6, timed: 10 });
    expect(warnings).toEqual([
      expect.stringMatching(/^torn: torn\.mp4: .+; it counts as ending after its last turn$/),
      "gone: gone.mp4 is not there; it counts as ending after its last turn",
    ]);
  });

  it("is replayed to the end of its video, and what cannot be looked into stands beside the scores", async () => {
    const { tasks, stderr, directory } = await run(
      '{ kind: scripted, rules: [{ reply: "[silent]" }] }',
      "silent",
    );
    expect(stderr).toContain("gone: gone.mp4 is not there");
    expect(tasks[0]!.notes).toEqual(
      expect.arrayContaining([
        expect.stringContaining("torn: torn.mp4"),
        expect.stringContaining("gone: gone.mp4 is not there"),
      ]),
    );
    const replies = readFileSync(join(directory, "run.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.includes('"event":"reply"'));
    // 8 steps of the whole video, 3 and 3 up to the last turn, 5 of the written duration.
    expect(replies).toHaveLength(8 + 3 + 3 + 5);
  });

  it("is looked at again by a complete run once its video is there", async () => {
    const systems = "{ kind: oracle }, { id: always, kind: baseline, name: talk-always }";
    await run(systems, "later");
    const late = join(folder.path, "videos/gone.mp4");
    copyFileSync(join(folder.path, "videos/whole.mp4"), late);
    const { tasks, stderr, directory } = await run(systems, "later");
    rmSync(late);
    expect(stderr).not.toContain("gone.mp4 is not there");
    expect(tasks[0]!.notes).not.toContainEqual(expect.stringContaining("gone.mp4"));
    expect(tasks[0]!.systems.map(({ outcomes }) => outcomes.answered)).toEqual([4, 4]);
    const spoken = readFileSync(join(directory, "run.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.includes('"system":"always","sample":"gone"'))
      .map(
        (line) =>
          (JSON.parse(line) as { outcome: { value: { utterances: unknown[] } } }).outcome.value
            .utterances.length,
      );
    expect(spoken).toEqual([6, 16]);
  });
});

describe("a video whose clock begins at 10 s, as those of transport streams may", () => {
  const late = [
    { id: "late", video: "late.ts", turns },
    { id: "late-timed", video: "late.ts", duration: seconds, turns },
  ];

  beforeAll(() => {
    const ticks = Array.from(
      { length: seconds * size.framesPerSecond },
      (_, at) => 10 * size.framesPerSecond + at,
    );
    encodeVideo(join(folder.path, "videos/late.ts"), {
      encoder: "libx264",
      container: "mpegts",
      width: 64,
      height: 64,
      ticks,
      ticksPerSecond: size.framesPerSecond,
    });
    folder.file("late.jsonl", late.map((row) => JSON.stringify(row)).join("\n"));
  });

  it("is a stream from its first frame to the end of its last, like one whose length is written down", async () => {
    await using data = openDataset(dialogue, {
      path: "late.jsonl",
      media: "videos",
      directory: folder.path,
    });
    const ends: number[] = [];
    for await (const { frameCount } of data) ends.push(frameCount);
    expect(ends).toEqual([2 * seconds, 2 * seconds]);
  });
});

describe("a video that is not there", () => {
  it("is named beside the scores of a system that asks for no frames, which runs all the same", async () => {
    const { tasks, status } = await run(
      "{ kind: scripted, rules: [{ reply: Boil the water. }] }, { kind: oracle }",
      "blind",
    );
    expect(status).toBe(0);
    const [scripted, oracle] = tasks[0]!.systems;
    expect(scripted!.outcomes).toMatchObject({ answered: 4 });
    expect(scripted!.remarks).toEqual([
      "asked without media: the system is shown no pictures or videos, of which some are missing: gone.mp4 is not there (gone, timed)",
    ]);
    expect(oracle!.remarks).toEqual([]);
  });
});

describe("turns and utterances beyond the end of their stream", () => {
  it("are counted beside the scores: of the truth once for the task, of a system with its own", async () => {
    const long = [...turns, { role: "assistant", seconds: 500, text: "Enjoy." }];
    folder.file("long.jsonl", JSON.stringify({ id: "long", duration: 8, turns: long }));
    folder.file(
      "said.jsonl",
      JSON.stringify({ id: "long", utterances: [{ seconds: 400, text: "Enjoy." }] }),
    );
    const path = folder.file(
      "long.yaml",
      config("{ kind: oracle }, { id: file, kind: predictions, path: said.jsonl }").replace(
        "streams.jsonl",
        "long.jsonl",
      ),
    );
    const { stdout, stderr } = await cli(["run", path, "--json"], { cwd: folder.path });
    const [task] = (JSON.parse(stdout) as Run).tasks;
    const truth = "1 turn lies beyond the end of its stream and counts at its end: long";
    expect(stderr.split(truth)).toHaveLength(2);
    expect(task!.notes).toContain(truth);
    const said = "1 utterance lies beyond the end of its stream and counts at its end: long";
    expect(task!.systems.map(({ remarks }) => remarks)).toEqual([[], [said]]);
  });
});
