import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { providerServer } from "../providers/provider-server.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

beforeAll(() => {
  const question = { video: "v.mp4", question: "Which?", choices: ["a", "b"], answer: 0 };
  folder.file("q.jsonl", JSON.stringify({ id: "q", ...question }));
  encodeVideo(join(folder.path, "v.mp4"), {
    encoder: "libx264",
    container: "mp4",
    width: 64,
    height: 64,
    ticks: Array.from({ length: 40 }, (_, i) => i),
    ticksPerSecond: 4,
  });
});

interface ManifestCell {
  readonly digest: string;
  readonly media: { readonly sampler: object };
}

/** Of the manifest of a run, which its messages name. */
function cellsOf(messages: string): readonly ManifestCell[] {
  const [run] = /runs\/[\w-]+(?:\.\d+)?/.exec(messages)!;
  const text = readFileSync(join(folder.path, run, "manifest.json"), "utf8");
  return (JSON.parse(text) as { cells: readonly ManifestCell[] }).cells;
}

/** Systems of a server of its own model each, in one task of four frames. */
function configured(url: string, systems: string): string {
  const chat = (id: string, more = "") =>
    `  - { id: ${id}, kind: chat, provider: openai-compatible, baseUrl: "${url}/v1", model: ${id}${more} }\n`;
  return `name: frames
tasks:
  - { id: qa, family: multiple-choice, data: { path: q.jsonl }, frames: { count: 4 } }
systems:
${chat("usual")}${chat("more", ", frames: 7")}${chat("dense", ", frames: { rate: 1, max: 20 }")}${systems}`;
}

describe("systems that are shown frames of their own", () => {
  it("stand beside the others of a task, and so do probes of them", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: () => ({ text: "A" }),
    });
    folder.file(
      "vidimus.yaml",
      configured(server.url, "  - { id: shuffled, kind: shuffled-frames, of: more }\n"),
    );
    const run = await cli(["run", "--json"], { cwd: folder.path });
    const { tasks } = JSON.parse(run.stdout || "{}") as Summary;
    expect(
      tasks[0]!.systems.map(({ id, asked }) => [id, asked?.frames]),
      run.stderr,
    ).toEqual([
      ["usual", { strategy: "uniform", count: 4 }],
      ["more", { strategy: "uniform", count: 7 }],
      ["dense", { strategy: "fps", rate: 1, max: 20 }],
      ["shuffled", { strategy: "uniform", count: 7 }],
    ]);
    const shown = server.questions.map(({ pictures }) => pictures.length);
    expect(shown.toSorted((a, b) => a - b)).toEqual([4, 7, 7, 10]);
    const cells = cellsOf(run.stderr);
    expect(cells.map(({ media }) => media.sampler)).toEqual(
      tasks[0]!.systems.map(({ asked }) => asked?.frames),
    );
    // Keys tell frames apart: what is asked under other ones is other work, all else the same.
    folder.file("vidimus.yaml", configured(server.url, "").replace("frames: 7", "frames: 6"));
    const others = cellsOf((await cli(["run", "--json"], { cwd: folder.path })).stderr);
    expect(others.map(({ digest }, at) => digest === cells[at]!.digest)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    ["  - { kind: oracle, frames: 3 }\n", 'the system "oracle" is shown no frames'],
    [
      "  - { id: whole, kind: chat, provider: openai-compatible, baseUrl: http://127.0.0.1:1/v1, model: m, video: native, frames: 3 }\n",
      'the system "whole" takes whole videos',
    ],
  ])("must be shown some: %s", async (systems, message) => {
    folder.file("wrong.yaml", configured("http://127.0.0.1:1", systems));
    const { status, stderr } = await cli(["run", "wrong.yaml"], { cwd: folder.path });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
