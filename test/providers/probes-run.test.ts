import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { clipSize, demoClip, drawClip } from "../../src/cli/commands/demo/clips.ts";
import { writeVideo } from "../../src/media/video/write-video.ts";
import type { TaskSummary } from "../../src/summary/summary.ts";
import type { SystemSummary } from "../../src/summary/system-summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { compatibleWire } from "./openai-chat-wire.ts";
import { listening, providerServer } from "./provider-server.ts";
import type { Question } from "./wire.ts";

const folder = temporaryFolder();

interface Project {
  readonly name: string;
  readonly rows: readonly unknown[];
  /** Further members of the task. */
  readonly task?: string;
  /** Where its pictures lie; beside the questions if left out. */
  readonly media?: string;
  readonly systems: string;
}

function project({ name, rows, task = "", media = ".", systems }: Project): string {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "questions.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
  const config = `name: probes\ntasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: "${media}" }${task} }]\nsystems:\n${systems}cache: { replies: false }\n`;
  writeFileSync(join(path, "vidimus.yaml"), config);
  return path;
}

async function task(path: string, args: readonly string[] = ["run"]): Promise<TaskSummary> {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd: path });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout).tasks[0] as TaskSummary;
}

function log(path: string): readonly Record<string, unknown>[] {
  const [run] = readdirSync(join(path, "runs"));
  const lines = readFileSync(join(path, "runs", run!, "run.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Twelve questions about a picture each; the right answer, "yes", stands first in half of them. */
async function pictures(path: string): Promise<readonly unknown[]> {
  mkdirSync(join(folder.path, path), { recursive: true });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  return Array.from({ length: 12 }, (_, i) => {
    writeFileSync(join(folder.path, path, `p${i}.png`), picture);
    const choices = i % 2 === 0 ? ["yes", "no", "maybe"] : ["no", "yes", "maybe"];
    return {
      id: `q${i}`,
      question: `So (${i})?`,
      choices,
      answer: choices.indexOf("yes"),
      image: `p${i}.png`,
      group: `g${i}`,
    };
  });
}

/** The letter in front of an option. */
function letterOf({ text }: Question, option: string): string {
  return new RegExp(`([A-Z])\\. ${option}$`, "m").exec(text)![1]!;
}

describe("what the report says of probes", () => {
  it("states a gain and a preference for places that are known", async () => {
    // With a picture it knows; without one it takes the first option; it cannot read an option in
    // the last place.
    const answer = (question: Question) => {
      if (question.pictures.length === 0) return { text: "A" };
      const letter = letterOf(question, "yes");
      return { text: letter === "C" ? "A" : letter };
    };
    await using server = await providerServer({ wire: compatibleWire, answer });
    const rows = await pictures("gain");
    const systems = `  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${server.url}/v1" }
  - { id: unseeing, kind: blind, of: model }
  - { id: once, kind: shuffled-options, of: model, shift: 1 }
  - { id: twice, kind: shuffled-options, of: model, shift: 2 }
  - { kind: oracle }
`;
    const path = project({ name: "gain", rows, systems });
    const { gains, positionBias, systems: scored } = await task(path);
    const gain = (probe: string) => gains?.find((one) => one.probe === probe)?.metrics.accuracy;
    expect(gains?.map(({ of, probe, condition }) => [of, probe, condition])).toEqual([
      ["model", "unseeing", "blind"],
      ["model", "once", "shuffled-options"],
      ["model", "twice", "shuffled-options"],
    ]);
    // Six of twelve are right without the picture, all with it: McNemar's mid-p of six against
    // none.
    expect(gain("unseeing")).toMatchObject({
      value: 0.5,
      n: 12,
      groups: 12,
      test: "McNemar, mid-p",
    });
    expect(gain("unseeing")!.pValue).toBeCloseTo(1 / 64, 12);
    expect(gain("unseeing")!.low!).toBeGreaterThan(0.1);
    expect(gain("unseeing")!.high!).toBeLessThan(0.9);
    // Turned by one, "yes" comes last where it was first; turned by two, where it was second.
    expect(positionBias).toMatchObject([
      {
        of: "model",
        n: 12,
        orders: [{ value: 1 }, { system: "once", value: 0.5 }, { system: "twice", value: 0.5 }],
        spread: { value: 0.5 },
      },
    ]);
    // Each of twelve questions is wrong in one of three orders, never in the first: a range of six
    // is not rare among twelve by chance.
    expect(positionBias![0]!.spread).toMatchObject({
      low: 0,
      high: 1,
      pValue: expect.closeTo(0.0818, 2),
    });
    // By where the truth stood it is: right in the first two places, wrong in the last, twelve
    // times of twelve.
    expect(positionBias![0]!.places).toMatchObject({
      n: 12,
      scores: [{ value: 1 }, { value: 1 }, { value: 0 }],
      spread: { value: 1 },
    });
    expect(positionBias![0]!.places!.spread.pValue).toBeLessThan(0.001);
    expect(positionBias![0]!.circular).toMatchObject({ value: 0, low: 0 });
    expect(scored.map(({ probe }: SystemSummary) => probe?.of)).toEqual([
      undefined,
      "model",
      "model",
      "model",
      undefined,
    ]);
    const [run] = readdirSync(join(path, "runs"));
    const again = await task(path, ["score", join("runs", run!)]);
    expect([again.gains, again.positionBias]).toEqual([gains, positionBias]);
    const { stdout } = await cli(["score", join("runs", run!), "--all"], { cwd: path });
    expect(stdout).toMatch(
      /Gain in Accuracy over probes[\s\S]*unseeing +blind +50\.00 %[\s\S]*highest minus lowest +50\.00 % +\d[\s\S]*right in all orders +0\.00 %/,
    );
    expect(readFileSync(join(path, "runs", run!, "report.html"), "utf8")).toContain(
      "Preference for places",
    );
  });

  it("journals the frames that were shown, not those that could have been", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: () => ({ text: "yes" }),
    });
    const name = "frames";
    mkdirSync(join(folder.path, name));
    writeVideo(
      join(folder.path, name, "clip.mp4"),
      { ...clipSize, encoder: "libx264", container: "mp4" },
      drawClip(demoClip(0, 1)),
    );
    const path = project({
      name,
      rows: [{ id: "q", question: "?", choices: ["yes", "no"], answer: 0, video: "clip.mp4" }],
      task: ", frames: { strategy: uniform, count: 4 }, options: { answer: verbatim }, extractors: [standard, strict]",
      systems: `  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${server.url}/v1" }
  - { id: one, kind: single-frame, of: model, frame: last }
  - { id: mixed, kind: shuffled-frames, of: model }
`,
    });
    const summary = await task(path);
    const shown = (
      log(path) as readonly {
        event?: string;
        condition?: string;
        media?: { frames: { digest: string; atSeconds: number }[] }[];
      }[]
    )
      .filter(({ event }) => event === "media")
      .map(({ condition, media }) => ({ condition, frames: media![0]!.frames }));
    const under = (condition?: string) => shown.find((one) => one.condition === condition)!.frames;
    const all = under();
    expect(all).toHaveLength(4);
    expect(under("single-frame")).toEqual([all[3]]);
    expect(under("shuffled-frames").map(({ digest }) => digest)).not.toEqual(
      all.map(({ digest }) => digest),
    );
    expect(
      under("shuffled-frames")
        .map(({ digest }) => digest)
        .sort(),
    ).toEqual(all.map(({ digest }) => digest).sort());
    expect(server.questions.map(({ pictures: sent }) => sent.length).sort()).toEqual([1, 4, 4]);
    // Read again from the log, every reply belongs to the very ask that was put.
    for (const { extractors } of summary.systems)
      expect(extractors.map(({ disagreements }) => disagreements)).toEqual([0, 0]);
    const count = server.questions.length;
    await task(path, ["run", "--retry", "unparsed"]);
    expect(server.questions).toHaveLength(count);
  });
});

describe("a server that counts its connections", () => {
  const completion = {
    choices: [{ index: 0, message: { role: "assistant", content: "A" }, finish_reason: "stop" }],
  };

  it.each([
    [
      "chat",
      (url: string) => `kind: chat, provider: openai-compatible, model: m, baseUrl: "${url}/v1"`,
      { ...completion, id: "1", model: "m" },
    ],
    [
      "service",
      (url: string) => `kind: service, url: "${url}/answer"`,
      { prediction: { choice: 0 } },
    ],
  ])(
    "sees those of one system, whatever probes there are of it: %s",
    async (name, settings, reply) => {
      let [open, most, asked] = [0, 0, 0];
      const server = createServer((request, response) => {
        asked++;
        request.resume().on("end", () => {
          setTimeout(
            () =>
              response
                .writeHead(200, { "content-type": "application/json" })
                .end(JSON.stringify(reply)),
            20,
          );
        });
      }).on("connection", (socket) => {
        most = Math.max(most, ++open);
        socket.on("close", () => open--);
      });
      await listening(server);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const path = project({
        name: `connections-${name}`,
        media: "none",
        rows: Array.from({ length: 24 }, (_, i) => ({
          id: `q${i}`,
          question: `So (${i})?`,
          choices: ["yes", "no"],
          answer: 0,
        })),
        systems: `  - { id: once, kind: shuffled-options, of: model }
  - { id: model, ${settings(url)}, concurrency: 3, pacing: fixed }
  - { id: unseeing, kind: blind, of: model }
  - { id: bare, kind: options-only, of: model }
`,
      });
      const { systems } = await task(path);
      expect(systems.map(({ id, outcomes }) => [id, outcomes.answered])).toEqual(
        ["once", "model", "unseeing", "bare"].map((id) => [id, 24]),
      );
      expect(asked).toBe(4 * 24);
      expect(most).toBeLessThanOrEqual(3);
      server.close();
    },
  );
});

describe("choices by likelihood", () => {
  it("needs no reply to be read", async () => {
    // What it would write is no answer; what it finds likely is.
    const answer = (question: Question) => ({
      text: "Hm",
      likely: { Hm: -0.1, [letterOf(question, "yes")]: -2, [letterOf(question, "no")]: -3 },
    });
    await using server = await providerServer({ wire: compatibleWire, answer });
    const path = project({
      name: "likelihood",
      rows: await pictures("likelihood"),
      task: ", options: { answer: log-likelihood }, extractors: [standard, strict]",
      systems: `  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${server.url}/v1" }\n`,
    });
    const { systems } = await task(path);
    expect(server.refused).toEqual([]);
    expect(systems[0]).toMatchObject({
      outcomes: { answered: 12 },
      metrics: { accuracy: { value: 1 } },
    });
    expect(systems[0]!.extractors.map(({ disagreements }) => disagreements)).toEqual([0, 0]);
    expect(server.questions[0]!.body).toMatchObject({ logprobs: true, max_tokens: 1 });
    const outcomes = log(path).filter(({ event }) => event === "outcome");
    expect(outcomes[0]).toMatchObject({ outcome: { value: { rule: "log-likelihood" } } });
  });

  it("a system that cannot tell them is refused in one line before anything runs", async () => {
    const path = project({
      name: "refused",
      rows: await pictures("refused"),
      task: ", options: { answer: log-likelihood }",
      systems: `  - { id: claude, kind: chat, provider: anthropic, model: claude-sonnet-4-5, apiKey: "\${MY_KEY}" }\n`,
    });
    const { status, stderr } = await cli(["run"], { cwd: path, env: { MY_KEY: "k-123456" } });
    expect(status).toBe(2);
    expect(stderr).toContain(
      'the system "claude" cannot tell how likely choices are, which the task "qa" asks for',
    );
  });
});

describe("more frames than a system takes", () => {
  const systems = `  - { id: llama, kind: chat, provider: groq, model: llama, apiKey: "\${MY_KEY}", baseUrl: "http://127.0.0.1:9" }\n`;

  it("are refused before the run", async () => {
    const rows = [{ id: "q", question: "?", choices: ["yes", "no"], answer: 0, video: "clip.mp4" }];
    const path = project({
      name: "many",
      rows,
      task: ", frames: { strategy: uniform, count: 6 }",
      systems,
    });
    const { status, stderr } = await cli(["run"], { cwd: path, env: { MY_KEY: "k-123456" } });
    expect(status).toBe(2);
    expect(stderr).toContain(
      'the system "llama" takes 5 frames in one request, and the task "qa" shows 6 of each video',
    );
  });

  it("are none where there are only pictures", async () => {
    const path = project({
      name: "still",
      rows: await pictures("still"),
      task: ", frames: { strategy: uniform, count: 6 }",
      systems,
    });
    const { stderr } = await cli(["run", "--set", "retries.attempts=1"], {
      cwd: path,
      env: { MY_KEY: "k-123456" },
    });
    expect(stderr).not.toContain("frames in one request");
  });
});

const chat = 'kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:9/v1", model: m';

it("is estimated by what a condition leaves to show, and whole videos as such", async () => {
  const native = `${chat}, video: native`;
  const path = project({
    name: "estimate",
    rows: [{ id: "q", question: "So?", choices: ["yes", "no"], answer: 0, video: "v.mp4" }],
    task: ", frames: { strategy: uniform, count: 4 }",
    systems: `  - { id: m, ${chat} }\n  - { id: whole, ${native} }\n  - { kind: single-frame, of: m }\n  - { kind: blind, of: m }\n`,
  });
  writeFileSync(join(path, "v.mp4"), "looked for and not opened");
  const { stdout, stderr } = await cli(["run", "--dry-run", "--json"], { cwd: path });
  const plans = JSON.parse(stdout || stderr).plans as readonly {
    readonly estimate: { readonly images: number; readonly videos: number };
  }[];
  expect(plans.map(({ estimate: { images, videos } }) => [images, videos])).toEqual([
    [4, 0],
    [0, 1],
    [1, 0],
    [0, 0],
  ]);
  expect((await cli(["run", "--dry-run"], { cwd: path })).stdout).toContain(
    "tokens of whole videos depend on their length",
  );
});
