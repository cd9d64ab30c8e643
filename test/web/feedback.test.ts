import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportedFeedback } from "../../src/evaluation/review/import-feedback.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const videos = Array.from({ length: 12 }, (_, at) => `cam${at}`);
let run: string;

beforeAll(async () => {
  folder.file(
    "events.jsonl",
    lines(
      videos.map((id) => ({
        ...{ id, duration: 60, video: `${id}.mp4` },
        events: [{ type: "fall", start: 10, end: 14 }],
      })),
    ),
  );
  folder.file(
    "found.jsonl",
    lines(
      videos.map((id) => ({
        id,
        events: [
          { type: "fall", start: 10, end: 14, confidence: 0.9 },
          { type: "fire", start: 30, end: 34, confidence: 0.6 },
        ],
      })),
    ),
  );
  folder.file(
    "vidimus.yaml",
    `name: plant
tasks: [{ id: alarms, family: event-detection, data: { path: events.jsonl, media: none } }]
systems: [{ id: detector, kind: predictions, path: found.jsonl }]
`,
  );
  folder.file(
    "feedback.csv",
    [
      "feedback_id,video_id,feedback,event_type,start_sec,end_sec,corrected_start_sec,confidence,comment,user",
      "f1,cam0,missed,fire,30,34,,0.95,it did burn,eve",
      "f2,cam1,correction,fall,10,14,9,0.52,starts earlier,eve",
      "f3,cam2,false_alarm,fall,10,14,,0.49,somebody sat down,dan",
      "f4,new-cam,false_alarm,fire,5,7,,0.7,steam,dan",
      "f5,cam2,missed,fire,30,34,,0.55,also burns,dan",
      "f6,cam3,correction,,,,,0.5,no event named,dan",
      ...Array.from({ length: 54 }, (_, at) => `ok${at},cam4,,,,,,0.9,,`),
    ].join("\n"),
  );
  const made = await cli(["run", "vidimus.yaml"], { cwd: folder.path });
  expect(made.status, made.stderr).toBe(0);
  run = readdirSync(join(folder.path, "runs"))[0]!;
});

/** The chance of at most so many of so many, each with this probability. */
function upTo(most: number, of: number, probability: number): number {
  let term = (1 - probability) ** of;
  let sum = term;
  for (let k = 1; k <= most; k++) {
    term *= ((of - k + 1) / k) * (probability / (1 - probability));
    sum += term;
  }
  return sum;
}

describe("feedback from production", () => {
  it("becomes a queue, most uncertain first, with its rate against the target", async () => {
    const imported = await cli(["feedback", "import", "feedback.csv", "--json"], {
      cwd: folder.path,
    });
    expect(imported.status, imported.stderr).toBe(0);
    const { rate, queue, leftOut, kinds } = JSON.parse(imported.stdout) as ImportedFeedback;
    expect(kinds).toEqual({ correction: 2, "false-alarm": 2, missed: 2, none: 54 });
    expect(rate).toMatchObject({ feedback: 6, answers: 60, rate: 0.1, verdict: "unsure" });
    // Clopper and Pearson's limits leave 2.5 % on either side.
    expect(1 - upTo(5, 60, rate!.low)).toBeCloseTo(0.025, 8);
    expect(upTo(6, 60, rate!.high)).toBeCloseTo(0.025, 8);
    expect(queue).toMatchObject({ name: "alarms-feedback", items: 5 });
    expect(leftOut.map(({ where }) => where)).toEqual([expect.stringContaining("feedback.csv:7")]);
  });

  it("counts a row that stands there twice once, and refuses two that share an id", async () => {
    const [head = "", ...rows] = readFileSync(join(folder.path, "feedback.csv"), "utf8").split(
      "\n",
    );
    folder.file(
      "later.csv",
      [head, ...rows.slice(0, 2), "f9,cam5,missed,fire,30,34,,0.6,,"].join("\n"),
    );
    const feedback = (...files: string[]) =>
      cli(["feedback", "import", ...files, "--name", "twice"], { cwd: folder.path });
    const merged = await feedback("feedback.csv", "later.csv");
    expect(merged.status, merged.stderr).toBe(0);
    expect(merged.stdout).toContain("left out  later.csv:2: the same row as feedback.csv:2");
    expect(merged.stdout).toContain("7 of 61 answers");
    // What waits in a queue already is not queued again.
    expect(merged.stdout).toContain("feedback.csv:2: is in the queue alarms-feedback already");
    expect(merged.stdout).toContain("(1 item,");
    folder.file("other.csv", [head, "f1,cam0,false_alarm,fall,10,14,,0.95,,"].join("\n"));
    const refused = await feedback("feedback.csv", "other.csv");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(
      "other.csv:2: the id f1 is that of another row: feedback.csv:2",
    );
  });

  it("is reviewed by keys, and what is accepted is a new version of the data", async () => {
    await using server = await viewServer(join(folder.path, "runs"));
    const page = await pages.open(`${server.url}#/review`);
    await page.getByText("Feedback rate 10.00 %").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "alarms-feedback" }).press("Enter");
    await page.getByLabel("Your name").fill("ann");
    await page.keyboard.press("Enter");
    const order: string[] = [];
    for (let done = 0; done < 5; done++) {
      await page.getByText(`${done} of 5 rated`).waitFor();
      const reported = (await page.getByText(/, by (?:eve|dan), /).textContent()) ?? "";
      order.push(reported.split(", ").at(-1)!);
      if (done === 0) expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press(reported.includes("it did burn") ? "2" : "1");
    }
    expect(order).toEqual([
      "somebody sat down",
      "starts earlier",
      "also burns",
      "steam",
      "it did burn",
    ]);
    await page.getByText("4 of 5 accepted").waitFor();
    await page.getByRole("button", { name: "Write corrections" }).press("Enter");
    expect(await page.getByText("--labels").count()).toBe(0);
    await page.getByText("They are written as corrections").waitFor();
    const offered = (await page.getByText("vidimus score").textContent()) ?? "";
    const setting = offered.split("--set ")[1]!;
    // Typed anywhere, as paths in it are relative to the configuration.
    const scored = await cli(["score", run, "--set", setting, "--json"], {
      cwd: join(folder.path, "runs"),
    });
    expect(scored.status, scored.stderr).toBeOneOf([0, 3]);
    expect((JSON.parse(scored.stdout) as Summary).tasks[0]!.systems[0]!.total).toBe(13);
    // A video was added: what was scored before lacks it.
    await page.goto(`${server.url}#/runs/${run}/alarms/${encodeURIComponent("cam1")}/correct`);
    await page
      .getByText(/detector: old and new are not over the same samples \(1 sample added/)
      .waitFor();
    expect(await page.getByRole("cell", { name: "other samples" }).count()).toBeGreaterThan(0);
    const [name] = readdirSync(join(folder.path, "runs/corrections"));
    const path = join("runs/corrections", name!);
    const rows = readFileSync(join(folder.path, path), "utf8")
      .trim()
      .split("\n")
      .map(
        (line) =>
          JSON.parse(line) as {
            sample: string;
            author: string;
            truth?: { events: object[] };
            added?: object;
          },
      );
    expect(rows.map(({ sample, author }) => [sample, author])).toEqual([
      ["cam2", "ann"],
      ["cam1", "ann"],
      ["cam2", "ann"],
      ["new-cam", "ann"],
    ]);
    // Both about one video count: the fall is gone, and the fire is there.
    expect(rows[2]!.truth!.events).toEqual([{ type: "fire", startSeconds: 30, endSeconds: 34 }]);
    expect(rows[1]!.truth!.events).toMatchObject([{ type: "fall", startSeconds: 9 }]);
    const twice = await cli(["feedback", "apply", "runs/reviews/alarms-feedback"], {
      cwd: folder.path,
    });
    expect(twice.stderr).toContain("is written already");
    const again = await cli(
      ["run", "vidimus.yaml", "--set", `tasks.alarms.data.corrections=${path}`, "--json"],
      { cwd: folder.path },
    );
    const { tasks } = JSON.parse(again.stdout) as Summary;
    expect(readdirSync(join(folder.path, "runs")).filter((one) => one.endsWith("plant"))).toEqual([
      run,
    ]);
    const { outcomes } = tasks[0]!.systems[0]!;
    expect(JSON.stringify(outcomes)).toContain('"missing":1');
  });
});
