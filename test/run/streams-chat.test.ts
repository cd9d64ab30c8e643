import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { framesOf } from "../../src/core/run/looks.ts";
import type {
  MediaEvent,
  OutcomeEvent,
  ReplyEvent,
  RunEvent,
} from "../../src/core/run/run-event.ts";
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
const seconds = 12;

beforeAll(() => {
  const ticks = Array.from({ length: seconds * framesPerSecond }, (_, i) => i);
  const film = {
    encoder: "libx264",
    container: "mp4",
    width: 64,
    height: 64,
    ticks,
    ticksPerSecond: framesPerSecond,
  };
  encodeVideo(join(folder.path, "film.mp4"), film);
  folder.file("broken.mp4", "this is no film");
});

const row = (id: string, more: object = {}) => ({
  id,
  duration: seconds,
  turns: [
    { role: "user", seconds: 1, text: `How do I start with ${id}?` },
    { role: "assistant", seconds: 4, text: "Pour the water." },
  ],
  ...more,
});

interface Project {
  readonly name: string;
  readonly rows: readonly object[];
  readonly url: string;
  readonly options?: string;
  /** Further members of the system. */
  readonly system?: string;
}

function project({ name, rows, url, options = "", system = "" }: Project): string {
  const media = rows.some((each) => "video" in (each as object)) ? "" : ", media: none";
  folder.file(`${name}.jsonl`, rows.map((each) => JSON.stringify(each)).join("\n"));
  return folder.file(
    `${name}.yaml`,
    `name: ${name}
tasks: [{ id: assistant, family: dialogue, data: { path: ${name}.jsonl${media} }, options: { window: "-2s,2s"${options} } }]
systems: [{ id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${url}/v1"${system} }]
retries: { attempts: 1 }
cache: { replies: false }
`,
  );
}

type Printed = Summary & { readonly directory: string };
const eventsOf = (directory: string) =>
  readFileSync(join(directory, "run.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
const repliesIn = (events: readonly RunEvent[]) =>
  events.filter((event): event is ReplyEvent => event.event === "reply");

async function run(name: string, expected = 0): Promise<Printed> {
  const { status, stdout, stderr } = await cli(["run", `${name}.yaml`, "--json"], {
    cwd: folder.path,
  });
  expect(status, stderr).toBe(expected);
  return JSON.parse(stdout) as Printed;
}

/** How many replies are on the disk; a last line may be cut off. */
function journalled(name: string): number {
  const runs = join(folder.path, "runs");
  const own = existsSync(runs) ? readdirSync(runs).filter((run) => run.endsWith(`-${name}`)) : [];
  const [path] = own.map((run) => join(runs, run, "run.jsonl"));
  if (path === undefined || !existsSync(path)) return 0;
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.filter((line) => line.includes('"event":"reply"')).length;
}

/** The time that the last update tells. */
const nowIn = (text: string) => Number(/\[([\d.]+) s\](?![\s\S]*\[[\d.]+ s\])/.exec(text)![1]);
const speaksAt =
  (now: number) =>
  (question: Question): ModelAnswer => ({
    text: nowIn(question.text) === now ? "Pour the water." : "[silent]",
  });

interface ImagePart {
  readonly type: string;
  readonly image_url?: { readonly url: string };
}

/** When the pictures of a request are shown in the film, by the numbers drawn into them. */
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

describe("a chat model that watches a film", () => {
  it("is shown two frames a second as they come, the latest of them, none of the future, and the log says which", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer: speaksAt(4) });
    project({
      name: "watching",
      rows: [row("tea", { video: "film.mp4" })],
      url: server.url,
      options: ", contextFrames: 6",
    });
    const { stdout } = await cli(["run", "watching.yaml", "--dry-run"], { cwd: folder.path });
    expect(stdout).toMatch(/assistant +model +12 +66 /);
    const { directory, tasks } = await run("watching");
    expect(tasks[0]!.systems[0]!.metrics.F1!.value).toBe(1);
    expect(server.refused).toEqual([]);
    expect(server.questions).toHaveLength(seconds);
    const events = eventsOf(directory);
    const replies = repliesIn(events);
    for (const [step, question] of server.questions.entries()) {
      const now = step + 1;
      expect(nowIn(question.text)).toBe(now);
      const times = await timesShown(question);
      const expected = Array.from({ length: 2 * now }, (_, i) => i / 2).slice(-6);
      expect(times).toEqual(expected);
      expect(replies[step]!.frames).toEqual(expected);
    }
    const [media] = events.filter((event): event is MediaEvent => event.event === "media");
    expect(framesOf([media!.media]).map(({ atSeconds }) => atSeconds)).toEqual(
      Array.from({ length: 24 }, (_, i) => i / 2),
    );
  });

  it("remembers and is asked as the task wishes", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: (question) =>
        question.text.includes("summarise it")
          ? { text: "Tea is being made." }
          : speaksAt(4)(question),
    });
    const tasks = ["keep", "drop-all", "drop-middle", "summarise-and-drop", "on-change"].map(
      (wish) => {
        const isChange = wish === "on-change";
        folder.file(
          `${wish}.jsonl`,
          JSON.stringify(row("tea", { goal: wish, ...(isChange ? {} : { video: "film.mp4" }) })),
        );
        const how = isChange ? "ask: on-change" : `context: ${wish}, contextSteps: 5, keepSteps: 2`;
        return `  - { id: ${wish}, family: dialogue, data: { path: ${wish}.jsonl${isChange ? ", media: none" : ""} }, options: { window: "-2s,2s", ${how} } }`;
      },
    );
    const text = readFileSync(project({ name: "wishes", rows: [], url: server.url }), "utf8");
    folder.file("wishes.yaml", text.replace(/^tasks: .*$/m, `tasks:\n${tasks.join("\n")}`));
    await run("wishes");
    const of = (wish: string) =>
      server.questions.filter(({ system }) => system.includes(`The person's goal: ${wish}`));
    const isSummary = ({ text: asked }: Question) => asked.includes("summarise it");
    for (const [wish, remembered, summaries] of [
      ["keep", 11, 0],
      ["drop-all", 1, 0],
      ["drop-middle", 3, 0],
      ["summarise-and-drop", 3, 4],
    ] as const) {
      const asked = of(wish).filter((question) => !isSummary(question));
      expect(asked, wish).toHaveLength(seconds);
      expect(of(wish).filter(isSummary), wish).toHaveLength(summaries);
      // What it was told before the last update, and has not forgotten since.
      const roles = (asked.at(-1)!.body.messages as readonly { readonly role: string }[]).map(
        ({ role }) => role,
      );
      expect(
        roles.filter((role) => role === "assistant"),
        wish,
      ).toHaveLength(remembered);
      expect(JSON.stringify(asked.at(-1)!.body).includes("Tea is being made."), wish).toBe(
        summaries > 0,
      );
    }
    // Without a film, only the one turn is new.
    expect(of("on-change").map(({ text: asked }) => nowIn(asked))).toEqual([2]);
  });

  it("is named with its film where that cannot be shown, and the rest runs", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer: speaksAt(4) });
    const rows = [
      row("tea", { video: "film.mp4" }),
      row("bad", { video: "broken.mp4" }),
      row("none", { video: "nowhere.mp4" }),
      row("dry"),
    ];
    project({ name: "unshown", rows, url: server.url });
    // One of four is covered, which is too little for a score to be read.
    const { directory, tasks } = await run("unshown", 3);
    expect(tasks[0]!.systems[0]).toMatchObject({
      n: 1,
      outcomes: { answered: 1, "media-error": 3 },
      metrics: { F1: { value: 1 } },
    });
    const outcomes = eventsOf(directory).filter(
      (event): event is OutcomeEvent => event.event === "outcome",
    );
    for (const [id, film] of [
      ["bad", "broken.mp4"],
      ["none", "nowhere.mp4"],
      ["dry", "names no picture or video"],
    ])
      expect(outcomes.find(({ sample }) => sample === id)!.outcome).toMatchObject({
        kind: "media-error",
        reason: expect.stringContaining(film!),
      });
    expect(readFileSync(join(directory, "report.html"), "utf8")).toContain("broken.mp4");
    const { stdout } = await cli(["run", "unshown.yaml"], { cwd: folder.path });
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
      /3 media-error: (?=.*broken\.mp4: cannot be opened)(?=.*nowhere\.mp4 is not there)/,
    );
  });

  it("that is killed in the middle goes on where the log ends, and ends as if it had not been", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer: speaksAt(4) });
    const rows = Array.from({ length: 6 }, (_, i) => row(`tea ${i}`, { video: "film.mp4" }));
    project({ name: "killed", rows, url: server.url, system: ", concurrency: 1" });
    const running = startCli(["run", "killed.yaml"], { cwd: folder.path });
    // By then several streams are under way.
    while (journalled("killed") <= seconds && running.process.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
    running.process.kill("SIGKILL");
    await running.finished;
    const [asked, known] = [server.questions.length, journalled("killed")];
    expect(known).toBeLessThan(6 * seconds);
    const { directory, tasks } = await run("killed");
    expect(tasks[0]!.systems[0]).toMatchObject({
      outcomes: { answered: 6 },
      metrics: { F1: { value: 1 } },
    });
    expect(server.questions.length - asked).toBe(6 * seconds - known);
    const byKey = Map.groupBy(repliesIn(eventsOf(directory)), ({ key }) => key);
    const everyStep = Array.from({ length: seconds }, (_, step) => step);
    for (const replies of byKey.values())
      expect(replies.map(({ step }) => step)).toEqual(everyStep);
    expect(byKey.size).toBe(6);
  });

  it.each([
    [
      "takes fewer frames at once",
      ", maxFrames: 5",
      "takes 5 frames in one request",
      "contextFrames to 5 or less",
    ],
    [
      "takes whole films",
      ", video: native",
      "it would see what has not happened yet",
      "video: frames",
    ],
  ])("is refused before the run where it %s", async (_, system, problem, hint) => {
    await using server = await providerServer({ wire: compatibleWire, answer: speaksAt(4) });
    project({
      name: "refused",
      rows: [row("tea", { video: "film.mp4" })],
      url: server.url,
      system,
    });
    const { status, stderr } = await cli(["run", "refused.yaml"], { cwd: folder.path });
    expect(status).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).toContain(hint);
    expect(server.questions).toEqual([]);
  });

  it("is not refused where there is no film", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer: speaksAt(4) });
    project({ name: "unseen", rows: [row("tea")], url: server.url, system: ", maxFrames: 5" });
    await run("unseen");
    expect(server.questions).toHaveLength(seconds);
  });
});
