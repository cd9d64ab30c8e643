import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { RunIndexes } from "../src/evaluation/browse/run-index.ts";
import { serve } from "../src/server/serve.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { measuredCommand } from "./measured-command.ts";
import { writeAnswers, writeOracleRun } from "./oracle-questions.ts";

const count = 100_000;
const rounds = 7;
const slices = [
  ["answer", "", "accuracy"],
  ["type", "answer", "accuracy"],
  ["type", "", "macro-accuracy"],
  ["answer", "type", "accuracy"],
  ["answer", "", "parse-rate"],
  ["type", "answer", "parse-rate"],
  ["answer", "", "chance-corrected-accuracy"],
] as const;

/**
 * A run of 100,000 samples in a real browser: when its figures and when its samples are there, how
 * long slicing and searching take, and how much is loaded first. Build first: `npm run build`.
 */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    writeOracleRun(directory, "large", {
      count,
      system: "{ id: model, kind: predictions, path: answers.jsonl }",
    });
    writeAnswers(join(directory, "answers.jsonl"), count);
    const made = measuredCommand(["run", "large.yaml", "--json"], directory);
    const { directory: path } = JSON.parse(made.output) as { directory: string };
    console.log(
      `${count} samples run in ${made.seconds.toFixed(1)} s, ${made.peakMb.toFixed(0)} MB`,
    );
    await printIndex(path);
    await using server = await serve({ folder: directory, port: 0, host: "127.0.0.1" });
    const browser = await launchBrowser();
    const address = `${server.url}#/runs/${encodeURIComponent(path.slice(directory.length + 1))}`;
    await printFirstViews(browser, address);
    await printSteps(browser, address);
    await browser.close();
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** What whoever opens the run first waits for. */
async function printIndex(directory: string): Promise<void> {
  const started = performance.now();
  await new RunIndexes().find(directory);
  const seconds = (performance.now() - started) / 1000;
  const folder = join(directory, "index");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .filter((file) => file.isFile());
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  console.log(
    `index of its samples: ${seconds.toFixed(1)} s, ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`,
  );
}

/** Every round in a context of its own, without anything in a cache. */
async function printFirstViews(browser: Browser, address: string): Promise<void> {
  const views = {
    figures: { hash: "", seen: "figure svg, .chart svg" },
    samples: { hash: "?show=samples", seen: "tbody tr a" },
  };
  for (const [name, { hash, seen }] of Object.entries(views)) {
    const times: number[] = [];
    let bytes = 0;
    const bodies: Promise<number>[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      bodies.length = 0;
      page.on("response", (response) => {
        if (/\.(?:js|css)$|\/\?token=/.test(response.url()))
          bodies.push(
            response.body().then(
              (body) => gzipSync(body).length,
              // What comes after the first view is no part of it.
              () => 0,
            ),
          );
      });
      const started = performance.now();
      await page.goto(address + hash);
      await page.locator(seen).first().waitFor();
      times.push(performance.now() - started);
      bytes = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
      await context.close();
    }
    console.log(
      `first view of ${name}: ${middle(times)} ms (${times.map((time) => time.toFixed(0)).join(" ")}); code and styles ${(bytes / 1000).toFixed(0)} kB gzip`,
    );
  }
}

/** Steps on a page that is open, each measured in the browser until the page shows it. */
async function printSteps(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${address}?show=slices`);
  await page.locator('[data-settled="yes"]').waitFor();
  const sliced = await measured(page, async (round) => {
    // Every round asks for what was not computed before.
    const [by, and, metric] = slices[round % slices.length]!;
    const query = `show=slices&by=${by}&and=${and}&metric=${metric}`;
    await page.evaluate(`location.hash = location.hash.split("?")[0] + "?${query}"`);
    const name = and === "" ? new RegExp(`by ${by}$`) : new RegExp(`by ${by} and ${and}$`);
    await page.getByRole("region", { name }).waitFor();
    await page.locator('[data-settled="yes"]').waitFor();
  });
  console.log(`slicing by another field, with intervals: ${sliced}`);
  await page.goto(`${address}?show=samples`);
  await page.locator("tbody tr a").first().waitFor();
  const searched = await measured(page, async (round) => {
    await page.getByLabel("Search").fill(`number ${1000 + round}`);
    await page
      .getByText(`instrument number ${1000 + round}`)
      .first()
      .waitFor();
  });
  console.log(`searching all texts (150 ms of it waits for more keys): ${searched}`);
  await page.getByLabel("Search").fill("");
  const frames = await page.evaluate(scrolled);
  console.log(`scrolling through all rows: ${frames}`);
  await page.close();
}

async function measured(page: Page, step: (round: number) => Promise<void>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await step(round);
    times.push(performance.now() - started);
    await page.waitForTimeout(50);
  }
  return `${middle(times)} ms (${times.map((time) => time.toFixed(0)).join(" ")})`;
}

/** In the page: 300 steps of scrolling, one in each frame. */
const scrolled = `(async () => {
  const table = document.querySelector("section[aria-label=Samples]");
  const times = [];
  let last = performance.now();
  for (let step = 1; step <= 300; step++) {
    table.scrollTop = (table.scrollHeight * step) / 300;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  times.sort((a, b) => a - b);
  return "frames of " + times[150].toFixed(0) + " ms, 95 % below " + times[285].toFixed(0) + " ms";
})()`;

function middle(times: readonly number[]): string {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!.toFixed(0);
}
