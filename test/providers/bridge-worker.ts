// A command for tests, in Node: answers like examples/command-bridge/bridge.py, and misbehaves
// where a question says so.
import { spawn } from "node:child_process";
import { closeSync, existsSync, writeFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

interface Ask {
  readonly id: number;
  readonly sample?: {
    readonly id: string;
    readonly question: string;
    readonly choices: readonly string[];
  };
  readonly messages?: readonly {
    readonly parts: readonly {
      readonly text?: string;
      readonly frames?: readonly { readonly data: string }[];
    }[];
  }[];
  readonly text?: string;
  readonly pairs?: readonly (readonly [string, string])[];
}

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const given = (name: string, otherwise: string) => process.env[name] ?? otherwise;
const speaks = given("BRIDGE_SPEAKS", "prediction");
const startedMs = Number(given("BRIDGE_START_MS", "0"));
const cancelled = new Set<number>();

/**
 * `start`, `other`: all workers but the first, or a file: all starts but the first, which leaves it
 * there.
 */
const fails = given("BRIDGE_FAILS", "");
if (
  fails === "start" ||
  (fails === "other" && given("VIDIMUS_WORKER", "0") !== "0") ||
  existsSync(fails)
) {
  process.stderr.write("loading the weights\nImportError: No module named 'torch'\n");
  process.exit(3);
}
if (fails.startsWith("/")) writeFileSync(fails, "");
process.stdout.write("Loading checkpoint shards: 100%\n");

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as {
    readonly type: string;
    readonly asks?: readonly Ask[];
    readonly ids?: readonly number[];
  };
  if (message.type === "hello") {
    await new Promise((resolve) => setTimeout(resolve, startedMs));
    say({
      type: "ready",
      protocol: Number(given("BRIDGE_PROTOCOL", "1")),
      speaks,
      identity: { model: "first-word", version: 2 },
      batchSize: Number(given("BRIDGE_BATCH", "1")),
      ...(process.env.BRIDGE_CACHEABLE ? { cacheable: true } : {}),
    });
  } else if (message.type === "ask")
    for (const ask of message.asks ?? []) answer(ask, message.asks!.length);
  else if (message.type === "cancel") for (const id of message.ids ?? []) cancelled.add(id);
  else if (message.type === "bye") process.exit(0);
}

function answer(ask: Ask, batch: number): void {
  const { id, sample } = ask;
  const text =
    sample?.question ??
    ask.text ??
    ask.messages?.flatMap(({ parts }) => parts.map((part) => part.text ?? "")).join("") ??
    "";
  if (text.includes("[die]")) {
    process.stderr.write(`CUDA error: device-side assert triggered (${sample?.id})\n`);
    process.kill(process.pid, "SIGKILL");
  }
  if (text.includes("[exit]")) process.exit(9);
  if (text.includes("[hang]")) return;
  // Holds up the whole process, as a model that does not come to an end does.
  if (text.includes("[stall]")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (text.includes("[slow]")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  if (text.includes("[garbage]"))
    process.stdout.write('\u0000{not json}\n{"half":\n[1, 2]\n{"type":"answers"}\n');
  if (text.includes("[long]"))
    process.stdout.write(`${"x".repeat(20_000_000)}\n{"x":"${"y".repeat(20_000_000)}"}\n`);
  if (text.includes("[flood]"))
    for (let i = 0; i < 50; i++) writeSync(2, `${"y".repeat(99)}\n`.repeat(10_000));
  if (text.includes("[orphan]")) {
    spawn(process.execPath, ["-e", "setTimeout(() => 0, 8000)"], {
      stdio: "inherit",
      detached: true,
    }).unref();
    process.exit(7);
  }
  if (text.includes("[mute]")) closeSync(1);
  else if (text.includes("[wrong-id]"))
    say({ type: "answer", id: 4711, prediction: { choice: 0 } });
  else if (text.includes("[error]"))
    say({ type: "answer", id, error: "out of memory", cause: "transient" });
  else if (text.includes("[refuse]")) say({ type: "answer", id, refused: "not allowed" });
  else if (text.includes("[nonsense]")) say({ type: "answer", id, reply: 7, embedding: "x" });
  else if (text.includes("[twice]"))
    for (const choice of [0, 1]) say({ type: "answer", id, prediction: { choice } });
  else if (speaks === "prediction")
    say({
      type: "answer",
      id,
      prediction: {
        choice: sample!.choices.indexOf("yes"),
        explanation: `${batch} ${process.pid} ${given("CUDA_VISIBLE_DEVICES", "none")}`,
      },
      facts: { totalMs: 3 },
    });
  else if (speaks === "chat") {
    const frames = ask.messages!.flatMap(({ parts }) => parts.flatMap((part) => part.frames ?? []));
    say({
      type: "answer",
      id,
      reply: {
        text: `${text} ${frames.map(({ data }) => Buffer.from(data, "base64").toString()).join(",")}`,
      },
    });
  } else if (speaks === "similarity") {
    const cosines = ask.pairs!.map(([said, wanted]) => (said === wanted ? 1 : 0.1));
    say({
      type: "answer",
      id,
      cosines: ask.pairs![0]![0] === "short" ? cosines.slice(1) : cosines,
    });
  } else if (text.startsWith("base64:"))
    say({ type: "answer", id, embedding: text.slice("base64:".length) });
  else say({ type: "answer", id, embedding: [text.length, batch] });
}
