import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ReplyEvent, RunEvent } from "../../src/core/run/run-event.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { providerServer } from "../providers/provider-server.ts";
import type { Question } from "../providers/wire.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const worker = fileURLToPath(new URL("../providers/stream-worker.ts", import.meta.url));

const config = (name: string, systems: readonly string[]) => `
name: ${name}
tasks:
  - { id: assistant, family: dialogue, data: { path: streams.jsonl, media: none }, options: { window: "-5s,5s" } }
retries: { attempts: 2, waitMs: 1 }
systems:
${systems.map((system) => `  - ${system}`).join("\n")}
`;

type Printed = Summary & { readonly directory: string };
const eventsOf = (directory: string) =>
  readFileSync(join(directory, "run.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);

describe("a run with streams", () => {
  const slow = `{ id: echo, kind: command, command: [${process.execPath}, ${worker}] }`;

  it.each(["program", "server"])(
    "of a %s that is killed in the middle shows the broken stream again, and nothing that had ended",
    async (of) => {
      await using server = await echoServer();
      const system =
        of === "program"
          ? slow
          : `{ id: echo, kind: service, url: "${server.url}/step", stream: true, concurrency: 2 }`;
      const many = Array.from({ length: 5 }, (_, i) => ({
        id: `s${i}`,
        duration: 60,
        turns: [{ role: "user", seconds: 1, text: `hello ${i}` }],
      }));
      folder.file("many.jsonl", many.map((row) => JSON.stringify(row)).join("\n"));
      folder.file(
        `killed-${of}.yaml`,
        config(`killed-${of}`, [system]).replace("streams.jsonl", "many.jsonl"),
      );
      const running = startCli(
        ["run", `killed-${of}.yaml`, "--set", "tasks.0.options.askEverySeconds=0.5", "--json"],
        {
          cwd: folder.path,
        },
      );
      const journals = join(folder.path, "runs");
      await until(
        () =>
          journalsIn(journals, of).some((text) => text.includes('"event":"outcome"')) ||
          running.process.exitCode !== null,
      );
      running.process.kill("SIGKILL");
      await running.finished;
      const again = await cli(
        ["run", `killed-${of}.yaml`, "--set", "tasks.0.options.askEverySeconds=0.5", "--json"],
        { cwd: folder.path },
      );
      expect(again.status, again.stderr).toBe(0);
      const events = eventsOf((JSON.parse(again.stdout) as Printed).directory);
      expect(events.filter(({ event }) => event === "outcome")).toHaveLength(many.length);
      const byKey = Map.groupBy(
        events.filter((event): event is ReplyEvent => event.event === "reply"),
        ({ key }) => key,
      );
      for (const replies of byKey.values()) {
        const last = replies.slice(-121);
        expect(last.map(({ step }) => step)).toEqual(
          Array.from({ length: 121 }, (_, step) => step),
        );
        // The program repeats all it has heard: had it missed the first steps, it would not know of
        // the turn.
        const said = last.at(-2)!.outcome as { readonly value: { readonly text: string } };
        expect(said.value.text).toMatch(/^s\d+@\w+ hello \d$/);
      }
      // Streams that were under way when the run was killed are never closed; all others are.
      if (of === "server") expect(server.open()).toBeLessThanOrEqual(2);
    },
  );

  it("fails the one stream that ends every process, with its last words, and scores the others", async () => {
    const turns = (text: string) => [
      { role: "user", seconds: 2, text },
      { role: "assistant", seconds: 4, text: "Well." },
    ];
    folder.file(
      "deadly.jsonl",
      ["fine", "[die]", "good"]
        .map((text) => JSON.stringify({ id: text, turns: turns(text) }))
        .join("\n"),
    );
    folder.file("deadly.yaml", config("deadly", [slow]).replace("streams.jsonl", "deadly.jsonl"));
    const { status, stdout } = await cli(["run", "deadly.yaml", "--json"], { cwd: folder.path });
    expect(status).toBe(3);
    const [echo] = (JSON.parse(stdout) as Printed).tasks[0]!.systems;
    expect(echo).toMatchObject({ n: 2, outcomes: { answered: 2, failed: 1 } });
    expect(JSON.stringify(echo!.reasons)).toMatch(/out of memory at step \d.*shown 3 times/);
  });
});

describe("a chat model that decides by likelihoods", () => {
  /** Sure at 4 s, half sure at 8 s, and never where the person wants quiet. */
  function answer({ text }: Question) {
    const now = Number(
      text
        .match(/\[([\d.]+) s\]/g)!
        .at(-1)!
        .slice(1, -3),
    );
    const talk = text.includes("Be quiet.") ? 0.02 : now === 4 ? 0.9 : now === 8 ? 0.4 : 0.05;
    const likely = {
      Yes: Math.log(talk * 0.75),
      " yes": Math.log(talk * 0.25),
      No: Math.log(1 - talk),
      The: -9,
    };
    return { text: now === 4 ? "Pour the water." : "How is the weather today?", likely };
  }

  it("is asked for words where it finds talking likely, and its threshold is chosen on one split for the other", async () => {
    await using server = await providerServer({ wire: compatibleWire, answer });
    const rows = ["val", "test"].flatMap((split) =>
      ["Help me.", "Be quiet."].map((text) => ({
        id: `${split}: ${text}`,
        split,
        duration: 12,
        turns: [
          // No two streams are alike: the reply to an equal request would come from the cache, or
          // not, by who is first.
          { role: "user", seconds: 1, text: `${text} This is ${split}.` },
          { role: "assistant", seconds: 4, text: "Pour the water." },
        ],
      })),
    );
    folder.file("likely.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    const system = `{ id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${server.url}/v1" }`;
    const text = config("likely", [system]).replace("streams.jsonl", "likely.jsonl");
    folder.file("likely.yaml", text.replace('"-5s,5s"', '"-5s,5s", talkThreshold: 0.3'));
    const { status, stdout, stderr } = await cli(["run", "likely.yaml", "--json"], {
      cwd: folder.path,
    });
    expect(status, stderr).toBe(0);
    expect(server.refused).toEqual([]);
    // Twelve steps of four streams, and words at two steps of two of them.
    expect(server.questions.filter(({ body }) => body.logprobs === true)).toHaveLength(48);
    expect(server.questions).toHaveLength(48 + 4);
    const [model] = (JSON.parse(stdout) as Printed).tasks[0]!.systems;
    expect(model!.metrics).toMatchObject({
      num_matched: { value: 2 },
      num_redundant: { value: 2 },
      num_missed: { value: 2 },
    });
    const chosen = model!.analyses.find(({ id }) => id === "talk-threshold")!.data;
    // Heard from .45 on, the needless words are gone; the quiet stream's reference stays missed.
    expect(chosen).toMatchObject({
      rows: [
        ["test", 0.45, "test", 2 / 3],
        ["test", 0.45, "val", 2 / 3],
        ["val", 0.45, "test", 2 / 3],
        ["val", 0.45, "val", 2 / 3],
      ],
    });
  });
});

describe("results in ProAssist's layout", () => {
  it("are numbered by the places of their streams, whichever the grader was done with first", async () => {
    const ids = ["a", "b", "c", "d"];
    const turns = [{ role: "assistant", seconds: 4, text: "Pour the water." }];
    const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
    folder.file(
      "places.jsonl",
      lines(ids.map((id) => ({ id, duration: 9, dataset: "wtag", turns }))),
    );
    // Of one that says nothing, nothing is graded.
    const said = (id: string) => (id < "c" ? [{ frame: 7, text: "Pour it in now." }] : []);
    folder.file("said.jsonl", lines(ids.map((id) => ({ id, utterances: said(id) }))));
    const encoder = fileURLToPath(new URL("../reference/sentence-encoder/bert", import.meta.url));
    const data = ["--data", "places.jsonl", "--predictions", "said.jsonl", "--similarity", encoder];
    const { status, stderr } = await cli(
      ["score", "--family", "dialogue", ...data, "--export", "proassist", "--output", "places"],
      {
        cwd: folder.path,
      },
    );
    expect(status, stderr).toBe(0);
    const results = join(
      folder.path,
      "places/proassist/places/said/eval/wtag/stream/notalk0.5-maxlen_4k-none/results",
    );
    const uids = ids.map(
      (_, i) => JSON.parse(readFileSync(join(results, `${i}.json`), "utf8")).metadata.video_uid,
    );
    expect(uids).toEqual(ids);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Watches as stream-worker.ts does, over HTTP. */
async function echoServer() {
  const heard = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const { session, about, turns = [], close } = JSON.parse(await text(request));
    if (about) heard.set(session, [`${about.id}@${session}`]);
    if (close) heard.delete(session);
    const own = heard.get(session);
    own?.push(...turns.map((turn: { readonly text: string }) => turn.text));
    response.writeHead(own || close ? 200 : 410, { "content-type": "application/json" });
    response.end(JSON.stringify(close ? {} : { say: own?.join(" ") ?? "" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => heard.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function journalsIn(path: string, of: string): readonly string[] {
  const found = spawnSync("find", [path, "-name", "run.jsonl"], { encoding: "utf8" })
    .stdout.trim()
    .split("\n")
    .filter(Boolean);
  return found
    .filter((name) => name.includes(`killed-${of}`))
    .map((name) => readFileSync(name, "utf8"));
}
