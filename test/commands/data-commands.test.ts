import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { families } from "../../src/families/index.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const inFolder = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  cli(args, { cwd: folder.path, env });

async function rowsOf(path: string): Promise<readonly Record<string, unknown>[]> {
  return (await openDataFile(path).document()) as readonly Record<string, unknown>[];
}

describe("vidimus init", () => {
  it.each(families.map(({ id }) => id))(
    "%s: what it writes is sound and runs as it is",
    async (id) => {
      const made = await inFolder(["init", id, "--output", id]);
      expect(made.status, made.stderr).toBe(0);
      const config = join(id, "vidimus.yaml");
      expect(readFileSync(join(folder.path, config), "utf8")).toMatch(/^# /);
      const checked = await inFolder(["check", config, "--json"]);
      expect(JSON.parse(checked.stdout)).toMatchObject({
        well: true,
        tasks: [{ task: id, family: id }],
      });
      const { status, stdout, stderr } = await inFolder(["run", config, "--json"]);
      expect(status, stderr).toBe(0);
      const { tasks } = JSON.parse(stdout) as Summary;
      const headline = (system: string) => {
        const found = tasks[0]!.systems.find((one) => one.id === system)!;
        return found.metrics[found.headline]!.value!;
      };
      expect(headline("mine")).toBeGreaterThan(0);
      expect(headline("mine")).toBeLessThan(headline("oracle"));
    },
  );

  it("writes a recording of its own making that is sound", async () => {
    const made = await inFolder(["init", "episode", "--recording", "--output", "try"]);
    expect(made.status, made.stderr).toBe(0);
    expect(readdirSync(join(folder.path, "try/recording")).sort()).toEqual([
      "annotation.hdf5",
      "fisheye_cam0.mp4",
      "stereo_left.mp4",
    ]);
    const checked = await inFolder(["check", "try/vidimus.yaml", "--json"]);
    const { tasks } = JSON.parse(checked.stdout) as { tasks: { task: string; samples: number }[] };
    expect(tasks.map(({ task }) => task)).toContain("hand_trajectory_forecast");
    for (const { task, samples } of tasks) expect(samples, task).toBeGreaterThan(50);
    expect(await inFolder(["init", "episode", "--recording", "--output", "try"])).toMatchObject({
      status: 2,
    });
    expect((await inFolder(["init", "retrieval", "--recording"])).stderr).toContain(
      "there is none of the family retrieval",
    );
  });

  it("overwrites nothing", async () => {
    mkdirSync(join(folder.path, "taken"));
    writeFileSync(join(folder.path, "taken", "answers.jsonl"), "mine");
    const { status, stderr } = await inFolder(["init", "--output", "taken"]);
    expect(status).toBe(2);
    expect(stderr).toContain("taken/answers.jsonl: there already, and nothing was written");
    expect(readdirSync(join(folder.path, "taken"))).toEqual(["answers.jsonl"]);
    expect((await inFolder(["init", "multiple-choise"])).stderr).toContain(
      'did you mean "multiple-choice"?',
    );
  });
});

describe("vidimus check", () => {
  it("looks at the data of every row of a matrix, and once at what rows share", async () => {
    const row = (id: string, answer: number) =>
      `${JSON.stringify({ id, question: "?", choices: ["x", "y"], answer })}\n`;
    writeFileSync(join(folder.path, "sound.jsonl"), row("a", 0) + row("b", 1));
    writeFileSync(join(folder.path, "unsound.jsonl"), `${row("a", 0)}{}\n`);
    writeFileSync(
      join(folder.path, "rows.yaml"),
      `name: rows
tasks: [{ id: qa, family: multiple-choice, data: { path: sound.jsonl } }]
systems: [{ kind: chance }]
matrix:
  - { name: plain }
  - { name: verbatim, set: { tasks.qa.options.answer: verbatim } }
  - { name: broken, set: { tasks.qa.data.path: unsound.jsonl } }
`,
    );
    const told = await inFolder(["check", "rows.yaml", "--json"]);
    expect(told.status).toBe(2);
    const { tasks } = JSON.parse(told.stdout) as {
      tasks: { task: string; samples: number; rows?: string[] }[];
    };
    expect(tasks).toMatchObject([
      { task: "qa", samples: 2, rows: ["plain", "verbatim"] },
      { task: "qa", samples: 1, rows: ["broken"] },
    ]);
    expect((await inFolder(["check", "rows.yaml"])).stdout).toMatch(
      /^qa \(rows "plain", "verbatim"\): 2 samples.*\nqa \(row "broken"\): 1 sample/s,
    );
  });

  it("names every row that is no sample and every rule that is broken, and ends with 2", async () => {
    writeFileSync(
      join(folder.path, "bad.csv"),
      "id,question,A,B,answer,video\n1,What?,x,x,A,a.mp4\n2,,y,z,q,b.mp4\n3,Why?,y,z,A,../c.mp4\n1,Who?,k,l,A,a.mp4\n",
    );
    const args = [
      "check",
      "bad.csv",
      "--family",
      "multiple-choice",
      "--format",
      "csv",
      "--media",
      ".",
    ];
    const { status, stdout } = await inFolder([...args, "--json"]);
    expect(status).toBe(2);
    const { tasks } = JSON.parse(stdout) as {
      tasks: {
        samples: number;
        findings: { check: string; message: string; samples: string[] }[];
      }[];
    };
    expect(tasks[0]!.samples).toBe(2);
    expect(tasks[0]!.findings.map(({ check }) => check)).toEqual([
      "readable",
      "readable",
      "duplicate-choices",
      "media-files",
    ]);
    expect(tasks[0]!.findings[0]!.message).toContain(
      'bad.csv:3: answer: "q" is none of the choices',
    );
    expect(tasks[0]!.findings[1]!.message).toContain('bad.csv:5: the id "1" was used before');
    expect(tasks[0]!.findings[3]!.samples).toEqual(["1", "3"]);
    const escaping = join(folder.path, "escaping.csv");
    writeFileSync(escaping, "id,question,A,B,answer,video\n3,Why?,y,z,A,../c.mp4\n");
    const told = (await inFolder(["check", "escaping.csv", ...args.slice(2), "--json"])).stdout;
    expect(told).toContain("../c.mp4: lies outside the media folder");
    const table = await inFolder(args, { COLUMNS: "70" });
    expect(table.stdout).toContain(
      "bad: 2 samples of family multiple-choice, 4 errors, 0 warnings",
    );
    for (const line of table.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(70);
  });

  it("holds a benchmark against a checklist, with what a second annotator says", async () => {
    const row = (at: number, shift: number) =>
      JSON.stringify({
        id: `e${at}`,
        duration: 900,
        domain: "factory",
        events: at === 0 ? [] : [{ type: "fall", start: 10 + shift, end: 20 + shift }],
      });
    const rows = (shift: number, count: number) =>
      Array.from({ length: count }, (_, at) => `${row(at, shift)}\n`).join("");
    writeFileSync(join(folder.path, "first.jsonl"), rows(0, 10));
    writeFileSync(join(folder.path, "second.jsonl"), rows(2, 4));
    const args = ["check", "first.jsonl", "--profile", "vigil-events", "--second", "second.jsonl"];
    const { status, stdout } = await inFolder([...args, "--json"]);
    // Items that are not met are no errors of the data.
    expect(status).toBe(0);
    const [task] = (JSON.parse(stdout) as { tasks: Record<string, unknown>[] }).tasks;
    expect(task).toMatchObject({
      family: "event-detection",
      second: {
        samples: 4,
        onlyFirst: 6,
        onlySecond: 0,
        agreement: [{ metric: "annotator-kappa" }, { metric: "annotator-tiou", n: 3 }],
        ceiling: { metric: "map", n: 4 },
      },
      profile: { id: "vigil-events" },
    });
    const { second, profile } = task as unknown as {
      second: { agreement: { value: number }[]; ceiling: { value: number } };
      profile: { items: { item: string; verdict: string; measured: number }[] };
    };
    // 8 of 12 seconds that either marked are shared; the thresholds up to .65 of .5 to .95 are met.
    expect(second.agreement[1]!.value).toBeCloseTo(2 / 3, 9);
    expect(second.ceiling.value).toBeCloseTo(0.4, 9);
    expect(profile.items).toContainEqual(
      expect.objectContaining({ item: "spot-checked", verdict: "met", measured: 4 }),
    );
    expect((await inFolder(args)).stdout).toContain(
      "checklist vigil-events: 5 met, 4 not met, 0 not known",
    );
    const wrong = await inFolder([
      "check",
      "first.jsonl",
      "--family",
      "dialogue",
      ...args.slice(2),
    ]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain(
      "--profile vigil-events: is for data of the family event-detection",
    );
  });

  it("is fine with warnings, and asks for the family where it cannot know it", async () => {
    writeFileSync(join(folder.path, "good.csv"), "id,question,A,B,answer\n1,What?,x,y,A\n");
    const { status, stdout } = await inFolder([
      "check",
      "good.csv",
      "--family",
      "multiple-choice",
      "--format",
      "csv",
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("1 sample of family multiple-choice, 0 errors, 1 warning");
    writeFileSync(
      join(folder.path, "filmed.csv"),
      "id,question,A,B,answer,video\n1,What?,x,y,A,a.mp4\n2,Who?,x,y,B,a.mp4\n",
    );
    const filmed = await inFolder([
      "check",
      "filmed.csv",
      "--family",
      "multiple-choice",
      "--format",
      "csv",
    ]);
    expect([filmed.status, filmed.stdout]).toEqual([
      0,
      expect.stringContaining("1 picture or video not found beside the data: name"),
    ]);
    expect((await inFolder(["check", "good.csv"])).stderr).toContain("of which family is it?");
    for (const data of ['[{"id": 1}]', '{"q1": "A"}']) {
      writeFileSync(join(folder.path, "data.json"), data);
      const { status, stderr } = await inFolder(["check", "data.json"]);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining("data.json: of which family is it?"),
      ]);
    }
    writeFileSync(join(folder.path, "config.json"), '{"tasks": []}');
    expect((await inFolder(["check", "config.json"])).stderr).toContain("config.json");
    expect((await inFolder(["check", "nowhere.csv"])).stderr).toContain(
      "no such file: nowhere.csv",
    );
  });

  it.each([
    [", media: clips", true],
    ["", false],
  ])(
    "looks for videos that only baselines are asked about where their place is given: %j",
    async (media, isMissed) => {
      const rows = "label,youtube_id,time_start,time_end,split\njuggling,a-1,3,13,val\n";
      folder.file("kinetics/val.csv", rows);
      folder.file("kinetics/clips/other.mp4", "-");
      const data = `{ path: val.csv, format: kinetics${media} }`;
      const task = `tasks: [{ id: k, family: classification, data: ${data} }]`;
      const systems = "systems: [{ id: r, kind: baseline, name: random }]";
      folder.file("kinetics/k.yaml", `name: k\n${task}\n${systems}\n`);
      const { stdout } = await inFolder(["check", "kinetics/k.yaml", "--json"]);
      const [found] = JSON.parse(stdout).tasks;
      const checks = found.findings.map(({ check }: { check: string }) => check);
      expect(checks.includes("media-files")).toBe(isMissed);
    },
  );

  it("does not miss pictures that came with rows", async () => {
    const table = fileURLToPath(new URL("../datasets/files/openseesime.parquet", import.meta.url));
    const args = [
      "check",
      table,
      "--family",
      "multiple-choice",
      "--format",
      "openseesime",
      "--media",
      ".",
      "--json",
    ];
    const [task] = (
      JSON.parse((await inFolder(args)).stdout) as {
        tasks: { samples: number; findings: { check: string }[] }[];
      }
    ).tasks;
    expect(task!.samples).toBe(7);
    // The one video of it is named by its path.
    expect(task!.findings.filter(({ check }) => check === "media-files")).toMatchObject([
      { count: 1 },
    ]);
  });
});

describe("vidimus list", () => {
  it.each(["families", "formats", "metrics", "systems", "runs"])(
    "%s fits the terminal and is JSON on request",
    async (what) => {
      const { status, stdout } = await inFolder(["list", what], { COLUMNS: "90" });
      expect(status).toBe(0);
      for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(90);
      const { schema, ...lists } = JSON.parse(
        (await inFolder(["list", what, "--json"])).stdout,
      ) as Record<string, unknown>;
      expect(schema).toBe("vidimus-list/1");
      expect(Object.keys(lists)).toEqual([what]);
    },
  );

  it("leaves to JSON what a terminal has no room for", async () => {
    const { stdout } = await inFolder(["list", "metrics"], { COLUMNS: "80" });
    expect(stdout).toMatch(/^family +metric +kind +title$/m);
    expect(stdout).toContain("--json has also: measure, signature");
    expect((await inFolder(["list", "metrics"])).stdout).toMatch(
      /^family +metric +kind +title +measure +signature$/m,
    );
  });
});

describe("vidimus export", () => {
  it("writes the same rows as CSV, Parquet and JSON lines, and layouts of the family", async () => {
    await inFolder(["init", "--output", "exported"]);
    const { directory } = JSON.parse(
      (await inFolder(["run", "exported/vidimus.yaml", "--json"])).stdout,
    ) as { directory: string };
    const { status, stdout, stderr } = await inFolder([
      "export",
      directory,
      "--format",
      "csv,parquet,jsonl,egoschema,egoschema-csv",
      "--json",
    ]);
    expect(status, stderr).toBe(0);
    const { files } = JSON.parse(stdout) as { files: string[] };
    expect(files).toHaveLength(3 + 2 * 3);
    const exports = join(directory, "exports");
    const [csv, parquet, jsonl] = await Promise.all(
      ["csv", "parquet", "jsonl"].map((form) => rowsOf(join(exports, `samples.${form}`))),
    );
    expect(csv).toHaveLength(18);
    const texts = (row: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => value !== null && value !== "" && value !== undefined)
          .map(([key, value]) => [
            key,
            typeof value === "object" ? JSON.stringify(value) : String(value),
          ]),
      );
    expect(parquet!.map(texts)).toEqual(csv!.map(texts));
    expect(jsonl!.map(texts)).toEqual(csv!.map(texts));
    expect(parquet![0]).toMatchObject({ sample: "q1", accuracy: 1, repeat: 1 });
    // Systems run side by side, so the order of the run's own rows is not that of the export.
    const own = await rowsOf(join(directory, "samples.parquet"));
    expect(new Set(own.map((row) => JSON.stringify(row)))).toEqual(
      new Set(parquet!.map((row) => JSON.stringify(row))),
    );
    const submission = join(exports, "egoschema", "multiple-choice", "mine", "submission.json");
    expect(JSON.parse(readFileSync(submission, "utf8"))).toEqual({
      q1: 0,
      q2: 1,
      q3: expect.any(Number),
      q4: 2,
      q5: 1,
      q6: -1,
    });
    const unknown = await inFolder(["export", directory, "--format", "parket"]);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean "parquet"?'),
    ]);
    expect(existsSync(join(exports, "parket"))).toBe(false);
  });
});
