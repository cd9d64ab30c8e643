import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtCommand } from "./built-command.ts";
import { type MeasuredProcess, measuredProcess } from "./measured-process.ts";

const promptfoo =
  process.env.VIDIMUS_PROMPTFOO ??
  join(tmpdir(), "peers-promptfoo", "node_modules", ".bin", "promptfoo");
const inspectPython =
  process.env.VIDIMUS_INSPECT ?? join(tmpdir(), "peers-inspect", "bin", "python");
const lmmsPython = process.env.VIDIMUS_LMMS ?? join(tmpdir(), "peers-lmms", "bin", "python");

/** Whom ours can be put beside, where each is looked for, and what to do where it is not there. */
export const enginePeers: Readonly<
  Record<string, { readonly path: string; readonly hint: string }>
> = {
  promptfoo: {
    path: promptfoo,
    hint: "npm install promptfoo somewhere and name its command as VIDIMUS_PROMPTFOO",
  },
  inspect_ai: {
    path: inspectPython,
    hint: "make a Python environment with inspect_ai and openai and name its python as VIDIMUS_INSPECT",
  },
  "lmms-eval": {
    path: lmmsPython,
    hint: "make a Python environment with lmms-eval and name its python as VIDIMUS_LMMS",
  },
};

/** The same questions to the same server, whoever asks. */
export interface EngineJob {
  readonly directory: string;
  readonly port: number;
  readonly count: number;
  /** Requests at a time. */
  readonly concurrency: number;
  /** File names below `images`; none: text only. */
  readonly images: readonly string[];
}

const question = (i: number) =>
  `What happens at moment ${i} of the recording of machine ${i % 97}?`;
const choices = ["it starts", "it stops", "it turns", "nothing"];
const imagesOf = (images: readonly string[], i: number) =>
  Array.from(
    { length: Math.min(8, images.length) },
    (_, j) => images[(i * 8 + j) % images.length]!,
  );

/**
 * Replies come from the server, frames from the cache where an earlier run left them. Its run is
 * the only one below `runs`.
 */
export async function askByVidimus(job: EngineJob): Promise<MeasuredProcess> {
  for (const kept of globSync(join(job.directory, "{runs,cache/replies.sqlite*}")))
    rmSync(kept, { recursive: true });
  return askAgainByVidimus(job);
}

/** The same with the replies that an earlier run left in the cache. */
export async function askAgainByVidimus({
  directory,
  port,
  count,
  concurrency,
  images,
}: EngineJob): Promise<MeasuredProcess> {
  const name = `bench-${images.length > 0 ? "frames" : "text"}-${count}`;
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `q${i}`,
    group: `v${Math.floor(i / 5)}`,
    question: question(i),
    choices,
    answer: i % 4,
    ...(images.length > 0 ? { media: imagesOf(images, i) } : {}),
  }));
  writeFileSync(
    join(directory, `${name}.jsonl`),
    rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
  );
  const text = `name: ${name}
tasks:
  - { id: qa, family: multiple-choice, data: { path: ${name}.jsonl, media: ${images.length > 0 ? "images" : "none"} } }
systems:
  - { id: model, kind: chat, provider: openai-compatible, baseUrl: "http://127.0.0.1:${port}/v1", model: bench, maxTokens: 16, concurrency: ${concurrency}, pacing: fixed }
`;
  writeFileSync(join(directory, `${name}.yaml`), text);
  const env = { VIDIMUS_CACHE: join(directory, "cache") };
  return measuredProcess({
    command: process.execPath,
    args: [builtCommand, "run", `${name}.yaml`, "--new", "--json"],
    cwd: directory,
    env,
  });
}

/** The lower bound: sends the same requests and does nothing else with questions and replies. */
export async function askBarely(job: EngineJob): Promise<MeasuredProcess> {
  const { directory, port, count, concurrency, images } = job;
  const script = fileURLToPath(new URL("./bare-loop.ts", import.meta.url));
  const folder = images.length > 0 ? [join(directory, "images")] : [];
  return measuredProcess({
    command: process.execPath,
    args: [script, String(port), String(count), String(concurrency), ...folder],
    cwd: directory,
  });
}

/** Keeps nothing (`--no-cache`, `--no-write`). */
export async function askByPromptfoo({
  directory,
  port,
  count,
  concurrency,
  images,
}: EngineJob): Promise<MeasuredProcess> {
  const folder = join(directory, "promptfoo");
  mkdirSync(folder, { recursive: true });
  const tests = Array.from({ length: count }, (_, i) => ({
    vars: {
      question: question(i),
      images: imagesOf(images, i).map((path) => join(directory, "images", path)),
    },
    assert: [{ type: "equals", value: "A" }],
  }));
  writeFileSync(
    join(folder, "tests.json"),
    JSON.stringify(
      tests.map((test) => ({
        ...test,
        vars: { ...test.vars, images: test.vars.images.join(",") },
      })),
    ),
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
      {
        id: "openai:chat:bench",
        config: {
          apiBaseUrl: `http://127.0.0.1:${port}/v1`,
          apiKey: "none",
          temperature: 0,
          max_tokens: 16,
        },
      },
    ],
    tests: `file://${join(folder, "tests.json")}`,
  };
  writeFileSync(join(folder, "promptfooconfig.json"), JSON.stringify(config));
  const flags = [
    "--no-cache",
    "--no-table",
    "--no-progress-bar",
    "--no-write",
    "-j",
    String(concurrency),
  ];
  const env = {
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
    PROMPTFOO_CONFIG_DIR: folder,
  };
  const args = ["eval", "-c", join(folder, "promptfooconfig.json"), ...flags];
  return measuredProcess({ command: promptfoo, args, cwd: folder, env });
}

/** Writes its log with every sample, images left out of it. */
export async function askByInspect(job: EngineJob): Promise<MeasuredProcess> {
  const env = { BENCH_API_KEY: "none", BENCH_BASE_URL: addressOf(job) };
  return askByPython({ python: inspectPython, script: "engine-inspect.py", env }, job);
}

/** Writes its log of samples and its results; has no cache of replies unless told to. */
export async function askByLmms(job: EngineJob): Promise<MeasuredProcess> {
  const env = { OPENAI_API_KEY: "none", OPENAI_API_BASE: addressOf(job) };
  return askByPython({ python: lmmsPython, script: "engine-lmms.py", env }, job);
}

interface PythonPeer {
  readonly python: string;
  /** Below `peers`; is given the questions' file and how many requests are made at a time. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

function askByPython(
  { python, script, env }: PythonPeer,
  { directory, count, concurrency, images }: EngineJob,
): Promise<MeasuredProcess> {
  const rows = Array.from({ length: count }, (_, i) => ({
    question: question(i),
    choices,
    images: imagesOf(images, i).map((path) => join(directory, "images", path)),
  }));
  const questions = join(directory, "questions.json");
  writeFileSync(questions, JSON.stringify(rows));
  const program = fileURLToPath(new URL(`./peers/${script}`, import.meta.url));
  return measuredProcess({
    command: python,
    args: [program, questions, String(concurrency)],
    cwd: directory,
    env,
  });
}

const addressOf = ({ port }: EngineJob) => `http://127.0.0.1:${port}/v1`;
