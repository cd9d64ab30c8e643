import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const source = fileURLToPath(new URL("../../examples/", import.meta.url));
const folder = temporaryFolder();
const examples = join(folder.path, "examples");

beforeAll(() =>
  cpSync(source, examples, { recursive: true, filter: (path) => !path.endsWith("/runs") }),
);

/** What `examples/README.md` says of each folder, and the commands that run it. */
const pageRows = [
  ...readFileSync(join(source, "README.md"), "utf8").matchAll(/^\| \[([\w-]+)\].*$/gm),
].map(([row, name]) => ({
  folder: name!,
  commands: [...row!.matchAll(/`(npm run [^`]+)`/g)].map((match) => match[1]!.split(" ")),
  needsMore: /Python 3|Docker/.test(row!),
}));

async function summaryOf(example: string): Promise<Summary & { readonly directory: string }> {
  const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: join(examples, example) });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Summary & { readonly directory: string };
}

function scoreOf({ tasks }: Summary, system: string, metric: string): number | null | undefined {
  return tasks[0]!.systems.find(({ id }) => id === system)?.metrics[metric]?.value;
}

describe("examples", () => {
  it("are all on the page about them", () => {
    const folders = readdirSync(source, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    expect(pageRows.map(({ folder: name }) => name).toSorted()).toEqual(folders.toSorted());
  });

  it("own-metric: a metric beside the family's own, with an interval, also when scored again from the log", async () => {
    const summary = await summaryOf("own-metric");
    expect(scoreOf(summary, "oracle", "exam-mark")).toBe(1);
    expect(scoreOf(summary, "empty", "exam-mark")).toBe(0);
    expect(scoreOf(summary, "my-model", "exam-mark")).toBeLessThan(
      scoreOf(summary, "my-model", "accuracy")!,
    );
    const { directory } = summary;
    const again = await cli(["score", directory, "--json"], { cwd: examples });
    expect(scoreOf(JSON.parse(again.stdout) as Summary, "my-model", "exam-mark")).toBe(
      scoreOf(summary, "my-model", "exam-mark"),
    );
    const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as {
      readonly files: object;
    };
    expect(Object.keys(manifest.files)).toContain("metric.ts");
  });

  it("own-metric: scores a run that was made without it", async () => {
    const { directory } = await summaryOf("own-predictions");
    const scored = await cli(
      ["score", directory, "--set", "use=[../own-metric/metric.ts]", "--json"],
      { cwd: examples },
    );
    expect(scored.status, scored.stderr).toBe(0);
    expect(scoreOf(JSON.parse(scored.stdout) as Summary, "my-model", "exam-mark")).toBeLessThan(
      0.6,
    );
  });

  it("classification: an experiment and results of ViSTa, rescaled above raw", async () => {
    const summary = await summaryOf("classification");
    expect(scoreOf(summary, "oracle", "macro-f1")).toBe(1);
    expect(scoreOf(summary, "mine", "macro-f1")).toBeCloseTo((2 / 3 + 1 / 6) / 2, 9);
    expect(scoreOf(summary, "mine", "rescaled-macro-f1")).toBeGreaterThan(
      scoreOf(summary, "mine", "macro-f1")!,
    );
  });

  it("own-format: a layout of one's own", async () => {
    expect(scoreOf(await summaryOf("own-format"), "oracle", "accuracy")).toBe(1);
  });

  it("own-system: a system of one's own, with settings", async () => {
    const summary = await summaryOf("own-system");
    expect(summary.tasks[0]!.systems.map(({ id, n }) => [id, n])).toEqual([
      ["longest", 36],
      ["shortest", 36],
      ["chance", 36],
    ]);
    expect(scoreOf(summary, "longest", "accuracy")).not.toBe(
      scoreOf(summary, "shortest", "accuracy"),
    );
  });

  it("own-family: a kind of question of one's own", async () => {
    const summary = await summaryOf("own-family");
    expect(scoreOf(summary, "oracle", "error")).toBe(0);
    expect(scoreOf(summary, "watcher", "exact")).toBeCloseTo(7 / 12);
    expect(summary.tasks[0]!.systems[0]!.outcomes.missing).toBe(1);
  });

  it("own-loop: a whole evaluation in under 40 lines, which does nothing twice", () => {
    const script = join(examples, "own-loop", "evaluate.ts");
    expect(readFileSync(script, "utf8").trimEnd().split("\n").length).toBeLessThan(40);
    const hook = fileURLToPath(new URL("../../scripts/own-package.ts", import.meta.url));
    const start = () =>
      spawnSync(process.execPath, ["--import", hook, script], { encoding: "utf8" });
    const first = start();
    expect(first.stderr).toBe("");
    expect(first.stdout).toContain("my-model");
    const journal = join(examples, "own-loop", "runs", "own-loop", "run.jsonl");
    const before = readFileSync(journal, "utf8");
    expect(before.trim().split("\n")).toHaveLength(1 + 36);
    expect(start().stdout).toBe(first.stdout);
    expect(readFileSync(journal, "utf8")).toBe(before);
    expect(existsSync(join(examples, "own-loop", "runs", "own-loop", "run.lock"))).toBe(false);
  });
});

describe("a checkout that was never built", () => {
  const checkout = join(folder.path, "checkout");
  const root = fileURLToPath(new URL("../../", import.meta.url));

  beforeAll(() => {
    for (const name of ["src", "scripts", "examples", "schemas", "package.json"])
      cpSync(join(root, name), join(checkout, name), {
        recursive: true,
        filter: (path) => !path.endsWith("/runs"),
      });
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  });

  it.each(pageRows.filter(({ needsMore }) => !needsMore))(
    "runs $folder by the commands of its page",
    ({ commands }) => {
      expect(commands.length).toBeGreaterThan(0);
      for (const [program, ...args] of commands) {
        const { status, stderr } = spawnSync(program!, args, {
          cwd: checkout,
          encoding: "utf8",
          env: { ...process.env, VIDIMUS_CACHE: folder.path },
        });
        expect(status, stderr).toBe(0);
      }
      expect(existsSync(join(checkout, "dist"))).toBe(false);
    },
  );
});

describe("use", () => {
  it.each([
    [
      "a member that is wrong",
      'export const metric = { id: "x" };',
      './mine.ts: metric "x": prepare must be a function, got undefined',
    ],
    ["a module that cannot be loaded", 'import "./nowhere.ts";', "./mine.ts: cannot be loaded"],
    [
      "a module that exports nothing of use",
      "export const other = 1;",
      "./mine.ts: exports nothing that can be used",
    ],
  ])("tells %s, and asks nobody", async (_, text, problem) => {
    const path = join(examples, "own-format");
    writeFileSync(join(path, "mine.ts"), text);
    const args = ["run", "--set", "use=[./format.ts,./mine.ts]", "--new"];
    const { status, stderr } = await startCli(args, { cwd: path }).finished;
    expect(status).toBe(2);
    expect(stderr).toContain(problem);
  });
});
