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

/** Errors, and whatever else was written to the console. */
function complaints(events: HeadlessBrowser["events"]): HeadlessBrowser["events"] {
  const kinds = ["Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"];
  return events.filter(({ method = "" }) => kinds.includes(method));
}

/** What the list of samples shows. */
const listed = `({
  found: document.querySelector(".found").textContent,
  hits: [...document.querySelectorAll(".hit")].map((hit) => hit.querySelector("strong").textContent),
  kinds: [...new Set([...document.querySelectorAll(".hit .chip")].map((chip) => chip.textContent))],
  hash: location.hash,
})`;

/** What a line of the list says once it is open. */
const opened = `new Promise((done) => {
  const look = () => {
    const facts = document.querySelector(".hit .facts");
    if (facts) done(facts.textContent);
    else requestAnimationFrame(look);
  };
  look();
})`;

interface Listed {
  readonly found: string;
  readonly hits: readonly string[];
  readonly kinds: readonly string[];
  readonly hash: string;
}

/** Text that stands outside of the column of the page. */
const outside = `(() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const { left, right } = document.querySelector("main > section").getBoundingClientRect();
  const tables = [...document.querySelectorAll(".scroll")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.left < left - 1 || box.right > right + 1 || element.scrollWidth > element.clientWidth + 1;
  });
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
    [1000, 800, "light"],
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
      expect(complaints(events)).toEqual([]);
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

  async function wide(width = 1280): Promise<void> {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: false };
    await browser.send("Emulation.setDeviceMetricsOverride", size);
  }

  async function key(name: string, code: number, text?: string): Promise<void> {
    const pressed = { key: name, code: name, windowsVirtualKeyCode: code };
    await browser.send("Input.dispatchKeyEvent", {
      ...pressed,
      ...(text === undefined ? { type: "rawKeyDown" } : { type: "keyDown", text }),
    });
    await browser.send("Input.dispatchKeyEvent", { ...pressed, type: "keyUp" });
  }

  async function list(): Promise<Listed> {
    for (let tries = 0; tries < 500; tries++) {
      const shown = (await browser.evaluate(listed)) as Listed;
      if (shown.found !== "") return shown;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error("the list of samples stays empty");
  }

  it("finds samples by text, mistake and slice from the keyboard, and keeps the filter in the address", async () => {
    await wide();
    await browser.visit(url);
    await browser.evaluate(
      `document.querySelector('a[data-find="task=clips&system=guesser&result=mistakes"]').click()`,
    );
    const mistakes = await list();
    expect(mistakes).toMatchObject({
      found: expect.stringMatching(/^135 of [\d\s]+ answers, 1 to 25 shown$/),
      hash: "#samples?task=clips&system=guesser&result=mistakes",
    });
    expect(mistakes.kinds).not.toContain("");
    expect(mistakes.hits).toHaveLength(25);

    await browser.evaluate("document.forms.finder.text.focus()");
    await browser.send("Input.insertText", { text: "CLIP-0 colour" });
    const coloured = (await browser.evaluate(listed)) as Listed;
    expect(coloured.hits.length).toBeGreaterThan(0);
    expect(coloured.hits.every((hit) => /^clip-0.*colour/.test(hit))).toBe(true);
    // Task, system, then the kind of mistake: its first letter chooses it.
    for (let times = 0; times < 3; times++) await key("Tab", 9);
    expect(await browser.evaluate("document.activeElement.name")).toBe("result");
    await key("w", 87, "w");
    const wrong = (await browser.evaluate(listed)) as Listed;
    expect(wrong.kinds).toEqual(["wrong-choice"]);
    expect(wrong.hits.length).toBeLessThan(coloured.hits.length);
    expect(new URLSearchParams(wrong.hash.split("?")[1]).get("result")).toBe("is wrong-choice");

    await browser.evaluate("document.querySelector('.hit summary').focus()");
    await key("Enter", 13, "\r");
    expect(await browser.evaluate(opened)).toContain("vidimus explain");

    const again = `${url}${wrong.hash}`;
    await browser.visit("about:blank");
    await browser.visit(again);
    expect(await list()).toEqual(wrong);
    expect(await browser.evaluate("document.forms.finder.text.value")).toBe("CLIP-0 colour");

    await browser.evaluate("document.querySelector('#finder button').click()");
    const all = (await browser.evaluate(listed)) as Listed;
    expect(all).toMatchObject({
      hash: "#samples",
      found: expect.stringMatching(/^([\d\s]+) of \1 /),
    });
    await browser.evaluate(
      "{ const { slice } = document.forms.finder; slice.value = 'type: motion'; slice.dispatchEvent(new Event('input', { bubbles: true })); }",
    );
    const moving = (await browser.evaluate(listed)) as Listed;
    expect(moving.hits.every((hit) => hit.includes("motion"))).toBe(true);
    await browser.evaluate("document.querySelectorAll('.pager button')[1].click()");
    expect(((await browser.evaluate(listed)) as Listed).hash).toContain("page=2");
    expect(complaints(browser.events)).toEqual([]);
  }, 60_000);

  it("finds samples by score and outcome", async () => {
    await browser.visit("about:blank");
    await browser.visit(`${url}#samples?task=clips&from=100`);
    expect((await list()).kinds).toEqual([]);
    await browser.visit("about:blank");
    await browser.visit(`${url}#samples?task=clips&outcome=refused&to=0`);
    expect((await list()).found).toMatch(/^17 of /);
    expect(complaints(browser.events)).toEqual([]);
  }, 60_000);

  it("says without scripts where samples are", async () => {
    await browser.send("Emulation.setScriptExecutionDisabled", { value: true });
    await browser.visit("about:blank");
    await browser.visit(url);
    const seen = await browser.evaluate(
      `[document.getElementById("finder").checkVisibility(), document.querySelector("noscript").textContent]`,
    );
    await browser.send("Emulation.setScriptExecutionDisabled", { value: false });
    expect(seen).toEqual([false, expect.stringContaining("samples.csv")]);
  }, 60_000);

  it("prints on a few sheets of A4, without what only screens can do", async () => {
    await browser.visit("about:blank");
    await browser.visit(url);
    const { data } = await browser.send("Page.printToPDF", { preferCSSPageSize: true });
    const pdf = Buffer.from(String(data), "base64").toString("latin1");
    const sheets = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(sheets.length).toBeGreaterThan(5);
    expect(sheets.length).toBeLessThan(45);
    for (const [, width, height] of sheets)
      expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    await browser.send("Emulation.setEmulatedMedia", { media: "print" });
    const controls = `[...document.querySelectorAll("button, nav, #finder, .hits, .pager, .found")].filter((one) => one.checkVisibility()).length`;
    expect(await browser.evaluate(controls)).toBe(0);
    await browser.send("Emulation.setEmulatedMedia", { media: "" });
  }, 60_000);

  it("keeps the tables of a comparison within its text", async () => {
    const lines = (right: number) =>
      Array.from({ length: 20 }, (_, at) =>
        JSON.stringify({ id: `q${at}`, reply: at < right ? "left" : "right" }),
      ).join("\n");
    const questions = Array.from({ length: 20 }, (_, at) =>
      JSON.stringify({
        ...{ id: `q${at}`, group: `g${at}`, question: "Which valve?", type: at % 2 ? "a" : "b" },
        ...{ choices: ["left", "right"], answer: "left" },
      }),
    );
    folder.file("questions.jsonl", questions.join("\n"));
    folder.file("a-rather-long-folder-for-a-release/predictions.jsonl", lines(18));
    folder.file("predictions.jsonl", lines(9));
    await cli(
      [
        ...["compare", join(folder.path, "a-rather-long-folder-for-a-release/predictions.jsonl")],
        ...["predictions.jsonl", "--family", "multiple-choice", "--data", "questions.jsonl"],
        ...["--html", "compared.html"],
      ],
      { cwd: folder.path },
    );
    for (const width of [1000, 1280]) {
      await wide(width);
      await browser.visit(pathToFileURL(join(folder.path, "compared.html")).href);
      expect(await browser.evaluate("document.querySelector('h1').textContent")).toBe(
        "predictions against a-rather-long-folder-for-a-release/predictions",
      );
      expect(await browser.evaluate(outside)).toEqual([]);
      expect(complaints(browser.events)).toEqual([]);
    }
  }, 60_000);
});
