import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { System } from "../src/core/asking/system.ts";
import type { SystemContext } from "../src/core/asking/system-kind.ts";
import { answered } from "../src/core/run/outcome.ts";
import { UserError } from "../src/core/user-error.ts";
import { multipleChoice } from "../src/families/multiple-choice/index.ts";
import { command } from "../src/systems/command/command.ts";
import { commandSettingsSchema } from "../src/systems/command/command-settings.ts";
import { median } from "./measured-command.ts";
import { askPeer, cpuSeconds, peerPython } from "./side-by-side.ts";

const rounds = 7;
const script = fileURLToPath(new URL("./peers/bridge.py", import.meta.url));
const framesEach = 8;

interface Case {
  readonly title: string;
  readonly count: number;
  /** How many asks are put at once, as the engine does with a system that takes so many. */
  readonly atOnce: number;
}

const cases: Readonly<Record<string, Case>> = {
  predict: { title: "predict, a question of 100 characters", count: 2_000, atOnce: 1 },
  batches: { title: "predict, batches of 16", count: 8_000, atOnce: 16 },
  encoder: { title: "encoder, a text to 768 numbers", count: 2_000, atOnce: 1 },
  pixels: { title: `encoder, ${framesEach} frames of 224×224 as pixels`, count: 200, atOnce: 1 },
  jpeg: { title: `chat, ${framesEach} frames of 224×224 as JPEG`, count: 1_000, atOnce: 1 },
  chat: { title: `chat, ${framesEach} frames of 224×224 as PIL images`, count: 200, atOnce: 1 },
};

/** What the bridge to Python adds to each ask, beside the same calls in a loop in Python. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bridge-"));
  try {
    const frames = await pictures();
    console.log(`one process, one ask after the other; ${rounds} rounds, alternating`);
    for (const [name, one] of Object.entries(cases)) await measure(name, one, { folder, frames });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Given {
  readonly folder: string;
  readonly frames: readonly Buffer[];
}

async function measure(name: string, one: Case, { folder, frames }: Given): Promise<void> {
  const asks = Array.from({ length: one.count }, (_, i) => askOf(name, i));
  const file = join(folder, `${name}.json`);
  const sent = name === "pixels" ? await Promise.all(frames.map(pixelsOf)) : frames;
  const data = sent.map((frame) => frame.toString("base64"));
  writeFileSync(file, JSON.stringify(hasFrames(name) ? { frames: data, count: one.count } : asks));
  const servedCpu = join(folder, `${name}.cpu`);
  const system = await served([name, "serve", servedCpu], sent);
  const wall: number[] = [];
  const plain: Plain[] = [];
  let ourCpu = 0;
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    ourCpu += await cpuSeconds(() => askAll(system, asks, one.atOnce));
    wall.push((performance.now() - startedAt) / 1_000);
    const peer = askPeer<Plain>("bridge.py", [name, "plain", file]);
    if (!peer) throw new UserError("no Python", "name one with numpy and pillow as VIDIMUS_PEERS");
    plain.push(peer);
  }
  await system[Symbol.asyncDispose]?.();
  const each = (seconds: readonly number[]) => seconds.map((value) => (value * 1_000) / one.count);
  const ours = each(wall);
  const theirs = each(plain.map(({ seconds }) => seconds));
  const added = ours.map((ms, round) => ms - theirs[round]!);
  const cpu = each([
    Number(readFileSync(servedCpu, "utf8")) / rounds,
    ourCpu / rounds,
    plain.reduce((sum, { cpuSeconds: used }) => sum + used, 0) / rounds,
  ]).map((ms) => ms.toFixed(3));
  console.log(`
${one.title}; for each of ${one.count}
  bridge ${spread(ours)}, plain Python ${spread(theirs)}, ${(median(ours) / median(theirs)).toFixed(2)}×
  added by the bridge: ${spread(added)}
  CPU: ${cpu[0]} ms in Python and ${cpu[1]} here, beside ${cpu[2]}`);
}

interface Plain {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function spread(ms: readonly number[]): string {
  return `${median(ms).toFixed(3)} ms (${Math.min(...ms).toFixed(3)}–${Math.max(...ms).toFixed(3)})`;
}

function askOf(name: string, i: number): Readonly<Record<string, unknown>> {
  const question = `${"What happens after the door is opened? ".repeat(3).slice(0, 95)} ${i}`;
  if (name === "encoder") return { text: question };
  if (name === "pixels") return { frames: refs };
  if (hasFrames(name))
    return { messages: [{ role: "user", parts: [{ frames: refs }, { text: question }] }] };
  const sample = {
    id: `q${i}`,
    group: `v${i}`,
    question,
    choices: ["yes", "no"],
    media: [],
    metadata: {},
  };
  return { sample: multipleChoice.data.sample.parse({ ...sample, answer: 0 }) };
}

function hasFrames(name: string): boolean {
  return ["chat", "jpeg", "pixels"].includes(name);
}

const refs = Array.from({ length: framesEach }, (_, i) => ({
  atSeconds: i,
  digest: String(i),
  mediaType: "image/jpeg",
  width: 224,
  height: 224,
}));

async function askAll(system: System, asks: readonly object[], atOnce: number): Promise<void> {
  const { signal } = new AbortController();
  const put = system.ask as (
    asks: readonly unknown[],
    signal: AbortSignal,
  ) => Promise<readonly { readonly kind: string }[]>;
  for (let at = 0; at < asks.length; at += atOnce) {
    const group = asks.slice(at, at + atOnce);
    const outcomes = await put(
      group.map((ask) => ("sample" in ask ? ask.sample : ask)),
      signal,
    );
    const failed = outcomes.find(({ kind }) => kind !== "answered");
    if (failed) throw new Error(JSON.stringify(failed));
  }
}

async function served(args: readonly string[], frames: readonly Buffer[]): Promise<System> {
  const context = {
    id: "bridge",
    task: "bench",
    family: multipleChoice,
    seed: 1,
    open: () => ({ path: tmpdir() }),
    frame: async ({ digest }: { readonly digest: string }) => frames[Number(digest)]!,
    pixels: async (shown: readonly { readonly digest: string }[]) =>
      answered(shown.map(({ digest }) => frames[Number(digest)]!)),
  } as unknown as SystemContext;
  return command.create(
    commandSettingsSchema.parse({ command: [peerPython, script, ...args] }),
    context,
  );
}

function pixelsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).raw().toBuffer();
}

/** Pictures as detailed as a video's: noise over a gradient, about 15 kB each. */
function pictures(): Promise<readonly Buffer[]> {
  return Promise.all(
    refs.map((_, number) => {
      const pixels = Buffer.alloc(224 * 224 * 3);
      for (let i = 0; i < pixels.length; i++)
        pixels[i] = (i / 700 + ((i * 2_654_435_761 + number * 97) % 41)) % 256;
      return sharp(pixels, { raw: { width: 224, height: 224, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer();
    }),
  );
}
