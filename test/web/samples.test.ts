import { readdirSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MediaEvent, ReplyEvent, RunEvent } from "../../src/core/run/run-event.ts";
import { documents } from "../../src/server/contract.ts";
import type { Served } from "../../src/server/serve.ts";
import type { ComparisonDocument } from "../../src/summary/comparison-summary.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
const token = "samples";
let server: Served;
let [one, two] = ["", ""];

beforeAll(async () => {
  encodeVideo(join(folder.path, "hall.webm"), {
    ...{ width: 176, height: 96, ticksPerSecond: 1000, gop: 12 },
    ...{ encoder: "libvpx-vp9", encoderOptions: { deadline: "realtime", "cpu-used": "8" } },
    ...{ container: "webm", ticks: Array.from({ length: 50 }, (_, frame) => frame * 40) },
  });
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  folder.file(
    "questions.jsonl",
    lines(
      [1, 2, 3, 4, 5, 6].map((at) => ({
        ...{ id: `q/${at}`, video: "hall.webm", question: `Which light, number ${at}?` },
        ...{ choices: ["red", "green"], answer: at % 2, group: `g${at}` },
      })),
    ),
  );
  const event = (start: number, end: number) => ({ start, end, type: "alarm" });
  folder.file(
    "events.jsonl",
    lines([
      { id: "a", video: "hall.webm", duration: 2, events: [event(0.6, 1), event(1.4, 1.8)] },
      { id: "b", video: "hall.webm", duration: 2, events: [event(0.2, 0.4)] },
    ]),
  );
  [one, two] = [await run("one", "A"), await run("two", "B")];
  server = await viewServer(folder.path, { token });
});
afterAll(async () => server[Symbol.asyncDispose]());

/** Runs systems of which one says the same about every question. */
async function run(name: string, reply: string): Promise<string> {
  folder.file(
    `${name}.yaml`,
    `name: ${name}
output: runs
tasks:
  - id: quiz
    family: multiple-choice
    data: { format: jsonl, path: questions.jsonl, media: . }
    frames: { strategy: uniform, count: 4 }
    systems: [pixels, parrot, shuffled]
  - id: hall
    family: event-detection
    data: { format: jsonl, path: events.jsonl, media: . }
    systems: [noisy, oracle]
systems:
  - { id: pixels, kind: pixels }
  - { id: parrot, kind: scripted, rules: [{ match: '.*', reply: ['${reply}'] }] }
  - { id: shuffled, kind: shuffled-frames, of: pixels }
  - { id: noisy, kind: degraded, degradation: dropped, amount: 0.5 }
  - { id: oracle, kind: oracle }
`,
  );
  const made = await cli(["run", `${name}.yaml`], { cwd: folder.path });
  expect(made.status, made.stderr).toBe(0);
  const found = readdirSync(join(folder.path, "runs")).find((own) => own.endsWith(`-${name}`))!;
  return `runs/${found}`;
}

/** Opens a page of the app. */
async function open(
  route: string,
  options: { viewport?: { width: number; height: number } } = {},
): Promise<Page> {
  return pages.open(`http://127.0.0.1:${server.port}/?token=${token}#${route}`, options);
}

const sampleRoute = (task: string, sample: string, query = "") =>
  `/runs/${[one, task, sample].map(encodeURIComponent).join("/")}${query}`;

const shownFrame = (page: Page, frame: number) =>
  page.getByText(`frame ${frame}`, { exact: true }).waitFor();

describe("the page of a sample", () => {
  it("shows the frames and the reply that the log has", async () => {
    const log = readFileSync(join(folder.path, one, "run.jsonl"), "utf8")
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line) as RunEvent);
    const outcome = log.find(
      (event) => event.event === "outcome" && event.sample === "q/1" && event.system === "pixels",
    ) as { readonly key: string };
    const media = log.find(
      (event): event is MediaEvent => event.event === "media" && event.key === outcome.key,
    )!;
    const reply = log.find(
      (event): event is ReplyEvent => event.event === "reply" && event.key === outcome.key,
    )!;
    const page = await open(sampleRoute("quiz", "q/1", "?system=pixels"));
    await page.locator("[data-reply]").waitFor();
    const sent = await page
      .locator("[data-seconds]")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("data-seconds"))));
    const [look] = media.media as readonly { frames: readonly { atSeconds: number }[] }[];
    expect(sent).toHaveLength(4);
    expect(sent).toEqual(look!.frames.map(({ atSeconds }) => atSeconds));
    const said = reply.outcome as { readonly value: { readonly text: string } };
    expect(await page.locator("[data-reply]").textContent()).toBe(said.value.text);
    await page.waitForFunction(
      "[...document.querySelectorAll('[aria-label^=\"Frames sent\"] img')].every((one) => one.naturalWidth === 176)",
    );
    // A picture leads to its frame.
    await shownFrame(page, Math.round(sent[0]! / 0.04));
    await page.locator("[data-seconds]").nth(2).click();
    await shownFrame(page, Math.round(sent[2]! / 0.04));
    await page.getByRole("tab", { name: "pixels" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("stands at the first thing that is true, and is walked through by keys", async () => {
    const page = await open(sampleRoute("hall", "a"));
    await shownFrame(page, 15);
    await page.keyboard.press("]");
    await shownFrame(page, 35);
    await page.keyboard.press("[");
    await shownFrame(page, 15);
    await page.keyboard.press("ArrowRight");
    await shownFrame(page, 16);
    await page.getByRole("slider", { name: "Events" }).focus();
    await page.keyboard.press("End");
    await shownFrame(page, 49);
    await page.keyboard.press("Home");
    await shownFrame(page, 0);
    await page.getByRole("slider", { name: "Events" }).blur();
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press(" ");
    await page.keyboard.press("2");
    await page.getByRole("tab", { name: "oracle", selected: true }).waitFor();
    await page.getByText("1 of 2").waitFor();
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "b", exact: true }).waitFor();
    await page.getByRole("tab", { name: "oracle", selected: true }).waitFor();
    await shownFrame(page, 5);
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: "a", exact: true }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  });

  it("draws what sensors measured", async () => {
    const wrote = await cli(["init", "episode", "--recording", "--output", "kitchen"], {
      cwd: folder.path,
    });
    expect(wrote.status, wrote.stderr).toBe(0);
    folder.file(
      "kitchen.yaml",
      `name: kitchen
output: runs
tasks: [{ id: actions, family: episode, data: { format: xperience, path: kitchen/recording, split: test }, options: { task: timeline_action } }]
systems: [{ kind: majority }, { kind: oracle }]
`,
    );
    const made = await cli(["run", "kitchen.yaml", "--json"], { cwd: folder.path });
    expect(made.status, made.stderr).toBe(0);
    const { directory } = JSON.parse(made.stdout) as { directory: string };
    const run = `runs/${basename(directory)}`;
    const page = await open(`/runs/${encodeURIComponent(run)}?show=samples`);
    await page.getByRole("row").nth(1).getByRole("link").click();
    await page.getByText("hand speed", { exact: true }).waitFor();
    const lines = page.locator('svg path[stroke-linejoin="round"]');
    expect(await lines.count()).toBeGreaterThan(2);
    for (const path of await lines.evaluateAll((all) => all.map((one) => one.getAttribute("d"))))
      expect(path).toMatch(/^M[\d.-]+ [\d.]+V.*[lh]/);
    await page.getByText("As a list").click();
    await page
      .getByText(/^-?[\d.]+ to [\d.]+$/)
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("follows the order of the table that it was opened from", async () => {
    const page = await open(
      `/runs/${encodeURIComponent(one)}?${new URLSearchParams({ task: "quiz", show: "samples", system: "parrot", error: "wrong-choice" })}`,
    );
    await page.getByRole("link", { name: "q/3" }).click();
    await page.getByText("2 of 3").waitFor();
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "q/5" }).waitFor();
  });

  it("stays open where it is opened soon after the cursor moved", async () => {
    const page = await open(
      `/runs/${encodeURIComponent(one)}?${new URLSearchParams({ task: "quiz", show: "samples", system: "parrot" })}`,
    );
    await page.getByRole("link", { name: "q/3" }).waitFor();
    await page.keyboard.press("j");
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The address keeps the place of the cursor a little later.
    await page.waitForTimeout(700);
    expect(await page.evaluate("location.hash")).not.toContain("show=samples");
  });

  it("says what the log says where the data is gone", async () => {
    const path = join(folder.path, "questions.jsonl");
    renameSync(path, `${path}.away`);
    try {
      const page = await open(sampleRoute("quiz", "q/2", "?system=parrot"));
      await page.getByRole("status").filter({ hasText: "the data cannot be read" }).waitFor();
      expect(await page.locator("[data-reply]").textContent()).toBe("A");
      expect(await page.content()).not.toContain(folder.path);
    } finally {
      renameSync(`${path}.away`, path);
    }
  });
});

describe("a comparison", () => {
  it("has the samples that changed as the command line has them", async () => {
    const json = await cli(["compare", one, two, "--json", "--flips", "100"], { cwd: folder.path });
    const { tasks } = JSON.parse(json.stdout) as ComparisonDocument;
    const expected = tasks.find(({ of }) => of === "parrot")!.comparisons[0]!.flips!;
    expect(expected.samples.length).toBeGreaterThan(2);
    const page = await open(`/compare/${encodeURIComponent(one)}/${encodeURIComponent(two)}`);
    const response = await page.request.get(
      `http://127.0.0.1:${server.port}/${documents.compare(one, two).path}`,
    );
    const whole = (await response.json()) as { tasks: readonly { task: unknown }[] };
    expect(whole.tasks.map(({ task }) => task)).toEqual(tasks);
    await page
      .getByRole("row", { name: /parrot/ })
      .getByRole("button", { name: "quiz" })
      .click();
    const rows = page.locator("[data-change]");
    await page.getByText("against one").first().waitFor();
    expect(await rows.count()).toBe(expected.samples.length);
    const found = await rows.evaluateAll((all) =>
      all.map((row) => ({
        sample: row.querySelector("a")!.textContent,
        change: row.getAttribute("data-change"),
      })),
    );
    expect(found).toEqual(expected.samples.map(({ sample, change }) => ({ sample, change })));
    expect(await rows.first().textContent()).toMatch(/red[\s\S]*green|green[\s\S]*red/);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("of two systems leads to both answers on one timeline", async () => {
    const parts = [one, "compare", "hall", "noisy", "oracle"].map(encodeURIComponent);
    const page = await open(`/runs/${parts.join("/")}`);
    const first = page.locator("[data-change] a").first();
    const sample = await first.textContent();
    await first.click();
    await page.getByRole("heading", { name: sample!, exact: true }).waitFor();
    const lanes = async (...names: readonly string[]) => {
      for (const name of names)
        for (const lane of [`${name} · alarm`, `${name} · reported`])
          await page.getByText(lane, { exact: true }).waitFor();
    };
    await lanes("noisy", "oracle");
    // The other system comes first, and is not set against itself.
    await page.keyboard.press("2");
    await page.getByRole("tab", { name: "oracle", selected: true }).waitFor();
    await page.getByText("Beside noisy", { exact: true }).waitFor();
    await lanes("oracle", "noisy");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Show one alone" }).click();
    await page.getByText("alarm", { exact: true }).first().waitFor();
    expect(await page.getByText("oracle · alarm", { exact: true }).count()).toBe(0);
  });

  it("leads to the probes that it leaves out", async () => {
    const said = await cli(["compare", one, two], { cwd: folder.path });
    expect(`${said.stdout}${said.stderr}`.replaceAll(/\s+/g, " ")).toContain(
      `shuffled of ${one} is a probe and is not compared unless named`,
    );
    const page = await open(`/compare/${encodeURIComponent(one)}/${encodeURIComponent(two)}`);
    await page.getByRole("link", { name: "shuffled" }).click();
    await page.getByRole("link", { name: `${two}#shuffled` }).waitFor();
    await page.getByText("Samples that changed").waitFor();
  });

  it("that cannot be made says why", async () => {
    const page = await open(
      `/compare/${encodeURIComponent(`${one}#pixels`)}/${encodeURIComponent(`${one}#none`)}`,
    );
    await page.getByRole("alert").filter({ hasText: 'has no system "none"' }).waitFor();
    expect(await page.content()).not.toContain(folder.path);
  });
});

it.each([
  ["a sample", () => sampleRoute("quiz", "q/1")],
  ["events", () => sampleRoute("hall", "a")],
  ["a comparison", () => `/compare/${encodeURIComponent(one)}/${encodeURIComponent(two)}`],
])("%s fits on a narrow screen", async (_, route) => {
  const page = await open(route(), { viewport: { width: 390, height: 844 } });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("tablist").or(page.getByText("Samples that changed")).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
});
