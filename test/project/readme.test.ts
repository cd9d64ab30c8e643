import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The fenced blocks of a language, in order. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    (match) => match[1]!,
  );
}

describe("the demo", () => {
  const output = join(folder.path, "runs/demo");
  let printed = "";
  beforeAll(async () => {
    const { status, stdout, stderr } = await cli(["demo"], { cwd: folder.path });
    expect(status, stderr).toBe(0);
    printed = stdout;
  });

  it("prints what README shows", () => {
    const shown = /```\n(clips [\s\S]*?)```/.exec(readme)?.[1];
    expect(printed).toContain(shown!.trim());
  });

  it("made videos where there were none yet, ran five systems on them and wrote a report", () => {
    const [run] = readdirSync(output).filter((name) => name.endsWith("-demo"));
    const directory = join(output, run!);
    const summary = JSON.parse(readFileSync(join(directory, "metrics.json"), "utf8")) as Summary;
    const systems = Object.fromEntries(
      summary.tasks[0]!.systems.map((system) => [system.id, system]),
    );
    expect(Object.keys(systems)).toEqual(["oracle", "chance", "majority", "pixels", "guesser"]);
    expect(systems.oracle!.metrics.accuracy!.value).toBe(1);
    expect(systems.guesser!.outcomes.refused).toBeGreaterThan(0);
    // The encoder of pixels knows colours and nothing of motion.
    const labels = summary.tasks.find(({ id }) => id === "clip-labels")!.systems;
    const { colour, motion } = labels.find(({ id }) => id === "colours")!.slices.task!;
    expect(colour!.metrics["macro-f1"]!.value).toBe(1);
    expect(motion!.metrics["macro-f1"]!.value).toBeLessThan(0.3);
    // The learned one knows motion, which shuffled frames lack.
    const motionOf = (id: string) =>
      labels.find((system) => system.id === id)!.slices.task!.motion!.metrics["macro-f1"]!.value!;
    expect(motionOf("learned")).toBeGreaterThan(0.9);
    expect(motionOf("learned-shuffled")).toBeLessThan(0.8);
    expect(existsSync(join(directory, "report.html"))).toBe(true);
  });

  it("runs a configuration that was changed as it is, and prints JSON on request", async () => {
    const clips = "{ id: clips, family: multiple-choice, data: { path: clips.jsonl } }";
    writeFileSync(
      join(output, "vidimus.yaml"),
      `name: mine\noutput: .\ntasks: [${clips}]\nsystems: [{ kind: oracle }]\n`,
    );
    const { status, stdout, stderr } = await cli(["demo", "--json"], { cwd: folder.path });
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("using runs/demo/vidimus.yaml as you changed it");
    const { name, directory, tasks } = JSON.parse(stdout) as Summary & { directory: string };
    expect(name).toBe("mine");
    expect(tasks[0]!.systems.map(({ id, n }) => [id, n])).toEqual([["oracle", 160]]);
    expect(existsSync(join(directory, "report.html"))).toBe(true);
  });
});

describe("README", () => {
  it("has a configuration of ten lines, rows and commands that work together", async () => {
    const path = join(folder.path, "ten-lines");
    mkdirSync(path);
    const [config] = blocks(readme, "yaml");
    expect(
      config!
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith("#")).length,
    ).toBeLessThanOrEqual(10);
    const [question, answer] = blocks(readme, "json");
    writeFileSync(join(path, "vidimus.yaml"), config!);
    writeFileSync(join(path, "questions.jsonl"), question!);
    writeFileSync(join(path, "answers.jsonl"), answer!);
    const { status, stdout, stderr } = await cli(["run", "vidimus.yaml", "--json"], { cwd: path });
    expect(status, stderr).toBe(0);
    const [mine] = JSON.parse(stdout).tasks[0].systems;
    expect(mine).toMatchObject({ id: "my-model", n: 1, metrics: { accuracy: { value: 1 } } });
    expect(
      (await cli(["run", "vidimus.yaml", "--limit", "20", "--dry-run"], { cwd: path })).status,
    ).toBe(0);
  });

  it("names scripts and files that exist", () => {
    for (const [, script] of readme.matchAll(/npm (?:run (?:-s )?)?(demo|test|vidimus)\b/g))
      expect(packageJson.scripts).toHaveProperty(script!);
    for (const [, target] of readme.matchAll(/\]\(([^)#]+)\)/g))
      expect(readFileSync(join(root, target!), "utf8").length).toBeGreaterThan(100);
  });
});

describe("documentation", () => {
  const pages = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];

  it.each(pages)("%s links to files that exist", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const base = join(root, page, "..");
    for (const [, target] of text.matchAll(/\]\(([^)#:]+)\)/g))
      expect(existsSync(join(base, target!)), `${page}: ${target}`).toBe(true);
  });

  it("shows a TypeScript configuration that works", async () => {
    const path = join(folder.path, "typescript");
    mkdirSync(path);
    const [config] = blocks(readFileSync(join(root, "docs/configuration.md"), "utf8"), "ts");
    writeFileSync(
      join(path, "vidimus.config.ts"),
      config!.replace('"vidimus"', JSON.stringify(join(root, "src/public/index.ts"))),
    );
    writeFileSync(join(path, "questions.jsonl"), blocks(readme, "json")[0]!);
    const { status, stderr } = await cli(["run", "--json"], { cwd: path });
    expect(status, stderr).toBe(0);
  });
});

describe("examples", () => {
  // What is no configuration, or needs its data made first, is run by examples.test.ts and
  // matrix-run.test.ts, what is Python by tools/python.test.ts.
  const configured = readdirSync(join(root, "examples")).filter((name) => {
    const files = existsSync(join(root, "examples", name, "vidimus.yaml"))
      ? readdirSync(join(root, "examples", name))
      : [];
    return (
      files.length > 0 && !files.some((file) => file.startsWith("make-") || file.endsWith(".py"))
    );
  });

  it.each(configured)("%s runs", async (name) => {
    const output = join(folder.path, "examples", name);
    const { status, stdout, stderr } = await cli(
      ["run", join(root, "examples", name, "vidimus.yaml"), "--set", `output=${output}`, "--json"],
      { cwd: folder.path },
    );
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).complete).toBe(true);
  });
});
