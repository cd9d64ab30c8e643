// A command for tests, in Node: watches streams, repeats what it has heard, and misbehaves where a
// turn says so.
import { createInterface } from "node:readline";

interface Message {
  readonly type: string;
  readonly id?: number;
  readonly stream?: string;
  readonly step?: number;
  readonly about?: { readonly id: string };
  readonly turns?: readonly { readonly text: string }[];
  readonly frames?: readonly { readonly data: string }[];
}

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const heard = new Map<string, string[]>();

for await (const line of createInterface({ input: process.stdin })) {
  const {
    type,
    id,
    stream = "",
    step,
    about,
    turns = [],
    frames = [],
  } = JSON.parse(line) as Message;
  if (type === "hello") {
    await new Promise((resolve) => setTimeout(resolve, Number(process.env.STREAM_START_MS ?? 0)));
    say({
      type: "ready",
      protocol: 1,
      speaks: "stream",
      identity: { version: 1 },
      sessions: Number(process.env.STREAM_SESSIONS ?? 1),
    });
  } else if (type === "open") heard.set(stream, [`${about!.id}@${process.pid}`]);
  else if (type === "close") heard.delete(stream);
  else if (type === "bye") process.exit(0);
  else if (type === "step") {
    const texts = turns.map(({ text }) => text);
    const pictures = frames.map(({ data }) => Buffer.from(data, "base64").toString());
    heard.get(stream)!.push(...texts, ...pictures);
    if (texts.includes("[die]")) {
      process.stderr.write(`out of memory at step ${step}\n`);
      process.kill(process.pid, "SIGKILL");
    }
    if (texts.includes("[hang]")) continue;
    if (texts.includes("[error]"))
      say({ type: "answer", id, error: "not now", cause: "transient" });
    else if (texts.includes("[mute]")) say({ type: "answer", id });
    else say({ type: "answer", id, say: heard.get(stream)!.join(" "), confidence: 0.5 });
  }
}
