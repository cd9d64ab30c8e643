import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { type HubServer, hubServer } from "../support/hub-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const table = readFileSync(fileURLToPath(new URL("./files/openseesime.parquet", import.meta.url)));
const commit = "c".repeat(40);
let server: HubServer;

beforeAll(async () => {
  server = await hubServer({
    "lab/pictures": { commit, files: { "data/test-00000-of-00001.parquet": table } },
  });
  writeFileSync(
    join(folder.path, "vidimus.yaml"),
    `name: pictures
tasks:
  - id: qa
    family: multiple-choice
    data: { format: openseesime, huggingface: lab/pictures, split: test, where: { media_type: image } }
systems:
  - { kind: pixels }
  - { kind: oracle }
`,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const env = () => ({
  HF_ENDPOINT: server.endpoint,
  HF_HOME: join(folder.path, "hf"),
  HF_TOKEN: "",
  HUGGING_FACE_HUB_TOKEN: "",
});

async function run(...args: readonly string[]): Promise<Summary & { directory: string }> {
  const { stdout, stderr } = await cli(["run", "--json", ...args], {
    cwd: folder.path,
    env: env(),
  });
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout) as Summary & { directory: string };
}

describe("a run on a table of pictures from the hub", () => {
  it("shows pictures that came with rows, records where they are from, and needs no network the second time", async () => {
    const { directory, tasks } = await run();
    expect(tasks[0]?.systems.map(({ id, n }) => ({ id, n }))).toEqual([
      { id: "pixels", n: 6 },
      { id: "oracle", n: 6 },
    ]);
    await using store = await readLocalRun(directory);
    const shown: string[] = [];
    const outcomes = new Set<string>();
    for await (const event of store.events()) {
      if (event.event === "media") shown.push(JSON.stringify(event));
      if (event.event === "outcome") outcomes.add(event.outcome.kind);
    }
    expect(shown).toHaveLength(6);
    expect(outcomes).not.toContain("media-error");
    const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as {
      readonly files: Record<string, { readonly sizeBytes: number }>;
      readonly tasks: readonly { readonly data: unknown }[];
    };
    expect(manifest.tasks[0]?.data).toMatchObject({
      huggingface: "lab/pictures",
      commit,
      split: "test",
    });
    expect(
      manifest.files["hf://datasets/lab/pictures/data/test-00000-of-00001.parquet"]?.sizeBytes,
    ).toBe(table.length);

    const before = server.requests.length;
    const again = await run("--new", "--offline");
    expect(again.tasks[0]?.systems[0]?.n).toBe(6);
    expect(server.requests).toHaveLength(before);
    const probe = await cli(["probe", "vidimus.yaml", "--offline", "--json"], {
      cwd: folder.path,
      env: env(),
    });
    expect(
      (JSON.parse(probe.stdout) as { files: { problem?: string }[] }).files.map(
        ({ problem }) => problem,
      ),
    ).toEqual([undefined, undefined]);
    const scored = await cli(["score", again.directory, "--offline", "--json"], {
      cwd: folder.path,
      env: { ...env(), VIDIMUS_CACHE: join(folder.path, ".cache") },
    });
    expect((JSON.parse(scored.stdout) as Summary).tasks[0]?.systems[1]?.n).toBe(6);
  }, 120_000);

  it("opens no file outside the media folder", async () => {
    folder.file("outside/secret.mp4", "x");
    folder.file(
      "inside/qa.jsonl",
      '{"id":"a","question":"q","choices":["x","y"],"answer":0,"video":"../outside/secret.mp4"}\n',
    );
    folder.file(
      "inside/vidimus.yaml",
      "name: a\ntasks: [{ id: a, family: multiple-choice, data: { path: qa.jsonl } }]\nsystems: [{ kind: pixels }]\n",
    );
    const { stdout } = await cli(["probe", "vidimus.yaml", "--json"], {
      cwd: join(folder.path, "inside"),
      env: env(),
    });
    expect(stdout).toContain("../outside/secret.mp4: lies outside the media folder");
  }, 60_000);

  it("says what it would fetch where it may not", async () => {
    const { status, stderr } = await cli(["run", "--offline"], {
      cwd: folder.path,
      env: { ...env(), VIDIMUS_CACHE: join(folder.path, "empty") },
    });
    expect(status).toBe(2);
    expect(stderr).toContain(
      `offline, but this would be fetched: ${server.endpoint}/api/datasets/lab/pictures/revision/main`,
    );
  }, 60_000);
});
