import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { MediaEvent, ReplyEvent, RunEvent } from "../../src/core/run/run-event.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { readFrameNumber } from "../media/frame-number.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { providerServer } from "../providers/provider-server.ts";
import type { ModelAnswer, Question } from "../providers/wire.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const framesPerSecond = 4;
const seconds = 620;
/** A fourth of the other, so that a part of the one is another part of the other. */
const donorSeconds = 155;

beforeAll(() => {
  for (const [name, length] of [
    ["film", seconds],
    ["donor", donorSeconds],
  ] as const)
    encodeVideo(join(folder.path, `${name}.mp4`), {
      encoder: "libx264",
      container: "mp4",
      width: 64,
      height: 64,
      ticks: Array.from({ length: length * framesPerSecond }, (_, i) => i),
      ticksPerSecond: framesPerSecond,
    });
  const events = (video: string, start: number) => ({
    id: video,
    video: `${video}.mp4`,
    events: [{ type: "fall", start, end: start + 10 }],
  });
  folder.file(
    "events.jsonl",
    [events("film", 200), events("donor", 20)].map((row) => JSON.stringify(row)).join("\n"),
  );
  folder.file(
    "questions.jsonl",
    JSON.stringify({
      id: "q",
      video: "film.mp4",
      question: "What is worn?",
      answer: "a helmet",
      evidence: [{ start: 300, end: 312 }],
    }),
  );
});

interface Project {
  readonly name: string;
  readonly url: string;
  readonly task: string;
  /** Further systems. */
  readonly systems?: string;
  readonly system?: string;
}

function project({ name, url, task, systems = "", system = "" }: Project): void {
  folder.file(
    `${name}.yaml`,
    `name: ${name}
tasks: [${task}]
systems:
  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${url}/v1"${system} }
${systems}retries: { attempts: 1 }
cache: { replies: false }
`,
  );
}

const eventTask = (more = "") =>
  `{ id: falls, family: event-detection, data: { path: events.jsonl }${more} }`;

type Printed = Summary & { readonly directory: string };

async function run(name: string, expected = 0): Promise<Printed> {
  const { status, stdout, stderr } = await cli(["run", `${name}.yaml`, "--json"], {
    cwd: folder.path,
  });
  expect(status, stderr).toBe(expected);
  return JSON.parse(stdout) as Printed;
}

const eventsOf = (directory: string) =>
  readFileSync(join(directory, "run.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);

interface ImagePart {
  readonly image_url?: { readonly url: string };
}

/** When the pictures of a request are shown in their film, by the numbers drawn into them. */
async function timesShown({ body }: Question): Promise<readonly number[]> {
  const parts = (
    body.messages as readonly { readonly content: string | readonly ImagePart[] }[]
  ).flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const pictures = parts.flatMap(({ image_url }) =>
    image_url ? [Buffer.from(image_url.url.split(",")[1]!, "base64")] : [],
  );
  return Promise.all(
    pictures.map(async (picture) => {
      const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
      return readFrameNumber(data, info.width, info.height)! / framesPerSecond;
    }),
  );
}

/** The window that a request is about, by its own words. */
function windowOf({ text }: Question): readonly [from: number, to: number] {
  const [, from, to] = /seconds (\d+) to (\d+(?:\.\d)?)/.exec(text)!;
  // How long the last frame lasts, not every container says.
  return [Number(from), Math.ceil(Number(to))];
}

const labelsIn = ({ text }: Question) =>
  [...text.matchAll(/\[([\d.]+) s\]/g)].map(([, at]) => Number(at));

const findsNothing = (): ModelAnswer => ({ text: "[]" });

/** The requests about a film, in the order of its windows. */
async function shownIn(asked: readonly Question[], length: number) {
  const windows = asked.map((question) => ({ question, window: windowOf(question) }));
  const last = windows.filter(({ window: [, to] }) => to <= length);
  return Promise.all(
    last
      .sort((a, b) => a.window[0] - b.window[0])
      .map(async ({ question, window }) => ({
        window,
        times: await timesShown(question),
        labels: labelsIn(question),
      })),
  );
}

const windowsOf = (length: number) =>
  Array.from({ length: Math.ceil(length / 60) }, (_, i) => [
    i * 60,
    Math.min(length, (i + 1) * 60),
  ]);

describe("a long video in windows", () => {
  it("shows frames of its own window in every request, as many as the task says, and the log says which", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer: findsNothing });
    project({ name: "windows", url: server.url, task: eventTask() });
    const { stdout } = await cli(["run", "windows.yaml", "--dry-run"], { cwd: folder.path });
    expect(stdout).toMatch(/falls +model +14 +112 /);
    const { directory } = await run("windows");
    const asked = server.questions;
    expect(asked).toHaveLength(11 + 3);
    for (const question of asked) {
      const [from, to] = windowOf(question);
      const times = await timesShown(question);
      expect(times).toHaveLength(8);
      expect(new Set(times).size).toBe(8);
      for (const at of times) expect(at >= from && at < to).toBe(true);
      expect(labelsIn(question)).toEqual(times.map((at) => Math.round(at * 10) / 10));
    }
    const log = eventsOf(directory);
    const media = log.filter((event): event is MediaEvent => event.event === "media");
    expect(media.map(({ place = 0, media: looks }) => [place, looks.length]).sort()).toEqual([
      [0, 1],
      [0, 1],
      [1, 11],
      [1, 3],
    ]);
    const replies = log.filter((event): event is ReplyEvent => event.event === "reply");
    for (const reply of replies) expect(reply.frames).toHaveLength(8);
    expect(replies.every(({ step }) => step === 0)).toBe(true);
  });

  it("is scored again without a look or a request", async () => {
    const answer = ({ text }: Question): ModelAnswer => ({
      text: / 180 to 240 /.test(text) ? '[{"type": "fall", "start": 200, "end": 210}]' : "[]",
    });
    await using server = await providerServer({ wire: compatibleWire, answer });
    project({ name: "scored", url: server.url, task: eventTask() });
    const first = await run("scored", 0);
    const asked = server.questions.length;
    const { stdout } = await cli(["score", first.directory, "--json"], { cwd: folder.path });
    const again = JSON.parse(stdout) as Printed;
    expect(again.tasks).toEqual(first.tasks);
    await run("scored");
    expect(server.questions).toHaveLength(asked);
    expect(first.tasks[0]!.systems[0]!.metrics["map@0.5"]).toMatchObject({ value: 0.5 });
  });

  it("is not shown to a system that takes whole videos, nor by samplers that name times", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer: findsNothing });
    project({ name: "whole", url: server.url, task: eventTask(), system: ", video: native" });
    const whole = await cli(["run", "whole.yaml"], { cwd: folder.path });
    expect(whole.status).toBe(2);
    expect(whole.stderr).toMatch(/"model" takes whole videos, and the task "falls" shows parts/);
    const frames = ", frames: { strategy: explicit, times: [1, 2] }";
    project({ name: "explicit", url: server.url, task: eventTask(frames) });
    const explicit = await cli(["run", "explicit.yaml"], { cwd: folder.path });
    expect(explicit.status).toBe(2);
    expect(explicit.stderr).toMatch(/frames\.strategy: explicit names times of the whole video/);
    expect(server.questions).toHaveLength(0);
  });
});

describe("probes of windows", () => {
  async function probed(kind: string, more = "") {
    await using server = await providerServer({ wire: compatibleWire, answer: findsNothing });
    const systems = `  - { id: probe, kind: ${kind}, of: model${more} }\n`;
    const task = eventTask(", systems: [probe]");
    project({ name: kind, url: server.url, task, systems });
    const { directory } = await run(kind);
    const media = eventsOf(directory).filter((one): one is MediaEvent => one.event === "media");
    return { asked: server.questions, media };
  }

  it("single-frame: one of every window", async () => {
    const { asked, media } = await probed("single-frame");
    const shown = await shownIn(asked, seconds);
    expect(shown.map(({ times }) => times.length)).toEqual(shown.map(() => 1));
    for (const { window, times } of shown)
      expect(times[0]! >= window[0] && times[0]! < window[1]).toBe(true);
    expect(media.every(({ condition }) => condition === "single-frame")).toBe(true);
  });

  it("shuffled-frames: in another order within their window, under its times", async () => {
    const { asked } = await probed("shuffled-frames");
    for (const question of asked) {
      const [from, to] = windowOf(question);
      const times = await timesShown(question);
      expect(times).not.toEqual(times.toSorted((a, b) => a - b));
      expect(times.every((at) => at >= from && at < to)).toBe(true);
      expect(labelsIn(question)).toEqual(
        times.toSorted((a, b) => a - b).map((at) => Math.round(at * 10) / 10),
      );
    }
  });

  it("swapped-video: the same parts of the other video, under the times of the one", async () => {
    const { asked } = await probed("swapped-video");
    const own = asked.filter((question) => windowOf(question)[1] > donorSeconds);
    expect(asked).toHaveLength(11 + 3);
    const factor = donorSeconds / seconds;
    for (const question of own) {
      const [from, to] = windowOf(question);
      const times = await timesShown(question);
      expect(times).toHaveLength(8);
      for (const at of times) expect(at >= from * factor - 0.25 && at < to * factor).toBe(true);
      for (const at of labelsIn(question)) expect(at >= from - 1.1 && at < to).toBe(true);
    }
  });

  it("blind: the same windows, and nothing of them", async () => {
    const { asked } = await probed("blind");
    expect(asked.map(windowOf).sort((a, b) => a[0] - b[0] || a[1] - b[1])).toEqual(
      [...windowsOf(seconds), ...windowsOf(donorSeconds)].sort(
        (a, b) => a[0]! - b[0]! || a[1]! - b[1]!,
      ),
    );
    for (const question of asked) {
      expect(await timesShown(question)).toEqual([]);
      expect(question.text).toContain("You are shown nothing");
    }
  });
});

describe("moments that a model names", () => {
  const questions = (more = "") =>
    `{ id: qa, family: retrieval, data: { path: questions.jsonl }, options: { readerClips: 2${more} } }`;
  const reader =
    (moments: string) =>
    ({ text }: Question): ModelAnswer => ({
      text: text.includes("Where in the video") ? moments : '{"answer": "a helmet"}',
    });

  it("are shown by themselves, and so is the true evidence", async () => {
    const answer = reader('[{"start": 100, "end": 110}, {"start": 400, "end": 404}]');
    await using server = await providerServer({ wire: compatibleWire, answer });
    project({ name: "reading", url: server.url, task: questions(", attribution: true") });
    await run("reading");
    const shown = await Promise.all(server.questions.map(timesShown));
    expect(shown.map((times) => times.length).sort((a, b) => a - b)).toEqual([0, 8, 8, 16]);
    const own = shown.find((times) => times.length === 16)!;
    expect(own.every((at) => (at >= 100 && at < 110) || (at >= 400 && at < 404))).toBe(true);
    expect(
      shown.some((times) => times.length === 8 && times.every((at) => at >= 300 && at < 312)),
    ).toBe(true);
  });

  it("beyond the end show nothing, and nothing is asked about them: the question counts as wrong", async () => {
    const answer = reader('[{"start": 700, "end": 800}]');
    await using server = await providerServer({ wire: compatibleWire, answer });
    project({ name: "beyond", url: server.url, task: questions() });
    const { tasks } = await run("beyond");
    expect(server.questions).toHaveLength(1);
    const { metrics, coverage } = tasks[0]!.systems[0]!;
    expect(coverage).toBe(1);
    expect(metrics["answer-f1"]).toMatchObject({ value: 0, n: 1 });
  });

  it("are looked at again after a kill, and only what was not answered is asked again", async () => {
    let isHeld = true;
    const moments = '[{"start": 100, "end": 110}]';
    await using server = await providerServer({
      wire: compatibleWire,
      answer: reader(moments),
      behave: ({ text }) => (isHeld && !text.includes("Where in the video") ? "hang" : "ok"),
    });
    project({ name: "killed", url: server.url, task: questions() });
    const running = startCli(["run", "killed.yaml", "--json"], { cwd: folder.path });
    while (server.questions.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    running.process.kill("SIGKILL");
    await running.finished;
    isHeld = false;
    const { tasks, directory } = await run("killed");
    expect(tasks[0]!.systems[0]!.metrics["answer-f1"]).toMatchObject({ value: 1 });
    expect(server.questions).toHaveLength(3);
    expect(await timesShown(server.questions[2]!)).toEqual(await timesShown(server.questions[1]!));
    const media = eventsOf(directory).filter((one) => one.event === "media");
    expect(media).toHaveLength(2);
  });
});

describe("a judge of faithfulness", () => {
  const judged = (url: string, more: string) =>
    `name: judged
tasks:
  - id: qa
    family: retrieval
    data: { path: questions.jsonl }
    options: { judgeSees: true${more} }
    frames: { strategy: uniform, count: 3 }
    graders: { judge: referee }
systems:
  - { id: mine, kind: predictions, path: found.jsonl }
graders:
  - { id: referee, kind: chat, provider: openai-compatible, model: j, baseUrl: "${url}/v1" }
retries: { attempts: 1 }
cache: { replies: false }
`;
  const answer = ({ text }: Question): ModelAnswer => ({
    text: text.includes("True answer") ? '{"correct": true}' : '{"label": "Unfaithful"}',
  });
  const clips = [
    { start: 100, end: 110 },
    { start: 400, end: 404 },
  ];

  it("is shown frames of the clips that were found, and not the true answer, once", async () => {
    folder.file("found.jsonl", JSON.stringify({ id: "q", answer: "a hat", clips }));
    await using server = await providerServer({ wire: compatibleWire, answer });
    folder.file("judged.yaml", judged(server.url, ""));
    const { stdout } = await cli(["run", "judged.yaml", "--dry-run"], { cwd: folder.path });
    expect(stdout).toMatch(/judge of mine +2 +6 /);
    const { tasks } = await run("judged");
    expect(tasks[0]!.systems[0]!.metrics.faithfulness).toMatchObject({ value: 0, n: 1 });
    const about = server.questions.find(({ text }) => text.includes("borne out"))!;
    expect(about.text).not.toContain("helmet");
    const times = await timesShown(about);
    expect(times).toHaveLength(6);
    expect(times.every((at) => (at >= 100 && at < 110) || (at >= 400 && at < 404))).toBe(true);
    const right = server.questions.find(({ text }) => text.includes("True answer"))!;
    expect(await timesShown(right)).toEqual([]);
    // What was graded is not looked at or asked again, also where the run is scored from its log.
    const { directory } = await run("judged");
    const scored = await cli(["score", directory, "--json"], { cwd: folder.path });
    expect(scored.status, scored.stderr).toBe(0);
    expect(server.questions).toHaveLength(2);
    // Other frames are another judgement.
    folder.file("judged.yaml", judged(server.url, "").replace("count: 3", "count: 2"));
    await run("judged");
    expect(
      await timesShown(server.questions.findLast(({ text }) => text.includes("borne out"))!),
    ).toHaveLength(4);
    // Another judge of the stored answers sees them too.
    const before = server.questions.length;
    const again = await cli(["rejudge", directory, "--model", "k", "--json"], { cwd: folder.path });
    expect(again.status, again.stderr).toBe(0);
    const other = server.questions.slice(before).find(({ text }) => text.includes("borne out"))!;
    expect(await timesShown(other)).toHaveLength(6);
  });

  it("must see, and there must be something to see", async () => {
    folder.file("found.jsonl", JSON.stringify({ id: "q", answer: "a hat", clips }));
    const blind = judged("http://127.0.0.1:9", "").replace(
      /\{ id: referee.*\}/,
      "{ id: referee, kind: scripted, rules: [{ reply: x }] }",
    );
    folder.file("blind.yaml", blind);
    const refused = await cli(["run", "blind.yaml"], { cwd: folder.path });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(
      'the grader "referee" of the task "qa" is to look at frames, and sees nothing',
    );
    folder.file(
      "unshown.yaml",
      judged("http://127.0.0.1:9", "").replace(
        "path: questions.jsonl",
        "path: questions.jsonl, media: none",
      ),
    );
    const unshown = await cli(["run", "unshown.yaml"], { cwd: folder.path });
    expect(unshown.status).toBe(2);
    expect(unshown.stderr).toContain("looks at videos, and data.media is none");
    const few = judged("http://127.0.0.1:9", "").replace("model: j,", "model: j, maxFrames: 8,");
    folder.file("few.yaml", few);
    const tooMany = await cli(["run", "few.yaml"], { cwd: folder.path });
    expect(tooMany.status).toBe(2);
    expect(tooMany.stderr).toContain(
      '"referee" takes 8 frames in one request, and the task "qa" shows up to 5 parts with 3 each',
    );
  });
});
