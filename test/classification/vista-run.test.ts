import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { RunPlan } from "../../src/evaluation/estimate/dry-run.ts";
import { vistaRun } from "../../src/families/classification/foreign/vista/vista-run.ts";
import { replyTo } from "../../src/families/classification/format-examples.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { presetNames } from "../../src/systems/encoder/presets.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { providerServer } from "../providers/provider-server.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { configText, models, writeExperiment } from "./vista-experiment.ts";

const folder = temporaryFolder();
/** A tiny video encoder with random weights. */
const manifest = fileURLToPath(
  new URL("../reference/encoder/viclip/manifest.yaml", import.meta.url),
);
const videos = ["alfred/d1", "alfred/d2", "alfred/d3", "real_life/c1", "real_life/c2"];

beforeAll(() => {
  writeExperiment(folder, configText(models.gpt));
  for (const video of videos) {
    folder.file(`videos/${video}.mp4`, "");
    encodeVideo(join(folder.path, "videos", `${video}.mp4`), {
      encoder: "libx264",
      container: "mp4",
      width: 64,
      height: 64,
      ticks: Array.from({ length: 20 }, (_, i) => i),
      ticksPerSecond: 4,
    });
  }
});

describe("an experiment of ViSTa", () => {
  it("is checked as it is", async () => {
    const { stdout, status, stderr } = await cli(["check", "config.yaml", "--json"], {
      cwd: folder.path,
    });
    expect(status, stderr + stdout).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      well: true,
      tasks: [{ task: "vista", family: "classification", samples: 6 }],
    });
  });

  it("is checked for weights that are missing, and says what opens its videos", async () => {
    const clip = (frames: number) =>
      `{ kind: encoder, encoder: clip, hf_model: ViT-L-14/openai, n_frames: ${frames}, heads: [{ kind: cosine }] }`;
    folder.file("cache/about.txt", "weights");
    folder.file("weights.yaml", `cache_dir: cache\n${configText(`${clip(2)}\n  - ${clip(4)}`)}`);
    const { stdout, status } = await cli(["check", "weights.yaml"], { cwd: folder.path });
    expect(stdout).toContain(
      "error: cache/encoders/clip/ViT-L-14/openai is not there, which clip-2_cosine, clip-4_cosine need; tools/export/open_clip_to_onnx.py writes",
    );
    expect(stdout).toContain("vidimus probe weights.yaml opens them all");
    // As a run would: it would stop for want of them.
    expect(status).toBe(2);
  });

  it("is not needed by check where vidimus.yaml is there", async () => {
    const none = await cli(["check"], { cwd: folder.path });
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining("vidimus.yaml") });
    const named = await cli(["check", "--family", "retrieval"], { cwd: folder.path });
    expect(named.stderr).toContain("there is no data to check");
    folder.file(
      "own/vidimus.yaml",
      "name: n\ntasks: [{ id: t, family: classification, data: { format: vista, path: ../tasks, media: ../videos } }]\nsystems: [{ kind: majority }]\n",
    );
    const own = await cli(["check"], { cwd: join(folder.path, "own") });
    expect(own.status, own.stdout + own.stderr).toBe(0);
  });

  it("needs no key for a dry run, which says that the run will", async () => {
    const args = ["run", "config.yaml", "--dry-run"];
    const env = { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" };
    const { status, stdout, stderr } = await cli(args, { cwd: folder.path, env });
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('warning: the system "watcher" has no key for openai');
    expect(stdout).toMatch(/watcher +18 +24/);
    const asked = await cli(["run", "config.yaml"], { cwd: folder.path, env });
    expect(asked).toMatchObject({ status: 2, stderr: expect.stringContaining("has no key") });
  });

  it.each(["ViT-B-32", "ViT-L-14", "ViT-H-14", "ViT-bigG-14"])("has a preset for %s", (name) => {
    const model = `{ kind: encoder, encoder: clip, hf_model: ${name}/x, n_frames: 2, heads: [{ kind: cosine }] }`;
    const read = vistaRun.translate(configText(model), {
      file: "a.yaml",
      environment: {},
      locate: (path) => (path.endsWith("manifest.yaml") ? undefined : path),
    });
    expect(read).toMatchObject({
      config: { systems: [{ preset: expect.toSatisfy((one) => presetNames.includes(one)) }] },
    });
  });

  it("is run as it is: three asks for each video and task, to the server that is named", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: ({ text }) => ({ text: replyTo(text) ?? "" }),
    });
    const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "" };
    const planned = await cli(["run", "config.yaml", "--dry-run", "--json"], {
      cwd: folder.path,
      env,
    });
    expect(planned.status, planned.stderr).toBe(0);
    expect(server.questions).toEqual([]);
    const args = ["run", "config.yaml", "--json", "--export", "vista"];
    const { stdout, stderr, status } = await cli(args, { cwd: folder.path, env });
    expect(status, stderr).toBe(0);
    expect(server.refused).toEqual([]);
    expect(server.questions).toHaveLength(18);
    expect(server.questions.map(({ pictures }) => pictures.length).toSorted()).toEqual([
      ...Array<number>(12).fill(0),
      ...Array<number>(6).fill(4),
    ]);
    const [system] = (JSON.parse(stdout) as Summary).tasks[0]!.systems;
    // The model likes the first label of each task: 1 of 3 and 1 of 3.
    expect(system).toMatchObject({ id: "watcher", outcomes: { answered: 6 } });
    expect(system!.metrics.accuracy!.value).toBeCloseTo(1 / 3, 9);
    expect(Object.keys(system!.slices.task!)).toEqual(["foundation/drawer", "level_2/remix/cup"]);
  });

  it("shows models side by side, whatever frames and examples they are shown", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: ({ text }) => ({ text: replyTo(text) ?? "" }),
    });
    const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "" };
    folder.file(
      "pair.yaml",
      configText(
        "{ kind: gpt, n_frames: 2, model: few }\n  - { kind: gpt, n_frames: 5, model: more, is_one_shot: true }",
      ),
    );
    const planned = await cli(["run", "pair.yaml", "--dry-run", "--json"], {
      cwd: folder.path,
      env,
    });
    const { plans } = JSON.parse(planned.stdout) as RunPlan;
    expect(plans.map(({ estimate }) => estimate?.images)).toEqual([6 * 2, 6 * 5]);
    const args = ["run", "pair.yaml", "--json", "--export", "vista"];
    const { stdout, stderr, status } = await cli(args, { cwd: folder.path, env });
    expect(status, stderr).toBe(0);
    const shown = server.questions.filter(({ pictures }) => pictures.length > 0);
    expect(
      shown
        .map(({ pictures, text }) => [pictures.length, text.includes("a closed drawer")])
        .toSorted(),
    ).toEqual([
      ...Array(6).fill([2, false]),
      ...Array(3).fill([5, false]),
      ...Array(3).fill([5, true]),
    ]);
    const { tasks } = JSON.parse(stdout) as Summary;
    expect(tasks.map(({ systems }) => systems.map(({ id, asked }) => ({ id, asked })))).toEqual([
      [
        { id: "few", asked: { frames: { strategy: "vista", count: 2, strict: false } } },
        {
          id: "more",
          asked: {
            frames: { strategy: "vista", count: 5, strict: false },
            options: { example: true },
          },
        },
      ],
    ]);
    const [run] = readdirSync(join(folder.path, "runs")).filter((name) => name.endsWith("-pair"));
    const exported = (file: string) =>
      readFileSync(join(folder.path, "runs", run!, "exports/vista/vista", file), "utf8");
    const models = exported("results.csv")
      .trim()
      .split("\n")
      .map((row) => row.split(",")[1]);
    expect([...new Set(models)]).toEqual(["model", "few", "more"]);
    // Scored again from the log, nothing is forgotten.
    const again = await cli(["score", `runs/${run}`, "--json"], { cwd: folder.path });
    expect((JSON.parse(again.stdout) as Summary).tasks, again.stderr).toEqual(tasks);
  });

  it("is read by a configuration of ours too", async () => {
    folder.file(
      "own.yaml",
      `name: own
tasks:
  - id: labels
    family: classification
    data: { format: vista, path: config.yaml }
    frames: { strategy: vista, count: 4 }
    options: { similarity: dot }
systems:
  - { kind: oracle }
  - { kind: chance }
  - { kind: pixel-encoder }
  - { kind: encoder, manifest: ${manifest} }
`,
    );
    const { stdout, stderr } = await cli(["run", "own.yaml", "--json"], { cwd: folder.path });
    const { systems } = (JSON.parse(stdout || "{}") as Summary).tasks[0]!;
    expect(
      systems.map(({ outcomes }) => outcomes),
      stderr,
    ).toEqual(Array(4).fill(expect.objectContaining({ answered: 6 })));
    expect(systems[0]!.metrics["macro-f1"]!.value).toBe(1);
  });

  it("is refused with what is wrong, and where", async () => {
    folder.file("bad.yaml", configText("{ kind: gpt, n_frames: 1 }"));
    for (const command of ["check", "run"]) {
      const { status, stderr } = await cli([command, "bad.yaml"], { cwd: folder.path });
      expect(stderr).toMatch(
        /bad\.yaml:5:28 {2}models\.0\.n_frames: must be a whole number from 2/,
      );
      expect(status).toBe(2);
    }
    folder.file("bad.yaml", configText(models.viclip));
    const { stderr } = await cli(["run", "bad.yaml"], { cwd: folder.path });
    expect(stderr).toMatch(
      /the system "viclip_cosine": no such file: \/data\/.*encoders\/viclip\n.*viclip_to_onnx\.py writes/,
    );
  });
});
