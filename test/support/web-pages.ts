import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { launchBrowser } from "./browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Opens pages in one real browser for the tests of a file. */
export interface WebPages {
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * A real browser for the tests of this file. A test fails where a page of it wrote to the console
 * or had an error; `expected` are lines that the browser itself writes, such as of a request that
 * is meant to fail.
 */
export function webPages({ expected }: { readonly expected?: RegExp } = {}): WebPages {
  let browser: Promise<Browser> | undefined;
  let complaints: string[] = [];
  const open: Page[] = [];
  afterEach(async () => {
    for (const page of open.splice(0)) await page.context().close();
    const seen = complaints;
    complaints = [];
    expect(seen).toEqual([]);
  });
  afterAll(async () => (await browser)?.close());
  return {
    async open(url, options = {}) {
      browser ??= launchBrowser();
      const context = await (await browser).newContext({
        // A page is looked at as it stands, not while it fades in.
        reducedMotion: "reduce",
        ...options,
      });
      const page = await context.newPage();
      page.on("console", (message) => {
        const text = `${message.text()} ${message.location().url}`;
        if (!expected?.test(text)) complaints.push(text);
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      open.push(page);
      await page.goto(url);
      return page;
    },
  };
}

/** What axe-core finds serious or critical on a page. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
