/**
 * Takes the pictures of the browser app that README and docs show, from the newest run of `npm run
 * demo`: `npm run pictures`. Needs a browser, as the tests of the app do.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { serve } from "../src/server/serve.ts";
import { launchBrowser } from "../test/support/browser.ts";

const demo = "runs/demo";
const target = "docs/pictures";
const run = readdirSync(demo)
  .filter((name) => name.endsWith("-demo"))
  .sort()
  .at(-1);
if (run === undefined) throw new Error(`no run in ${demo}: npm run demo makes one`);
const of = (...parts: readonly string[]) =>
  `#/runs/${[run, ...parts].map(encodeURIComponent).join("/")}`;

const pages = [
  { name: "run", address: of().concat("?task=clip-labels"), ready: "text=Macro F1" },
  {
    name: "sample",
    address: of("clips", "clip-02/colour").concat("?system=pixels"),
    ready: "text=time (s)",
  },
  {
    name: "compare",
    address: of("compare", "clip-labels", "colours", "learned"),
    ready: "main table",
  },
] as const;

mkdirSync(target, { recursive: true });
await using server = await serve({ folder: demo, port: 0, host: "127.0.0.1" });
const browser = await launchBrowser();
const page = await browser.newPage({
  viewport: { width: 1200, height: 760 },
  colorScheme: "light",
});
await page.goto(server.url);
for (const { name, address, ready } of pages) {
  await page.goto(`http://127.0.0.1:${server.port}/${address}`);
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(4_000);
  const bytes = await page.screenshot();
  await sharp(bytes)
    .png({ palette: true, colours: 128 })
    .toFile(join(target, `${name}.png`));
  process.stdout.write(`${join(target, `${name}.png`)}\n`);
}
await browser.close();
