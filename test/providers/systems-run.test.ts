import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { clipSize, demoClip, drawClip } from "../../src/cli/commands/demo/clips.ts";
import { writeVideo } from "../../src/media/video/write-video.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { googleWire } from "./google-wire.ts";
import { compatibleWire } from "./openai-chat-wire.ts";
import { listening, providerServer } from "./provider-server.ts";
import type { Question } from "./wire.ts";

const folder = temporaryFolder();
const worker = fileURLToPath(new URL("bridge-worker.ts", import.meta.url));

/** Four questions about two pictures; the right answer is always "yes", in changing places. */
async function project(name: string, systems: string): Promise<string> {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  for (const [picture, background] of [
    ["red", "#f00"],
    ["blue", "#00f"],
  ] as const)
    writeFileSync(
      join(path, `${picture}.png`),
      await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  const rows = Array.from({ length: 4 }, (_, i) => {
    const picture = i < 2 ? "red" : "blue";
    const choices = i % 2 === 0 ? ["yes", "no"] : ["no", "yes"];
    return JSON.stringify({
      id: `q${i}`,
      question: `Is it so (${i})?`,
      choices,
      answer: choices.indexOf("yes"),
      image: `${picture}.png`,
      group: picture,
    });
  });
  writeFileSync(join(path, "questions.jsonl"), rows.join("\n"));
  writeFileSync(
    join(path, "vidimus.yaml"),
    `name: systems\ntasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl } }]\nsystems:\n${systems}cache: { replies: false }\n`,
  );
  return path;
}

async function scores(
  path: string,
  args: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd: path });
  expect(status, stderr).toBe(0);
  const { systems } = JSON.parse(stdout).tasks[0] as {
    systems: { id: string; metrics: { accuracy: { value: number } } }[];
  };
  return Object.fromEntries(systems.map(({ id, metrics }) => [id, metrics.accuracy.value]));
}

describe("systems through the command line", () => {
  it("probes: the same model without eyes, with other eyes, with options in other places", async () => {
    // It reads the options: with one read back wrongly, a score would fall.
    const answer = ({ text }: Question) => ({
      text: text.indexOf("yes") < text.indexOf("no") ? "A" : "B",
    });
    await using server = await providerServer({ wire: compatibleWire, answer });
    const path = await project(
      "probes",
      `  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${server.url}/v1" }
  - { id: blind, kind: blind, of: model }
  - { id: one, kind: single-frame, of: model }
  - { id: other, kind: swapped-video, of: model }
  - { id: turned, kind: shuffled-options, of: model }
  - { id: bare, kind: options-only, of: model }
  - { id: truth, kind: oracle }
  - { id: turned-truth, kind: shuffled-options, of: truth }
`,
    );
    const first = await scores(path, ["run"]);
    expect(first).toEqual({
      model: 1,
      blind: 1,
      one: 1,
      other: 1,
      turned: 1,
      bare: 1,
      truth: 1,
      "turned-truth": 1,
    });
    expect(server.refused).toEqual([]);
    const asked = server.questions.map(({ text, pictures }) => ({
      about: /\((\d)\)/.exec(text)?.[1],
      yesFirst: text.indexOf("yes") < text.indexOf("no"),
      pictures: pictures.length,
    }));
    expect(asked).toHaveLength(24);
    expect(asked.filter(({ pictures }) => pictures === 0)).toHaveLength(8);
    expect(asked.filter(({ about }) => about === undefined)).toHaveLength(4);
    // Five ask about question 0 as it is but for "bare"; one of them has its options turned.
    expect(
      asked
        .filter(({ about }) => about === "0")
        .map(({ yesFirst }) => yesFirst)
        .sort(),
    ).toEqual([false, true, true, true, true]);
    const [run] = readdirSync(join(path, "runs"));
    expect(await scores(path, ["score", join("runs", run!)])).toEqual(first);
    const log = readFileSync(join(path, "runs", run!, "run.jsonl"), "utf8").split("\n");
    const shown = log
      .filter((line) => line.includes('"event":"media"'))
      .map((line) => JSON.parse(line) as { key: string; media: { path: string }[] });
    expect(shown).toHaveLength(16);
    expect(shown.filter(({ media }) => media[0]!.path === "red.png")).toHaveLength(8);
    const count = server.questions.length;
    expect(await scores(path, ["run"])).toEqual(first);
    expect(server.questions).toHaveLength(count);
  });

  it("a probe of nothing is refused before anything is asked", async () => {
    const path = await project(
      "nothing",
      "  - { kind: chance }\n  - { kind: blind, of: chanse }\n",
    );
    const { status, stderr } = await cli(["run"], { cwd: path });
    expect(status).toBe(2);
    expect(stderr).toContain('did you mean "chance"?');
  });

  it("a run ends with its results although a command hangs to the end, also one that left a child behind", async () => {
    const hanging = `import { spawn } from "node:child_process";
spawn(process.execPath, ["-e", "setTimeout(() => 0, 8000)"], { stdio: "inherit", detached: true }).unref();
let text = "";
process.stdin.on("data", (chunk) => {
  text += chunk;
  if (text.includes('"ask"')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  else console.log('{"type":"ready","protocol":1,"speaks":"prediction"}');
});
`;
    const path = await project(
      "hanging",
      `  - { id: process, kind: command, command: ["${process.execPath}", hanging.mjs], timeoutMs: 300 }\n`,
    );
    writeFileSync(join(path, "hanging.mjs"), hanging);
    const { status, stdout, stderr } = await cli(
      ["run", "--json", "--limit", "1", "--set", "retries.attempts=1"],
      { cwd: path },
    );
    expect(status, stderr).toBe(3);
    expect(JSON.parse(stdout).tasks[0].systems[0]).toMatchObject({ outcomes: { failed: 1 } });
  });

  it("a command that does everything wrong gives every sample one outcome, and its neighbours their answers", async () => {
    const wrongs = {
      "[die]": /^the command died of this sample: ended by SIGKILL/,
      "[exit]": /^the command died of this sample: ended with code 9/,
      "[orphan]": /^the command died of this sample: ended with code 7/,
      "[mute]": /^the command died of this sample: closed its standard output/,
      "[wrong-id]": /^the command died of this sample: it answered 4711, which it was not asked/,
      "[nonsense]": /^an answer cannot be read: reply/,
      "[hang]": /^no answer within 3000 ms/,
      "[garbage]": undefined,
      "[twice]": undefined,
    } as const;
    const path = await project(
      "wrongs",
      `  - id: process
    kind: command
    command: ["${process.execPath}", "${worker}"]
    environment: { BRIDGE_BATCH: "4" }
    workers: 2
    timeoutMs: 3000
    cancelGraceMs: 100
retries: { attempts: 1 }
`,
    );
    const texts = Object.keys(wrongs).flatMap((wrong, i) => [`before ${i}`, wrong, `after ${i}`]);
    const rows = texts.map((text) =>
      JSON.stringify({ id: text, question: text, choices: ["yes", "no"], answer: 0 }),
    );
    writeFileSync(join(path, "questions.jsonl"), rows.join("\n"));
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: path });
    expect(status, stderr).toBe(3);
    const { tasks, directory } = JSON.parse(stdout);
    expect(tasks[0].systems[0].outcomes).toMatchObject({ answered: 20, failed: 7 });
    const outcomes = readFileSync(join(directory, "run.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.includes('"event":"outcome"'))
      .map(
        (line) => JSON.parse(line) as { key: string; outcome: { kind: string; reason?: string } },
      );
    expect(new Set(outcomes.map(({ key }) => key)).size).toBe(texts.length);
    expect(outcomes).toHaveLength(texts.length);
    const reasons = outcomes.flatMap(({ outcome: { kind, reason } }) =>
      kind === "failed" ? [reason] : [],
    );
    for (const reason of Object.values(wrongs))
      if (reason) expect(reasons).toContainEqual(expect.stringMatching(reason));
  });

  it("a service and a command answer samples without being told the truth", async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      bodies.push(text);
      // Fails once for every question.
      const isFirst = bodies.filter((body) => body === text).length === 1;
      response.writeHead(isFirst ? 503 : 200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          prediction: {
            choice: (JSON.parse(text) as { choices: string[] }).choices.indexOf("yes"),
          },
        }),
      );
    });
    await listening(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`;
    const path = await project(
      "direct",
      `  - { id: server, kind: service, url: "${url}" }
  - { id: process, kind: command, command: ["${process.execPath}", "${worker}"], environment: { BRIDGE_BATCH: "2" }, workers: 2 }
  - { id: turned, kind: shuffled-options, of: process }
retries: { waitMs: 5 }
`,
    );
    const all = { server: 1, process: 1, turned: 1 };
    expect(await scores(path, ["run"])).toEqual(all);
    expect(bodies).toHaveLength(8);
    expect(bodies.join()).not.toContain("answer");
    server.close();
    // What was sent is part of the keys, also where nobody is there to send it.
    const [run] = readdirSync(join(path, "runs"));
    expect(await scores(path, ["score", join("runs", run!)])).toEqual(all);
  });

  it.each([googleWire, compatibleWire])("whole videos go to $id as they are", async (wire) => {
    await using server = await providerServer({ wire, answer: () => ({ text: "A" }) });
    const path = await project(
      `native ${wire.id}`,
      `  - { id: model, kind: chat, provider: ${wire.id}, model: m, baseUrl: "${server.url}/v1beta", apiKey: "\${MY_KEY}", video: native }\n`,
    );
    writeVideo(
      join(path, "clip.mp4"),
      { ...clipSize, encoder: "libx264", container: "mp4" },
      drawClip(demoClip(0, 1)),
    );
    writeFileSync(join(path, "broken.mp4"), "no video at all");
    const rows = ["clip.mp4", "broken.mp4"].map((video) =>
      JSON.stringify({ id: video, question: "?", choices: ["yes", "no"], answer: 0, video }),
    );
    writeFileSync(join(path, "questions.jsonl"), rows.join("\n"));
    const { status, stdout, stderr } = await cli(["run", "--json"], {
      cwd: path,
      env: { MY_KEY: "k-123456" },
    });
    expect(status, stderr).toBe(3);
    expect(server.refused).toEqual([]);
    expect(server.questions).toMatchObject([{ videos: ["video/mp4"], pictures: [] }]);
    expect(server.questions[0]!.text).not.toMatch(/frame/);
    expect(JSON.parse(stdout).tasks[0].systems[0]).toMatchObject({
      outcomes: { answered: 1, "media-error": 1 },
    });
  });

  it("a missing key is one clear line before anything runs", async () => {
    const path = await project(
      "keyless",
      "  - { id: gpt, kind: chat, provider: openai, model: gpt-4.1 }\n",
    );
    const { status, stderr } = await cli(["run"], { cwd: path, env: { OPENAI_API_KEY: "" } });
    expect(status).toBe(2);
    expect(stderr).toMatch(/the system "gpt" has no key for openai/);
    expect(stderr).toContain("set OPENAI_API_KEY");
    expect(
      readdirSync(path)
        .filter((name) => name === "runs")
        .flatMap((name) => readdirSync(join(path, name))),
    ).toEqual([]);
  });
});
