import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportHtml } from "../../src/report/html/html.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { exampleSummary } from "../summaries/example-summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { browserPath, HeadlessBrowser } from "./headless-browser.ts";

const folder = temporaryFolder();

/** What sticks out of the page on the right, other than in what scrolls by itself. */
const overflow = `(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => element && (["auto", "scroll", "hidden"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const out = [...document.body.querySelectorAll("*")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > width + 1 && !scrolls(element.parentElement);
  });
  return { page: document.documentElement.scrollWidth - width, elements: out.slice(0, 5).map((element) => element.outerHTML.slice(0, 200)) };
})()`;

/**
 * Texts that can hardly be told from what is behind them: contrast below 4.5, as WCAG 2 AA wants it
 * of small text.
 */
const faint = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const own = channels(getComputedStyle(element).backgroundColor);
    return own.length === 3 || own[3] === 1 ? own : behind(element.parentElement);
  };
  const found = [];
  for (const element of document.body.querySelectorAll("h1, h2, h3, p, th, td, li, dt, dd, a, summary, figcaption, svg text")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || element.textContent.trim() === "") continue;
    const style = getComputedStyle(element);
    const ink = light(channels(element.namespaceURI.endsWith("svg") ? style.fill : style.color));
    const paper = light(behind(element));
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (contrast < 4.5) found.push(contrast.toFixed(2) + " " + element.outerHTML.slice(0, 150));
  }
  return found.slice(0, 5);
})()`;

/** Tables that can only be read by scrolling sideways, folded ones unfolded. */
const scrolled = `(() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const tables = [...document.querySelectorAll(".scroll")].filter((element) => element.scrollWidth > element.clientWidth + 1);
  return tables.map((element) => element.getAttribute("aria-label"));
})()`;

describe("report.html in a browser", () => {
  let browser: HeadlessBrowser;
  let url: string;

  beforeAll(async () => {
    const made = await cli(["demo", "--output", "demo", "--json"], { cwd: folder.path });
    const { directory } = JSON.parse(made.stdout) as { directory: string };
    url = pathToFileURL(join(directory, "report.html")).href;
    browser = await HeadlessBrowser.open(browserPath());
  }, 120_000);
  afterAll(() => browser?.[Symbol.asyncDispose]());

  it.each([
    [390, 844, "light"],
    [390, 844, "dark"],
    [1280, 900, "light"],
    [1280, 900, "dark"],
  ])(
    "fits %i by %i pixels, %s",
    async (width, height, scheme) => {
      await browser.send("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < 500,
      });
      await browser.send("Emulation.setEmulatedMedia", {
        features: [{ name: "prefers-color-scheme", value: scheme }],
      });
      const events = await browser.visit(url);
      expect(await browser.evaluate("innerWidth")).toBe(width);
      expect(await browser.evaluate(overflow)).toEqual({ page: 0, elements: [] });
      const isDark = await browser.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every((part) => part < 100)",
      );
      expect(isDark).toBe(scheme === "dark");
      expect(await browser.evaluate(faint)).toEqual([]);
      const told = events.filter(
        ({ method }) =>
          method === "Runtime.exceptionThrown" ||
          method === "Log.entryAdded" ||
          method === "Runtime.consoleAPICalled",
      );
      expect(told).toEqual([]);
      const asked = events.flatMap(({ method, params }) =>
        method === "Network.requestWillBeSent"
          ? [(params as { readonly request: { readonly url: string } }).request.url]
          : [],
      );
      expect(asked.filter((one) => one !== url && !one.startsWith("data:"))).toEqual([]);
    },
    60_000,
  );

  it("shows every table whole at 1280 pixels, however long signatures are", async () => {
    const signature = `m|${Array.from({ length: 40 }, (_, at) => `setting${at}:value`).join(",")}`;
    const long = JSON.parse(JSON.stringify(exampleSummary()), (key, value) =>
      key === "signature" ? signature : value,
    ) as Summary;
    const facts = {
      version: "1",
      createdAt: "now",
      directory: "runs/x",
      command: "vidimus run",
      config: "{}",
      facts: [],
    };
    const file = join(folder.path, "long.html");
    writeFileSync(file, reportHtml(long, facts));
    await browser.send("Emulation.setDeviceMetricsOverride", {
      width: 1280,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await browser.visit(pathToFileURL(file).href);
    expect(await browser.evaluate(scrolled)).toEqual([]);
  }, 60_000);
});
