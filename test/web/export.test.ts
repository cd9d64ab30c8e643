import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeVideo } from "../media/encode-video.ts";
import { builtWeb } from "../support/built-program.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
const site = join(folder.path, "site");
let host: Server;
let run: string;

beforeAll(async () => {
  builtWeb();
  encodeVideo(join(folder.path, "clip.webm"), {
    ...{ encoder: "libvpx-vp9", container: "webm", width: 176, height: 96 },
    ...{ ticks: Array.from({ length: 25 }, (_, frame) => frame * 40), ticksPerSecond: 1000 },
    encoderOptions: { deadline: "realtime", "cpu-used": "8" },
  });
  const row = { id: "q/1~%", video: "clip.webm", choices: ["a", "b"], answer: 0 };
  const line = (text: string) => JSON.stringify({ ...row, question: `${text}?` });
  folder.file("open.jsonl", line("What opens"));
  folder.file("closed.jsonl", line("Hush, a secret"));
  folder.file(
    "vidimus.yaml",
    [
      "name: shared",
      "tasks:",
      "  - { id: open, family: multiple-choice, data: { format: jsonl, path: open.jsonl } }",
      "  - { id: closed, family: multiple-choice, data: { format: jsonl, path: closed.jsonl, redistribute: false } }",
      "systems: [{ id: chance, kind: chance }, { id: oracle, kind: oracle }]",
    ].join("\n"),
  );
  const made = await cli(["run", "vidimus.yaml"], { cwd: folder.path });
  expect(made.status, made.stderr).toBe(0);
  run = join("runs", readdirSync(join(folder.path, "runs"))[0]!);
  host = createServer(({ url = "/" }, response) => {
    const path = join(site, decodeURIComponent(new URL(url, "http://x").pathname));
    const file = path.endsWith("/") ? join(path, "index.html") : path;
    const isThere = existsSync(file) && statSync(file).isFile();
    const type = { html: "text/html", js: "text/javascript", css: "text/css" }[
      file.split(".").at(-1)!
    ];
    response.writeHead(isThere ? 200 : 404, type ? { "content-type": type } : {});
    response.end(isThere ? readFileSync(file) : "");
  }).listen(0, "127.0.0.1");
});
afterAll(() => host?.close());

describe("a static export", () => {
  it("shows a run, its samples and videos from any host, and keeps back what may not be shared", async () => {
    const flags = ["--export", "site", "--with-media"];
    const written = await cli(["view", run, ...flags], { cwd: folder.path });
    expect(written.status, written.stderr).toBe(0);
    expect(written.stdout).toBe("site\n");
    expect(written.stderr).toContain("2 samples and 1 media file");
    const texts = readdirSync(site, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    expect(texts.some((text) => text.includes("What opens"))).toBe(true);
    expect(texts.filter((text) => text.includes("Hush"))).toEqual([]);
    expect(texts.filter((text) => text.includes(folder.path))).toEqual([]);

    const page = await pages.open(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
    await page.getByRole("link", { name: "shared" }).first().waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(0);
    await page.getByRole("link", { name: "shared" }).first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    const home = page.url();
    // The comparisons that there are, and no others.
    await page.getByRole("tab", { name: "open" }).click();
    await page.getByRole("link", { name: "oracle against chance" }).click();
    await page
      .getByText(/Accuracy|No sample/)
      .first()
      .waitFor();
    expect(await page.getByRole("option").allTextContents()).toEqual(["oracle against chance"]);
    expect(await page.getByRole("button", { name: "Swap" }).count()).toBe(0);
    await page.goto(home);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto(`${page.url()}/open/${encodeURIComponent("q/1~%")}`);
    await page.getByText("What opens?").first().waitFor();
    expect(await page.getByText("Correct the reference").count()).toBe(0);
    await page.getByRole("button", { name: "Next frame" }).click();
    await page.getByText("frame 1", { exact: true }).waitFor();
    expect(await page.locator("video").isVisible()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("is not written over something else, nor of what is no run", async () => {
    folder.file("full/file.txt", "mine");
    const full = await cli(["view", run, "--export", "full"], { cwd: folder.path });
    expect(full.status).toBe(2);
    expect(full.stderr).toContain("is not empty");
    const none = await cli(["view", "full", "--export", "other"], { cwd: folder.path });
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("is no run")]);
    const alone = await cli(["view", run, "--with-media"], { cwd: folder.path });
    expect(alone.status).toBe(2);
  });
});
