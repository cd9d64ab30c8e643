import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { type MeasuredProcess, measuredProcess } from "./measured-process.ts";

const concurrency = 64;
const counts = [2_000, 20_000];
/** Peers take minutes for more. */
const peerCount = 2_000;
const bin = process.env.VIDIMUS_BIN ?? fileURLToPath(new URL("../dist/main.js", import.meta.url));
const promptfoo = process.env.VIDIMUS_PROMPTFOO ?? join(tmpdir(), "peers-promptfoo", "node_modules", ".bin", "promptfoo");
const inspectPython = process.env.VIDIMUS_INSPECT ?? join(tmpdir(), "peers-inspect", "bin", "python");

/**
 * Whole runs against a local chat server that answers at once, and one that takes 100 ms, 64 requests at a time: samples per second, CPU time
 * and peak memory of the command, beside promptfoo and inspect_ai where they are installed. The server has a process of its own.
 */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-engine-"));
  try {
    for (const withFrames of [false, true])
      for (const delayMs of [0, 100]) {
        await using server = await startServer(delayMs);
        console.log(`\nserver ${delayMs} ms, ${withFrames ? "8 cached frames of about 10 kB" : "text only"}, concurrency ${concurrency}`);
        console.log("                            samples/s   seconds   CPU ms/sample   peak MB   of ideal");
        const job = { directory, port: server.port, delayMs, withFrames };
        await compare(job);
      }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

interface Job {
  readonly directory: string;
  readonly port: number;
  readonly delayMs: number;
  readonly withFrames: boolean;
}

async function compare(job: Job): Promise<void> {
  const images = job.withFrames ? await makeImages(join(job.directory, "images")) : [];
  for (const count of job.withFrames ? [peerCount] : counts) {
    const ours = await runOurs(job, count, images);
    print(`vidimus            ${count}`, ours, { count, delayMs: job.delayMs });
    const cached = await runOurs(job, count, images);
    print(`  replies cached   ${count}`, cached, { count, delayMs: 0 });
  }
  for (const [name, peer] of Object.entries({ promptfoo: runPromptfoo, inspect_ai: runInspect })) {
    const measured = await peer(job, images);
    if (measured?.status === 0) print(`${name.padEnd(18)} ${peerCount}`, measured, { count: peerCount, delayMs: job.delayMs });
  }
}

function print(
  name: string,
  { seconds, cpuSeconds, peakMb }: MeasuredProcess,
  { count, delayMs }: { count: number; delayMs: number },
): void {
  const ideal = delayMs === 0 ? "" : `${((100 * ((count / concurrency) * delayMs)) / 1000 / seconds).toFixed(1)} %`;
  const cells = [(count / seconds).toFixed(0), seconds.toFixed(2), ((1000 * cpuSeconds) / count).toFixed(2), peakMb.toFixed(0), ideal];
  console.log(name.padEnd(26) + cells.map((cell, i) => cell.padStart([11, 10, 16, 10, 11][i]!)).join(""));
}

const question = (i: number) => `What happens at moment ${i} of the recording of machine ${i % 97}?`;
const choices = ["it starts", "it stops", "it turns", "nothing"];
const imagesOf = (images: readonly string[], i: number) =>
  Array.from({ length: Math.min(8, images.length) }, (_, j) => images[(i * 8 + j) % images.length]!);

/** The second call of the same job finds its replies in the cache. */
async function runOurs({ directory, port, withFrames, delayMs }: Job, count: number, images: readonly string[]): Promise<MeasuredProcess> {
  const name = `bench-${delayMs}-${withFrames ? "frames" : "text"}-${count}`;
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `q${i}`,
    group: `v${Math.floor(i / 5)}`,
    question: question(i),
    choices,
    answer: i % 4,
    ...(withFrames ? { media: imagesOf(images, i) } : {}),
  }));
  writeFileSync(join(directory, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const text = `name: ${name}
tasks:
  - { id: qa, family: multiple-choice, data: { path: ${name}.jsonl, media: images } }
systems:
  - { id: model, kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:${port}/v1", model: bench, maxTokens: 16, concurrency: ${concurrency}, pacing: fixed }
`;
  writeFileSync(join(directory, `${name}.yaml`), text);
  const env = { VIDIMUS_CACHE: join(directory, "cache") };
  return measuredProcess({ command: process.execPath, args: [bin, "run", `${name}.yaml`, "--new", "--json"], cwd: directory, env });
}

async function runPromptfoo({ directory, port, withFrames }: Job, images: readonly string[]): Promise<MeasuredProcess | undefined> {
  if (!existsSync(promptfoo)) {
    console.log("promptfoo: not installed; npm install promptfoo somewhere and name its command as VIDIMUS_PROMPTFOO");
    return undefined;
  }
  const folder = join(directory, "promptfoo");
  mkdirSync(folder, { recursive: true });
  const tests = Array.from({ length: peerCount }, (_, i) => ({
    vars: { question: question(i), images: withFrames ? imagesOf(images, i).map((path) => join(directory, "images", path)) : [] },
    assert: [{ type: "equals", value: "A" }],
  }));
  writeFileSync(
    join(folder, "tests.json"),
    JSON.stringify(tests.map((test) => ({ ...test, vars: { ...test.vars, images: test.vars.images.join(",") } }))),
  );
  writeFileSync(
    join(folder, "prompt.mjs"),
    `import { readFileSync } from "node:fs";
export default ({ vars }) => JSON.stringify([{ role: "user", content: [
  ...vars.images.split(",").filter(Boolean).map((path) => ({ type: "image_url", image_url: { url: "data:image/jpeg;base64," + readFileSync(path, "base64") } })),
  { type: "text", text: vars.question + "\\n${choices.map((choice, i) => `${"ABCD"[i]}. ${choice}`).join("\\n")}\\nReply with the letter." } ] }]);
`,
  );
  const config = {
    prompts: [`file://${join(folder, "prompt.mjs")}`],
    providers: [
      { id: "openai:chat:bench", config: { apiBaseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "none", temperature: 0, max_tokens: 16 } },
    ],
    tests: `file://${join(folder, "tests.json")}`,
  };
  writeFileSync(join(folder, "promptfooconfig.json"), JSON.stringify(config));
  const flags = ["--no-cache", "--no-table", "--no-progress-bar", "--no-write", "-j", String(concurrency)];
  const env = {
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
    PROMPTFOO_CONFIG_DIR: folder,
  };
  const args = ["eval", "-c", join(folder, "promptfooconfig.json"), ...flags];
  return measuredProcess({ command: promptfoo, args, cwd: folder, env });
}

async function runInspect({ directory, port, withFrames }: Job, images: readonly string[]): Promise<MeasuredProcess | undefined> {
  if (!existsSync(inspectPython)) {
    console.log("inspect_ai: not installed; make a Python environment with inspect_ai and openai and name its python as VIDIMUS_INSPECT");
    return undefined;
  }
  const script = fileURLToPath(new URL("./peers/engine-inspect.py", import.meta.url));
  const rows = Array.from({ length: peerCount }, (_, i) => ({
    question: question(i),
    choices,
    images: withFrames ? imagesOf(images, i).map((path) => join(directory, "images", path)) : [],
  }));
  const path = join(directory, "inspect.json");
  writeFileSync(path, JSON.stringify(rows));
  const env = { BENCH_API_KEY: "none", BENCH_BASE_URL: `http://127.0.0.1:${port}/v1` };
  return measuredProcess({ command: inspectPython, args: [script, path, String(concurrency)], cwd: directory, env });
}

/** Noise that is about 10 kB once it is a JPEG of quality 90. */
async function makeImages(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: 200 }, (_, i) => `${i}.png`);
  for (const [i, name] of names.entries()) {
    if (existsSync(join(folder, name))) continue;
    const pixels = Buffer.alloc(120 * 80 * 3);
    for (let at = 0; at < pixels.length; at += 32) createHash("sha256").update(`${i}/${at}`).digest().copy(pixels, at);
    await sharp(pixels, { raw: { width: 120, height: 80, channels: 3 } })
      .png()
      .toFile(join(folder, name));
  }
  return names;
}

async function startServer(delayMs: number): Promise<AsyncDisposable & { readonly port: number }> {
  const script = fileURLToPath(new URL("./instant-server.ts", import.meta.url));
  const child = spawn(process.execPath, [script, String(delayMs)], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve) => child.stdout.once("data", (text: Buffer) => resolve(Number(text.toString()))));
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill();
      await new Promise((resolve) => child.once("close", resolve));
    },
  };
}
