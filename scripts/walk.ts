/**
 * The way of a command through the source: `node scripts/walk.ts run|score|metric` runs it on a
 * small example and prints the files whose functions were called, in the order of their first
 * calls, and how often that changes from one folder of src to another. Tools that every folder uses
 * (`core`, `math`, `files`, `summary`) are left out.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeVideo } from "../src/media/video/write-video.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-walk-"));
const at = (name: string) => join(folder, name);
const write = (name: string, rows: readonly object[]) =>
  writeFileSync(at(name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

/** The arguments of each example; what they need is made first. */
const walks: Readonly<Record<string, (port: number) => readonly string[]>> = {
  /** A chat model is asked about videos. */
  run(port) {
    const size = { width: 64, height: 48, framesPerSecond: 10 };
    const frames = Array.from({ length: 20 }, (_, at) => new Uint8Array(64 * 48 * 3).fill(10 * at));
    writeVideo(at("clip.mp4"), { encoder: "libx264", container: "mp4", ...size }, frames);
    write("qa.jsonl", [
      { id: "q1", question: "Which?", choices: ["red", "green"], answer: 0, media: ["clip.mp4"] },
    ]);
    const model = {
      id: "model",
      kind: "chat",
      provider: "openai-compatible",
      model: "m",
      baseUrl: `http://127.0.0.1:${port}/v1`,
    };
    const task = {
      id: "qa",
      family: "multiple-choice",
      data: { path: "qa.jsonl", media: "." },
      frames: { count: 2 },
    };
    writeFileSync(
      at("vidimus.json"),
      JSON.stringify({ name: "walk", tasks: [task], systems: [model] }),
    );
    return ["run", "vidimus.json"];
  },
  /** Answers in a file are scored without a configuration. */
  score() {
    write("qa.jsonl", [{ id: "q1", question: "Which?", choices: ["red", "green"], answer: 0 }]);
    write("answers.jsonl", [{ id: "q1", choice: 0 }]);
    return [
      "score",
      "--family",
      "multiple-choice",
      "--data",
      "qa.jsonl",
      "--predictions",
      "answers.jsonl",
    ];
  },
  /** One metric of plain files. */
  metric() {
    const event = { label: "spill", segment: [1, 5] };
    writeFileSync(
      at("truth.json"),
      JSON.stringify({ database: { v1: { subset: "test", duration: 60, annotations: [event] } } }),
    );
    writeFileSync(
      at("found.json"),
      JSON.stringify({ results: { v1: [{ ...event, score: 0.9 }] } }),
    );
    return ["metric", "detection-map", "--reference", "truth.json", "--prediction", "found.json"];
  },
};

const server = createServer((request, response) => {
  const message = { role: "assistant", content: "A" };
  response.setHeader("content-type", "application/json");
  request
    .resume()
    .on("end", () =>
      response.end(
        JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }], usage: {} }),
      ),
    );
});

/** `engine`, of `src/engine/ask.ts`. */
const roomOf = (path: string) => path.split("/")[1]!;

/** Words and tools that every folder uses: calling them leads nowhere. */
const everywhere = ["core", "math", "files", "summary"];

async function walk(name: string): Promise<void> {
  const make = walks[name];
  if (!make) throw new Error(`which way? one of ${Object.keys(walks).join(", ")}`);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const args = make((server.address() as AddressInfo).port);
  const [hook, program] = ["./trace-calls.ts", "../src/cli/bin.js"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const env = { ...process.env, VIDIMUS_TRACE: at("called"), VIDIMUS_CACHE: at("cache") };
  await promisify(execFile)(process.execPath, ["--import", hook!, program!, ...args], {
    cwd: folder,
    env,
  }).catch((error: { code?: number }) => {
    // One sample is no basis for a verdict, which the exit code says.
    if (error.code !== 3) throw error;
  });
  const files = readFileSync(at("called"), "utf8")
    .split("\n")
    .filter((path) => !everywhere.includes(roomOf(path)));
  for (const path of files) console.log(path);
  console.log(
    `${files.filter((path, i) => i > 0 && roomOf(path) !== roomOf(files[i - 1]!)).length} changes of folder`,
  );
}

try {
  await walk(process.argv[2] ?? "run");
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
