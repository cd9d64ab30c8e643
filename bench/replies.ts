import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replay, seenNothing } from "../src/core/asking/replay.ts";
import { answered } from "../src/core/run/outcome.ts";
import type { RunEvent } from "../src/core/run/run-event.ts";
import { workKey } from "../src/core/run/work.ts";
import { multipleChoice } from "../src/families/multiple-choice/index.ts";
import { contentDigest } from "../src/files/content-digest.ts";
import { createLocalRun, readLocalRun } from "../src/store/local-run-store.ts";
import { ReplyDatabase } from "../src/store/reply-database.ts";
import { readCompletion } from "../src/systems/chat/completions/read-completion.ts";
import { readReply } from "../src/systems/chat/read-reply.ts";
import { cpuSeconds } from "./side-by-side.ts";

const count = 20_000;
const rounds = 5;
const explanation =
  "The man in the red coat turns the handle twice before the light goes on, which can be seen at the end of the second scene. ";

/** What a model says: a letter, a letter with reasons, and reasons that end in a letter. */
const said: Readonly<Record<string, string>> = {
  letter: "B",
  "letter, 60 words": `B. ${explanation.repeat(2)}`,
  "250 words, letter": `${explanation.repeat(10)}\n\nThe answer is (B).`,
};

const sample = {
  id: "q",
  group: "v",
  question: "What happens first?",
  choices: ["the door opens", "the light goes on", "a bell rings", "someone speaks", "nothing"],
  answer: 1,
  media: [{ kind: "video" as const, path: "v.mp4" }],
  metadata: {},
};

/**
 * CPU time of reading one reply, by what is done with it: bytes of a server, an extractor, the run
 * log, the cache of replies.
 */
export async function run(): Promise<void> {
  console.log(`CPU microseconds for one reply; median of ${rounds} rounds of ${count}`);
  for (const [name, text] of Object.entries(said)) {
    console.log(`\n${name}, ${text.length} characters`);
    await print("server's bytes to outcome", () => readBodies(text));
    await print("outcome to prediction, standard", () => extract(text));
    await readBack(text);
  }
}

function readBodies(text: string): void {
  const usage = { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 };
  const choices = [
    { index: 0, finish_reason: "stop", message: { role: "assistant", content: text } },
  ];
  const body = JSON.stringify({
    id: "c",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "m",
    choices,
    usage,
  });
  const headers = {
    "content-type": "application/json",
    "x-request-id": "r",
    "x-ratelimit-remaining-requests": "100",
  };
  for (let i = 0; i < count; i++)
    readReply(readCompletion({ status: 200, headers, body }, 12), [], i);
}

function extract(text: string): void {
  const options = multipleChoice.data.options.parse({});
  const context = { options, prompts: {}, refs: [], sees: false, extractor: "standard" };
  const reply = answered({ text, finish: "stop" as const });
  for (let i = 0; i < count; i++)
    replay(multipleChoice.asking.protocols.chat!.steps(sample, context), {
      reply: () => reply,
      seen: seenNothing,
    });
}

/**
 * The log is opened without its index's help, as after a kill, and read in the order in which
 * samples are planned, which is not the log's.
 */
async function readBack(text: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-replies-"));
  try {
    const keys = Array.from({ length: count }, (_, i) =>
      workKey(contentDigest("cell").slice(0, 16), contentDigest(`${i}`).slice(0, 32)),
    );
    const store = await createLocalRun(directory, {
      schema: "vidimus-run/1",
      name: "bench",
      createdAt: 0,
      spec: {},
    });
    for (const [i, key] of keys.entries()) await append(store, key, i, text);
    await store[Symbol.asyncDispose]();
    const reader = await readLocalRun(directory);
    await print("run log to histories", async () => {
      for (let from = 0; from < count; from += 250)
        await reader.histories(keys.slice(from, from + 250));
    });
    await print("run log, every event", async () => {
      for await (const _ of reader.events());
    });
    await reader[Symbol.asyncDispose]();
    using cache = new ReplyDatabase({ directory, clock: Date.now });
    const asked = keys.map((key) => ({ digest: contentDigest(key), text: key }));
    for (const key of asked) cache.put(key, answered({ text, finish: "stop" }));
    await print("cache of replies", () => {
      for (const key of asked) cache.get(key);
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function append(
  store: Awaited<ReturnType<typeof createLocalRun>>,
  key: string,
  i: number,
  text: string,
): Promise<void> {
  const facts = {
    usage: { input: 100, output: 1 },
    requestId: "chatcmpl-bench",
    model: "m",
    finish: "stop",
    totalMs: 1.2,
  };
  const ask = contentDigest(`ask ${i}`);
  const reply = {
    event: "reply",
    key,
    attempt: 1,
    step: 0,
    position: 0,
    ask,
    outcome: answered({ text, finish: "stop" }),
    facts,
    at: i,
  };
  const outcome = {
    event: "outcome",
    key,
    attempt: 1,
    task: "qa",
    system: "m",
    sample: `q${i}`,
    outcome: answered({ choice: 1 }),
    at: i,
  };
  const appended = store.append([reply, outcome] as unknown as readonly RunEvent[]);
  if (i % 1_000 === 0) await appended;
}

async function print(what: string, job: () => unknown): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await cpuSeconds(job));
  const middle = taken.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!;
  console.log(`  ${what.padEnd(34)} ${((1e6 * middle) / count).toFixed(1).padStart(7)}`);
}
