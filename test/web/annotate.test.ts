import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { openVideo } from "../../src/media/video/open-video.ts";
import { encodeVideo } from "../media/encode-video.ts";
import { readFrameNumber } from "../media/frame-number.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

/** Frames are not evenly spaced: a rate would give other times than the decoder. */
const ticks = Array.from({ length: 60 }, (_, at) => at * 40 + (at % 3) * 7);
/** The presentation timestamps as our decoder has them. */
let times: readonly number[] = [];

const folder = temporaryFolder();
// Requests to a server that is not there, saves that came too late, files that are refused, and
// times of a video that a server which has just started has not opened yet.
const pages = webPages({
  expected:
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|status of 40[09]|net::|status of 404.*\/times\.json/,
});

const plan = (name: string) =>
  [
    `name: ${name}`,
    "annotate: events",
    "media: ../videos",
    "types: [{ id: spill, fields: [{ name: description }] }, fall]",
    "difficulties: [easy, hard]",
  ].join("\n");

beforeAll(async () => {
  const video = { width: 176, height: 96, ticksPerSecond: 1000, encoder: "libx264" } as const;
  folder.file("videos/empty.txt", "");
  for (const name of ["one", "two"])
    encodeVideo(join(folder.path, `videos/${name}.mp4`), {
      ...video,
      ...{ container: "mp4", bFrames: 2, ticks },
    });
  await using decoded = await openVideo(join(folder.path, "videos/one.mp4"), { index: "packets" });
  times = [...(await decoded.times())];
  expect(times.map((time) => Math.round(time * 1000))).toEqual(ticks);
  for (const name of ["keys", "tabs", "crash", "people", "mouse"])
    folder.file(`${name}/annotate.yaml`, plan(name));
  folder.file(
    "numbers/annotate.yaml",
    plan("numbers").replace("name: description", "name: workers, kind: number"),
  );
  folder.file("videos/noise/noise.mp4", "this is no video at all");
  const listed = ["noise/noise", "gone", "one"].map((name) => `../videos/${name}.mp4`);
  folder.file(
    "broken/annotate.yaml",
    plan("broken").replace("media: ../videos", `media: [${listed.join(", ")}]`),
  );
  folder.file("labels/annotate.yaml", plan("labels").replace("events", "labels"));
  folder.file("questions/annotate.yaml", plan("questions").replace("events", "questions"));
});

/** Waits as long as a busy machine may take. */
function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 30_000 });
}

/** Opens the page of a video as an annotator. */
async function annotate(url: string, route: string, name = "Anna"): Promise<Page> {
  const page = await pages.open(`${url}#/annotate/${route}`);
  await page.getByLabel("Your name").fill(name);
  await page.keyboard.press("Enter");
  await atFrame(page, 0);
  return page;
}

function atFrame(page: Page, frame: number): Promise<unknown> {
  return page.getByText(`frame ${frame}`, { exact: true }).waitFor();
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function goTo(page: Page, frame: number): Promise<void> {
  await press(page, "Home", ...Array.from({ length: frame }, () => "ArrowRight"));
  await atFrame(page, frame);
}

/** The number that the picture on the screen carries. */
async function shownNumber(page: Page): Promise<number | null> {
  const picture = sharp(await page.locator("canvas").screenshot()).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return readFrameNumber(data, info.width, info.height);
}

async function saved(page: Page): Promise<void> {
  await page
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .waitFor();
}

/** What `vidimus score` would read now. */
function written(project: string, annotator = "anna"): readonly Record<string, unknown>[] {
  const path = join(folder.path, project, `annotations/${annotator}.jsonl`);
  const text = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line));
}

async function events(project: string, annotator?: string): Promise<unknown> {
  return written(project, annotator)[0]?.events;
}

const entries = (page: Page) => page.getByRole("list", { name: "Marks" }).getByRole("listitem");

describe("annotating in the browser", () => {
  it("marks an event to the frame by keyboard alone, and what is written scores 1 at once", async () => {
    await using server = await viewServer(folder.path);
    const page = await annotate(server.url, "keys/one");
    await goTo(page, 7);
    await eventually(() => shownNumber(page)).toBe(7);
    await press(page, "i");
    await goTo(page, 19);
    await eventually(() => shownNumber(page)).toBe(19);
    await press(page, "o");
    await saved(page);
    await eventually(() => events("keys")).toEqual([
      { type: "spill", start: times[7], end: times[20] },
    ]);
    // Types, edges by a frame, splitting, merging, ambiguity, deleting, undoing.
    // A digit is about the next event; what is marked already changes its type by a key of its own.
    await press(page, "2");
    const next = page.getByRole("group", { name: "Type of the next event" });
    await next.getByRole("button", { name: "fall", pressed: true }).waitFor();
    await press(page, "u", "u");
    await saved(page);
    expect(await events("keys")).toMatchObject([{ type: "spill" }]);
    await press(page, ">");
    await eventually(() => page.getByLabel("Speed").inputValue()).toBe("1.5");
    await press(page, "t", "a", "f");
    await eventually(() => events("keys")).toEqual([
      { type: "fall", start: times[6], end: times[21] },
    ]);
    await goTo(page, 10);
    await press(page, "x");
    await eventually(() => entries(page).count()).toBe(2);
    await eventually(() => events("keys")).toEqual([
      { type: "fall", start: times[6], end: times[10] },
      { type: "fall", start: times[10], end: times[21] },
    ]);
    await press(page, "m", "u", "s", "d");
    const final = [{ type: "fall", start: times[7], end: times[20], ambiguous: true }];
    await eventually(() => events("keys")).toEqual(final);
    await press(page, "Delete");
    await eventually(() => events("keys")).toBeUndefined();
    await press(page, "Control+z", "Control+z", "Control+z", "Control+z", "Control+Shift+z");
    await saved(page);
    await page.reload();
    await atFrame(page, 0);
    // The history is that of the journal: undo goes on where it was before.
    await press(page, "Control+Shift+z", "Control+Shift+z");
    await saved(page);
    await eventually(() => events("keys")).toEqual(final);
    await press(page, "ArrowDown", "u", "]");
    await atFrame(page, 20);
    await press(page, "[", "[");
    await atFrame(page, 7);
    await press(page, "Enter", "j");
    await page.getByRole("heading", { name: "two" }).waitFor();
    await press(page, "Enter");
    await saved(page);
    await press(page, "?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await eventually(() => written("keys").length).toBe(2);
    const answers = written("keys").map(({ id, events: found }) => ({
      id,
      events: (found as { type: string; start: number; end: number }[]).map((one) => ({
        ...{ type: one.type, start: one.start, end: one.end },
      })),
    }));
    folder.file("answers.jsonl", answers.map((one) => JSON.stringify(one)).join("\n"));
    const data = ["--data", "keys/annotations/anna.jsonl", "--predictions", "answers.jsonl"];
    const scored = await cli(["score", "--family", "event-detection", ...data, "--json"], {
      cwd: folder.path,
    });
    expect(scored.status, scored.stderr).toBe(0);
    const [system] = JSON.parse(scored.stdout).tasks?.[0]?.systems ?? [];
    const f1 = Object.entries(system.metrics).find(([id]) => id.includes("f1"));
    expect(f1?.[1]).toMatchObject({ value: 1, n: 2 });
  });

  it("creates and adjusts by dragging, on frames and on neighbouring edges", async () => {
    await using server = await viewServer(folder.path);
    const page = await annotate(server.url, "mouse/one");
    const lane = page.locator('[data-lane="spill"]');
    const { x, y, width, height } = (await lane.boundingBox())!;
    const place = (seconds: number) => x + (width * seconds) / (times.at(-1)! + 0.04);
    await page.mouse.move(place(0.5), y + height / 2);
    await page.mouse.down();
    await page.mouse.move(place(1.2), y + height / 2, { steps: 4 });
    await page.mouse.up();
    await saved(page);
    const [first] = (await expectOne("mouse")) as [{ start: number; end: number }];
    expect(times).toContain(first.start);
    expect(times).toContain(first.end);
    const edge = (await page.locator('[data-edge="end"]').boundingBox())!;
    await page.mouse.move(edge.x + edge.width / 2, edge.y + 5);
    await page.mouse.down();
    await page.mouse.move(edge.x + 60, edge.y + 5, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => ((await events("mouse")) as [{ end: number }])[0].end).not.toBe(
      first.end,
    );
    const [longer] = (await events("mouse")) as [{ start: number; end: number }];
    expect(longer.start).toBe(first.start);
    expect(times).toContain(longer.end);
    // A new one of another type that starts near the end of the first takes that edge.
    const other = (await page.locator('[data-lane="fall"]').boundingBox())!;
    await page.mouse.move(place(longer.end) + 4, other.y + 8);
    await page.mouse.down();
    await page.mouse.move(place(longer.end + 0.4), other.y + 8, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => ((await events("mouse")) as unknown[]).length).toBe(2);
    expect(((await events("mouse")) as { start: number }[])[1]!.start).toBe(longer.end);
  });

  it("loses nothing when the server is killed in mid-annotation, nor when the page is closed then", async () => {
    const port = await freePort();
    const start = async () => {
      // The videos lie outside of the viewed folder, where its annotate.yaml says.
      const where = ["view", "crash", "--annotate", "events", "--port", String(port)];
      const args = [...where, "--token", "known", "--no-open"];
      const running = startCli(args, { cwd: folder.path });
      await running.says("Press Ctrl+C");
      return running;
    };
    const first = await start();
    const page = await annotate(`http://127.0.0.1:${port}/?token=known`, "crash/one");
    await press(page, "i", "ArrowRight");
    await atFrame(page, 1);
    await press(page, "o");
    await saved(page);
    first.process.kill("SIGKILL");
    expect((await first.finished).stdout).toContain("/?token=known#/annotate/crash");
    await press(page, "2", "Escape", "i", "o");
    await page.getByRole("status").filter({ hasText: "kept in this browser" }).waitFor();
    await page.locator("body").press("Escape");
    await eventually(() => entries(page).count()).toBe(2);
    const second = await start();
    await saved(page);
    const context = page.context();
    await context.setOffline(true);
    await press(page, "1", "Escape", "i", "o");
    await page.getByRole("status").filter({ hasText: "kept in this browser" }).waitFor();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(`http://127.0.0.1:${port}/?token=known#/annotate/crash/one`);
    await eventually(() => entries(again).count()).toBe(3);
    await saved(again);
    await eventually(async () => ((await events("crash")) as unknown[]).length).toBe(3);
    second.process.kill();
    await second.finished;
  });

  it("lets two tabs work on one video without overwriting each other", async () => {
    await using server = await viewServer(folder.path);
    // Two browsers, which do not hear of each other but through the server.
    const one = await annotate(server.url, "tabs/one");
    const other = await annotate(server.url, "tabs/one");
    await press(one, "i", "o");
    await saved(one);
    await goTo(other, 12);
    await press(other, "2", "i", "o");
    await saved(other);
    await eventually(() => entries(other).count()).toBe(2);
    await eventually(async () => ((await events("tabs")) as unknown[]).length).toBe(2);
    // The same mark on both sides: one side has to choose.
    await press(one, "f");
    await saved(one);
    await press(other, "Escape", "ArrowUp", "ArrowUp", "u");
    await other.getByRole("dialog", { name: "Changed in two places" }).waitFor();
    await other.getByRole("button", { name: "Take theirs" }).click();
    await saved(other);
    await eventually(() => events("tabs")).toEqual([
      { type: "spill", start: 0, end: times[2] },
      { type: "fall", start: times[12], end: times[13] },
    ]);
    // A second tab of the same browser hears of a save at once.
    const tab = await one.context().newPage();
    await tab.goto(one.url());
    await eventually(() => entries(tab).count()).toBe(2);
    await press(one, "Escape", "End", "i", "o");
    await eventually(() => entries(tab).count()).toBe(3);
    expect(await seriousFindings(tab)).toEqual([]);
  });

  it("compares annotators, and brings in and gives out files of other programs", async () => {
    await using server = await viewServer(folder.path);
    const anna = await annotate(server.url, "people/one");
    await press(anna, "i");
    await goTo(anna, 9);
    await press(anna, "o");
    await saved(anna);
    const ben = await pages.open(`${server.url}#/annotate/people`);
    await ben.getByLabel("Your name").fill("Ben");
    await press(ben, "Enter");
    const database = { one: { annotations: [{ label: "spill", segment: [0, times[8]] }] } };
    const bring = (content: object) =>
      ben.getByLabel("File to import").setInputFiles({
        ...{ name: "a.json", mimeType: "application/json" },
        buffer: Buffer.from(JSON.stringify(content)),
      });
    await bring({ database });
    await ben.getByText("a.json: 1 new mark, in 1 video.").waitFor();
    await bring({ database });
    await ben.getByText("a.json: 0 new marks, 1 there already, in 1 video.").waitFor();
    const row = ben.getByRole("table", { name: "Agreement of annotators" }).getByRole("row");
    // Eight frames of ten.
    const expected = (times[8]! / times[10]!).toFixed(3);
    await eventually(() => row.nth(1).textContent()).toContain(`1.000${expected}`);
    // Frames that another program counts by itself are of use with its rate alone.
    await ben.getByLabel("Format").selectOption("label-studio");
    const ranges = [
      { start: 1, end: 8 },
      { start: 900, end: 950 },
    ];
    const value = { ranges, timelinelabels: ["fall"] };
    const annotations = [{ result: [{ type: "timelinelabels", value }] }];
    await bring([{ data: { video: "two.mp4" }, annotations }]);
    await ben.getByText("a.json: the file does not say how many frames a second").waitFor();
    await ben.getByLabel("Its frame rate").fill("25");
    await bring([{ data: { video: "two.mp4" }, annotations }]);
    await ben.getByText("a.json: 1 new mark, in 1 video.").waitFor();
    await ben.getByText("Frames were counted at 25 a second, as given here.").waitFor();
    await ben.getByText(/a\.json, two: fall, 35\.960 to 38\.000 s: the video ends at/).waitFor();
    expect(await seriousFindings(ben)).toEqual([]);
    await ben.getByLabel("Format").selectOption("cvat");
    const download = ben.waitForEvent("download");
    await ben.getByRole("link", { name: "Export yours" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text).toContain('<box frame="0" outside="0"');
    expect(text).toContain('<box frame="8" outside="1"');
    expect(await seriousFindings(ben)).toEqual([]);
  });

  it("keeps a number where what is typed is none, and says so", async () => {
    await using server = await viewServer(folder.path);
    const page = await annotate(server.url, "numbers/one");
    await press(page, "i", "o", "e");
    const field = page.getByLabel("workers");
    const fieldsOf = () =>
      ((written("numbers")[0]?.events ?? []) as { fields?: object }[])[0]?.fields;
    await field.fill("3");
    await eventually(fieldsOf).toEqual({ workers: 3 });
    await field.fill("3x");
    await page.getByText("“3x” is no number such as 3.5; 3 stays").waitFor();
    await page.getByLabel("Note").fill("seen");
    await page.getByLabel("Note").press("Enter");
    await eventually(() => written("numbers")[0]?.metadata).toEqual({ note: "seen" });
    expect(fieldsOf()).toEqual({ workers: 3 });
    expect(await seriousFindings(page)).toEqual([]);
    await field.press("Escape");
    expect(await field.inputValue()).toBe("3");
    await field.fill("");
    await eventually(fieldsOf).toBeUndefined();
  });

  it("goes on beside videos that are gone or cannot be decoded, and says why", async () => {
    await using server = await viewServer(folder.path);
    const page = await pages.open(`${server.url}#/annotate/broken`, {
      ...{ colorScheme: "dark", viewport: { width: 380, height: 800 } },
    });
    await page.getByLabel("Your name").fill("Anna");
    await press(page, "Enter");
    await page.getByText("no such video: ../videos/gone.mp4").waitFor();
    await page.getByRole("link", { name: "Annotate next video" }).click();
    // Not known before somebody looks.
    await page.getByText(/noise\.mp4: /).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, "j");
    await page.getByText("no such video").waitFor();
    await press(page, "Enter");
    await page.getByRole("heading", { name: "videos/one", exact: true }).waitFor();
    await atFrame(page, 0);
    await press(page, "i", "o");
    await page.getByRole("link", { name: "broken" }).click();
    // What was just marked stands there, and nobody is led to what cannot be shown.
    await page.getByText("1 mark", { exact: true }).waitFor({ timeout: 5_000 });
    const row = page.getByRole("row", { name: /noise/ });
    expect(await row.textContent()).toMatch(/noise\.mp4: /);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Annotate next video" }).click();
    await page.getByRole("heading", { name: "videos/one", exact: true }).waitFor();
    await atFrame(page, 0);
    await press(page, "Enter");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("link", { name: "broken" }).click();
    await page.getByText("1 mark, done").waitFor({ timeout: 5_000 });
    expect(await page.getByRole("link", { name: "Annotate next video" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("annotates questions with evidence, and labels of clips", async () => {
    await using server = await viewServer(folder.path);
    const page = await annotate(server.url, "questions/one");
    await press(page, "q");
    await page.getByLabel("Question", { exact: true }).fill("Who opens the valve?");
    await page.getByLabel("Answer").fill("Anna");
    await press(page, "Escape", "i");
    await goTo(page, 4);
    await press(page, "o", "r");
    await saved(page);
    await eventually(() => written("questions")).toMatchObject([
      {
        ...{ video: "one.mp4", question: "Who opens the valve?", answer: "Anna" },
        evidence: [{ start: 0, end: times[5], relevance: "context" }],
      },
    ]);
    // A second one, and back to the first; evidence without a question asks for one.
    await press(page, "q");
    await page.getByLabel("Question", { exact: true }).fill("Who closes it?");
    await press(page, "Escape", "g");
    await eventually(() => page.getByLabel("Question", { exact: true }).inputValue()).toBe(
      "Who opens the valve?",
    );
    await press(page, "j");
    await page.getByRole("heading", { name: "two" }).waitFor();
    await atFrame(page, 0);
    await press(page, "i", "o");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("What starts?");
    await eventually(() => written("questions").at(-1)).toMatchObject({
      ...{ video: "two.mp4", question: "What starts?", evidence: [{ start: 0, end: times[1] }] },
    });
    await page.goto(`${server.url}#/annotate/labels/two`);
    await atFrame(page, 0);
    await press(page, "1", "2");
    await eventually(() => written("labels")).toMatchObject([{ id: "two", label: "fall" }]);
  });
});

async function expectOne(project: string): Promise<unknown> {
  await eventually(async () => ((await events(project)) as unknown[] | undefined)?.length).toBe(1);
  return events(project);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
