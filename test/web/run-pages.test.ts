import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Served } from "../../src/server/serve.ts";
import { formatInterval, formatScore } from "../../src/summary/format-number.ts";
import type { ScoreSummary, SliceSummary } from "../../src/summary/score-summary.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
/** Pages of machines that have much to do take a while. */
const patience = { timeout: 15_000 };
const runs: string[] = [];
let large = "";
let server: Served;

const tools = ["hammer", "saw", "drill", "tape"];

/** Questions two to a video, and the answers of a system that is right on the first of ten so often. */
function writeQuiz(
  name: string,
  { count, right }: { count: number; right: readonly number[] },
): void {
  const ids = Array.from({ length: count }, (_, at) => at);
  folder.file(
    `${name}.jsonl`,
    ids
      .map((at) =>
        JSON.stringify({
          ...{ id: `q${at}`, group: `v${at >> 1}`, question: `Which tool is in scene ${at}?` },
          ...{ choices: tools, answer: at % 4, type: at % 3 === 0 ? "count" : "order" },
          metadata: { difficulty: at % 2 === 0 ? "easy" : "hard" },
        }),
      )
      .join("\n"),
  );
  for (const [system, of] of right.entries())
    folder.file(
      `${name}-${system}.jsonl`,
      ids
        .map((at) =>
          JSON.stringify(
            at % 20 === 19
              ? { id: `q${at}`, reply: "I cannot tell." }
              : { id: `q${at}`, choice: (at * 7) % 10 < of ? at % 4 : wrong(at, system) },
          ),
        )
        .join("\n"),
    );
  const systems = right.map(
    (_, at) => `  - { id: model-${at}, kind: predictions, path: ${name}-${at}.jsonl }`,
  );
  folder.file(
    `${name}.yaml`,
    [
      `name: ${name}`,
      `tags: [${name === "second" ? "nightly" : "release"}]`,
      "tasks:",
      `  - { id: quiz, family: multiple-choice, data: { format: jsonl, path: ${name}.jsonl } }`,
      "systems:",
      ...systems,
      "  - { id: chance, kind: chance }",
    ].join("\n"),
  );
}

/** Systems are wrong alike, but for every third question. */
function wrong(at: number, system: number): number {
  return (at + 1 + (at % 3 === 0 ? system : 0)) % 4;
}

async function run(name: string): Promise<string> {
  const made = await cli(["run", `${name}.yaml`, "--json"], { cwd: folder.path });
  expect(made.status, made.stderr).toBe(0);
  const { directory } = JSON.parse(made.stdout) as { directory: string };
  return directory.slice(directory.lastIndexOf("runs/"));
}

beforeAll(async () => {
  writeQuiz("first", { count: 120, right: [5, 7] });
  writeQuiz("second", { count: 120, right: [6, 9] });
  writeQuiz("large", { count: 20_000, right: [6] });
  runs.push(await run("first"), await run("second"));
  large = await run("large");
  server = await viewServer(folder.path);
});

afterAll(() => server[Symbol.asyncDispose]());

const narrow = { width: 380, height: 844 };

function open(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
  return pages.open(`${server.url}#${hash}`, options);
}

function addressOf(id: string, query: Record<string, string> = {}): string {
  const about = new URLSearchParams(query).toString();
  return `/runs/${encodeURIComponent(id)}${about === "" ? "" : `?${about}`}`;
}

function summaryOf(id: string): Summary {
  return JSON.parse(readFileSync(join(folder.path, id, "metrics.json"), "utf8")) as Summary;
}

/** The texts of the cells of a table below its head, by its name. */
async function cellsOf(page: Page, name: string): Promise<readonly (readonly string[])[]> {
  const rows = await page.getByRole("region", { name, exact: true }).locator("tbody tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
}

function figures({ value, low, high }: Pick<ScoreSummary, "value" | "low" | "high">) {
  return [formatScore(value, "percent"), formatInterval(low, high, "percent")];
}

function scoresShown(page: Page) {
  return page.getByRole("status", { name: "Scores of the samples shown" });
}

describe("the list of runs", () => {
  it("finds runs by words and tags, shows trends, and leads to a comparison", async () => {
    const page = await open("/");
    await page.getByRole("link", { name: "first" }).waitFor();
    const trend = page.getByRole("img", { name: /^Accuracy of model-1 on quiz: first/ });
    await trend.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Search runs").fill("sec model");
    await page.getByRole("link", { name: "first" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "second" }).waitFor();
    await page.getByLabel("Search runs").fill("");
    await page.getByRole("button", { name: "release" }).click();
    await page.getByRole("link", { name: "second" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "release" }).click();
    await page.getByLabel("Compare second,").check();
    await page.getByLabel("Compare first,").check();
    const href = await page.getByRole("link", { name: /^Compare / }).getAttribute("href");
    expect(href).toBe(`#/compare/${runs.map(encodeURIComponent).join("/")}`);
    await page.reload();
    await page.getByRole("link", { name: /^Compare / }).waitFor();
  });
});

describe("the page of a run", () => {
  it("shows the figures of metrics.json", async () => {
    const page = await open(addressOf(runs[0]!));
    await page.getByRole("img", { name: /^Accuracy by system: model-0/ }).waitFor();
    const [task] = summaryOf(runs[0]!).tasks;
    const shown = await cellsOf(page, "Accuracy");
    expect(shown.map((row) => row.slice(0, 4))).toEqual(
      task!.systems.map(({ id, metrics, n }) => [id, ...figures(metrics.accuracy!), String(n)]),
    );
    const [difference] = task!.comparisons!;
    const [row] = await cellsOf(page, "Accuracy: difference to model-0");
    expect(row!.at(-1)).toBe(difference!.metrics.accuracy!.verdict);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("slices by any field as vidimus score does", async () => {
    const scored = await cli(
      ["score", runs[0]!, "--set", 'tasks.0.slices=["metadata.difficulty"]', "--json"],
      { cwd: folder.path },
    );
    expect(scored.status, scored.stderr).toBe(0);
    const [task] = (JSON.parse(scored.stdout) as Summary).tasks;
    const rowsOf = (name: string, label: string) => {
      const values = Object.keys(task!.systems[0]!.slices[name]!);
      return values.flatMap((value) =>
        task!.systems
          .filter(({ kind }) => kind === "predictions")
          .map(({ id, slices }, at) => {
            const slice: SliceSummary = slices[name]![value]!;
            const { accuracy } = slice.metrics;
            return [at === 0 ? value : "", id, String(accuracy!.n), ...figures(accuracy!), label];
          }),
      );
    };
    const page = await open(`${addressOf(runs[0]!)}?show=slices`);
    for (const [name, label] of [
      ["type", "Accuracy by type"],
      ["metadata.difficulty", "Accuracy by metadata.difficulty"],
    ] as const) {
      await page.getByLabel("By", { exact: true }).selectOption(name);
      await page.locator('[data-settled="yes"]').waitFor();
      await page.getByRole("region", { name: label, exact: true }).waitFor();
      const shown = await cellsOf(page, label);
      expect(shown.map((row) => [...row, label])).toEqual(rowsOf(name, label));
    }
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("says why samples are missing where the data was moved, and shows the figures", async () => {
    const data = join(folder.path, "second.jsonl");
    renameSync(data, `${data}.away`);
    try {
      const page = await open(addressOf(runs[1]!));
      await page.getByRole("region", { name: "Accuracy", exact: true }).waitFor();
      await page.getByRole("tab", { name: "Samples" }).click();
      await page.getByText("The samples of this run cannot be read now").waitFor();
      await page.getByText("second.jsonl").waitFor();
      expect(await page.getByRole("alert").textContent()).not.toContain(folder.path);
    } finally {
      renameSync(`${data}.away`, data);
    }
  });
});

describe("a run that goes on", () => {
  it("shows how far it is and what there is so far", async () => {
    folder.file(
      "slow.yaml",
      [
        "name: slow",
        "tasks: [{ id: quiz, family: multiple-choice, data: { format: jsonl, path: first.jsonl } }]",
        "systems: [{ id: slow, kind: scripted, delayMs: 3000, concurrency: 4, rules: [{ match: '', reply: A }] }, { kind: oracle }]",
      ].join("\n"),
    );
    const running = startCli(["run", "slow.yaml"], { cwd: folder.path });
    try {
      const page = await open("/");
      await page.getByRole("link", { name: "slow" }).waitFor();
      await page.getByRole("progressbar", { name: "slow on quiz" }).waitFor();
      await page.getByRole("link", { name: "slow" }).click();
      await page.getByRole("heading", { name: "slow" }).waitFor();
      // Four are sent at a time, however many are ready.
      await page.getByText(/^4 in flight.*: slow for \d s, /).waitFor();
      await page
        .getByRole("status")
        .filter({ hasText: /of 120 answers/ })
        .waitFor();
      await page.getByText(/^Not counted above: oracle, 120 of 120 answers/).waitFor();
      await page.getByRole("img", { name: /^Accuracy so far, by system: slow/ }).waitFor();
      await page.getByRole("tab", { name: "Samples (120)" }).click();
      await page.getByLabel("Outcome").selectOption("pending");
      await scoresShown(page)
        .getByText(/On these 1\d\d of 120 samples/)
        .waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    } finally {
      running.process.kill("SIGKILL");
      await running.finished;
    }
    // What was settled before it was killed is scored all the same, and says how much that is.
    const page = await open("/");
    await page.getByRole("link", { name: "slow" }).click();
    const unfinished = page.getByRole("alert").filter({ hasText: "figures so far" });
    await unfinished.getByText(/^\d+ of 240 answers are there/).waitFor(patience);
    await unfinished.getByText("vidimus run slow.yaml").waitFor();
    await page.getByRole("img", { name: /^Accuracy so far, by system: slow/ }).waitFor();
    await page
      .getByRole("region", { name: "Coverage" })
      .getByText(/\d+ pending/)
      .last()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe("all tasks of a run", () => {
  it("stand as cards where systems have few of them, and lead to what the run is about", async () => {
    folder.file(
      "sparse.yaml",
      [
        "name: sparse",
        "tasks:",
        "  - { id: one, family: multiple-choice, data: { path: first.jsonl }, systems: [left, chance] }",
        "  - { id: two, family: multiple-choice, data: { path: first.jsonl }, systems: [right, chance] }",
        "systems:",
        "  - { id: left, kind: predictions, path: first-0.jsonl }",
        "  - { id: right, kind: predictions, path: first-1.jsonl }",
        "  - { id: chance, kind: chance }",
      ].join("\n"),
    );
    const page = await open(addressOf(await run("sparse")), { viewport: narrow });
    const card = page.getByRole("region", { name: "two", exact: true });
    await card.getByRole("row", { name: /^right \d+\.\d\d %/ }).waitFor();
    expect(await card.getByText("left").count()).toBe(0);
    expect(await page.getByText("–", { exact: true }).count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("tab", { name: "About the run" }).click();
    await page.getByText("vidimus run sparse.yaml").waitFor();
    await page.getByRole("region", { name: "Machine" }).waitFor();
    await page.getByText("Configuration", { exact: true }).click();
    await page.getByText("first-1.jsonl").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("stand as a table where most systems have most of them", async () => {
    folder.file(
      "dense.yaml",
      [
        "name: dense",
        "tasks:",
        "  - { id: one, family: multiple-choice, data: { path: first.jsonl } }",
        "  - { id: two, family: multiple-choice, data: { path: first.jsonl } }",
        "systems:",
        "  - { id: left, kind: predictions, path: first-0.jsonl }",
        "  - { id: right, kind: predictions, path: first-1.jsonl }",
      ].join("\n"),
    );
    const page = await open(addressOf(await run("dense")));
    await page.getByRole("columnheader", { name: "right" }).waitFor();
    await page
      .getByRole("row", { name: /^two Accuracy/ })
      .getByRole("link")
      .click();
    await page.getByRole("tab", { name: "two", selected: true }).waitFor();
  });
});

describe("the table of samples", () => {
  it("has a few lines for each sample on a narrow screen", async () => {
    const page = await open(addressOf(runs[0]!, { show: "samples" }), { viewport: narrow });
    const first = page.getByRole("row").filter({ hasText: "q0" }).first();
    await first.getByText("Which tool is in scene 0?").waitFor(patience);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await page.getByLabel("Order").selectOption({ label: "Accuracy, lowest first" });
    await page
      .getByRole("row")
      .nth(1)
      .getByText(/truth.*answer/)
      .waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Outcome").selectOption("unparsed");
    await scoresShown(page)
      .getByText(/On these \d+ of/)
      .waitFor();
    await page.getByRole("button", { name: "Hide filters" }).click();
    await page.getByRole("button", { name: "Change filters" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("row").nth(1).getByRole("link").click();
    await page.getByRole("heading", { name: /^q\d+$/ }).waitFor();
  });

  it("filters, scores what it shows, and is restored by its address", async () => {
    const page = await open(addressOf(runs[0]!));
    const mistakes = page.getByRole("link", { name: /wrong-choice of model-1$/ });
    const count = (await mistakes.textContent()) ?? "";
    await mistakes.click();
    await scoresShown(page).getByText(`On these ${count} of 120 samples`).waitFor();
    await scoresShown(page).getByText("model-1 0.00 %").waitFor();
    await page.getByLabel("Beside").selectOption("model-0");
    await page.getByLabel("Field").selectOption("metadata.difficulty");
    await page.getByLabel("metadata.difficulty").selectOption("hard");
    await page.getByLabel("Search").fill("scene 1");
    await page.getByRole("button", { name: "Accuracy" }).click();
    await expect.poll(() => page.url(), patience).toContain("sort=accuracy");
    await expect.poll(() => page.url(), patience).toContain("q=scene");
    const shown = async (on: Page) => {
      await on.getByRole("row").nth(1).getByRole("link").waitFor();
      await on.waitForFunction("document.querySelectorAll('tbody tr').length > 0");
      return {
        scores: await scoresShown(on).textContent(),
        rows: await on.locator("tbody tr").allInnerTexts(),
      };
    };
    await expect
      .poll(async () => (await shown(page)).rows.join(), patience)
      .not.toContain("scene 2?");
    const before = await shown(page);
    expect(before.rows.length).toBeGreaterThan(2);
    const again = await pages.open(server.url + new URL(page.url()).hash);
    await expect.poll(() => shown(again), patience).toEqual(before);
    await page.getByLabel("Answered differently").check();
    await expect
      .poll(async () => (await shown(page)).rows.length, patience)
      .toBeLessThan(before.rows.length);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("is used with keys alone", async () => {
    const page = await open(`${addressOf(runs[0]!)}?show=samples`);
    await page.getByRole("link", { name: "q0", exact: true }).waitFor();
    for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
    await expect
      .poll(() => page.locator("[aria-current=true] a").textContent(), patience)
      .toBe("q1");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("jk 17");
    expect(await page.getByLabel("Search").inputValue()).toBe("jk 17");
    await page.getByText("No sample matches.").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("scene 17");
    await page.getByRole("link", { name: "q17", exact: true }).waitFor();
    await page.getByRole("link", { name: "q1", exact: true }).waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url(), patience).toContain("/quiz/q17?system=model-0");
  });

  it("scrolls to the end of 20,000 rows and searches them", async () => {
    const page = await open(`${addressOf(large)}?show=samples`);
    await page.getByRole("link", { name: "q0", exact: true }).waitFor();
    const drawn = () => page.locator("tbody tr").count();
    expect(await drawn()).toBeLessThan(80);
    const table = page.getByRole("region", { name: "Samples" });
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole("link", { name: "q19999", exact: true }).waitFor();
    expect(await drawn()).toBeLessThan(80);
    await page.getByLabel("Search").fill("scene 1234");
    // Twelve by their numbers, and two by that of their video.
    await scoresShown(page)
      .getByText(/On these 14 of 20.000 samples/)
      .waitFor();
    await page.getByRole("link", { name: "q12349", exact: true }).waitFor();
  });
});
