import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Served } from "../../src/server/serve.ts";
import type { QueuePage, RaterItems } from "../../src/summary/review/review-pages.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli, startCli } from "../support/cli.ts";
import { reviewProject } from "../support/review-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();
const systems = ["alpha-net", "beta-net"];
const values = ["Faithful", "Partially Faithful", "Unfaithful", "Unknown"];
const items = 24;
let server: Served;
let run: string;

beforeAll(async () => {
  await reviewProject(folder);
  run = readdirSync(join(folder.path, "runs"))[0]!;
  server = await viewServer(folder.path);
});
afterAll(() => server[Symbol.asyncDispose]());

/** What a rater says of the thing that an answer names; they differ on every fourth. */
const ratings: Readonly<Record<string, (thing: number) => number>> = {
  ann: (thing) => thing % 3,
  bob: (thing) => (thing % 4 === 1 ? (thing + 1) % 3 : thing % 3),
};

/** Rates by keys alone until so many are rated. */
async function rate(page: Page, rater: string, until = items): Promise<void> {
  const progress = page.getByTestId("progress");
  await progress.waitFor();
  for (let done = Number.parseInt((await progress.textContent()) ?? "", 10); done < until; done++) {
    const answer = (await page.getByText(/thing \d+$/).textContent()) ?? "";
    const thing = Number(/\d+$/.exec(answer)![0]);
    await page.keyboard.press(String(ratings[rater]!(thing) + 1));
    await page
      .getByText(`${done + 1} of ${items} rated`)
      .or(page.getByText("Agreement of"))
      .waitFor();
  }
}

/** The text of every answer of the server, and of the page whenever it is looked at. */
function watched(page: Page): { readonly texts: string[]; look(): Promise<void> } {
  const texts: string[] = [];
  page.on("response", (response) => {
    if (/\/(?:data|api)\//.test(response.url()))
      void response.text().then(
        (text) => texts.push(text),
        () => undefined,
      );
  });
  return {
    texts,
    async look() {
      texts.push(await page.content());
    },
  };
}

async function startAs(url: string, rater: string): Promise<Page> {
  const page = await pages.open(url);
  await page.getByLabel("Your name").fill(rater);
  await page.keyboard.press("Enter");
  return page;
}

/** Cohen's kappa as the textbook has it. */
function kappaOf(pairs: readonly (readonly [number, number])[]): number {
  const n = pairs.length;
  const share = (side: 0 | 1, value: number) =>
    pairs.filter((pair) => pair[side] === value).length / n;
  const observed = pairs.filter(([a, b]) => a === b).length / n;
  const expected = [0, 1, 2, 3].reduce((sum, value) => sum + share(0, value) * share(1, value), 0);
  return (observed - expected) / (1 - expected);
}

describe("a review queue", () => {
  it("is made of a run in a form, evenly over systems", async () => {
    const page = await pages.open(`${server.url}#/review/new`);
    await page.getByLabel("Answers").fill(String(items));
    await page.getByLabel("Seed").fill("7");
    await page.getByLabel("Name").fill("first");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByLabel("Your name").waitFor();
    const { items: drawn } = JSON.parse(
      readFileSync(join(folder.path, "reviews/first/queue.json"), "utf8"),
    ) as { items: { system: string }[] };
    expect(systems.map((id) => drawn.filter(({ system }) => system === id).length)).toEqual([
      12, 12,
    ]);
  });

  it("is rated blind by keys, and what was rated survives a killed server", async () => {
    const running = startCli(["view", ".", "--no-open"], { cwd: folder.path });
    const url = await new Promise<string>((resolve) => {
      running.process.stdout!.once("data", (data: Buffer) => resolve(String(data).trim()));
    });
    const page = await startAs(`${url}#/review/first`, "ann");
    const seen = watched(page);
    await page.reload();
    await rate(page, "ann", 9);
    await seen.look();
    // A page that asks a dead server for a frame would complain.
    await page.goto("about:blank");
    running.process.kill("SIGKILL");
    await running.finished;

    const again = await startAs(`${server.url}#/review/first`, "ann");
    const more = watched(again);
    await again.getByText(`9 of ${items} rated`).waitFor();
    await again.getByRole("img", { name: /v\d+\.webm/ }).waitFor();
    expect(await seriousFindings(again)).toEqual([]);
    // Clips are on the clock of the video, as answers are.
    await again.getByText("0:01.000").waitFor();
    await again.keyboard.press("]");
    await again.getByText("0:03.000").waitFor();
    expect(await again.getByText("frame 30").count()).toBe(1);
    // A skipped item comes again, and what is typed into a note is no shortcut.
    const skipped = (await again.getByText(/thing \d+$/).textContent()) ?? "";
    await again.keyboard.press("s");
    await again.getByText(skipped, { exact: true }).waitFor({ state: "detached" });
    await again.keyboard.press("n");
    await again.keyboard.type("1 hat");
    await again.keyboard.press("Escape");
    expect((await again.getByTestId("progress").textContent()) ?? "").toBe(`9 of ${items} rated`);
    await rate(again, "ann");
    await again.getByText("You have rated everything").waitFor();
    await more.look();
    // The list knows of it at once.
    await again.getByRole("link", { name: "Review" }).first().click();
    await again.getByText(`ann ${items} of ${items}`).waitFor({ timeout: 4_000 });
    const all = [...seen.texts, ...more.texts].join("\n");
    const hidden = [...systems, "gold-", "judged", "prediction"];
    expect(hidden.filter((text) => all.includes(text))).toEqual([]);
    expect(all.includes("[name removed]")).toBe(true);
  });

  it("shows the second rater another order and nothing of the first", async () => {
    const page = await startAs(`${server.url}#/review/first`, "bob");
    const orders = await Promise.all(
      ["ann", "bob"].map(async (rater) => {
        const response = await page.request.get(
          `${new URL(server.url).origin}/data/reviews/first/raters/${rater}.json`,
        );
        return ((await response.json()) as RaterItems).items.map(({ id }) => id);
      }),
    );
    expect(orders[0]).not.toEqual(orders[1]);
    expect(orders[0]!.toSorted()).toEqual(orders[1]!.toSorted());
    await rate(page, "bob");
    await page.getByText("Agreement of ann and bob").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const pairs = systems.flatMap(() =>
      Array.from({ length: 12 }, (_, at) => [ratings.ann!(at), ratings.bob!(at)] as const),
    );
    const kappa = kappaOf(pairs);
    const { result } = await queueDocument(page);
    expect(result!.overall.people!.agreement["cohen-kappa"]!.value).toBeCloseTo(kappa, 12);
    await page.getByText(kappa.toFixed(3)).first().waitFor();
    await page.getByText("not quoted").first().waitFor();
    await page
      .getByText(/Cohen's kappa is .*it must be above 0\.7/)
      .first()
      .waitFor();
  });

  it("has disagreements adjudicated by keys, and gives scores the figures that it shows", async () => {
    const page = await startAs(`${server.url}#/review/first`, "cara");
    await page.getByText("6 of 24, 6 to decide").waitFor();
    const before = (await queueDocument(page)).result!.items.filter(({ final }) => final === null);
    expect(before.map(({ judged }) => judged)).toEqual(Array(6).fill(null));
    for (let left = 5; left >= 0; left--) {
      await page.keyboard.press("3");
      await page.getByText(`6 of 24, ${left} to decide`).waitFor();
    }
    const { result } = await queueDocument(page);
    const scored = await cli(
      ["score", join("runs", run), "--labels", "reviews/first/labels", "--json"],
      { cwd: folder.path },
    );
    expect(scored.status, scored.stderr).toBe(0);
    const { tasks } = JSON.parse(scored.stdout) as Summary;
    for (const { system, summary } of result!.systems) {
      const own = tasks[0]!.systems.find(({ id }) => id === system)!;
      expect(own.aspects!.find(({ id }) => id === "faithfulness")).toEqual(summary);
      expect(summary.people!.adjudicated).toBe(3);
      expect(summary.judge!.n).toBe(12);
    }
    await page.getByRole("button", { name: "Score now" }).click();
    await page.getByText("Scored: the report").waitFor();
    const stored = JSON.parse(
      readFileSync(join(folder.path, "runs", run, "metrics.json"), "utf8"),
    ) as Summary;
    expect(stored.tasks[0]!.systems[0]!.aspects![0]!.people!.raters).toEqual(["ann", "bob"]);
  });

  it("draws the same answers for the same seed, and takes no label after the end", async () => {
    const page = await pages.open(server.url);
    const drawn = async (name: string, seed: number) => {
      const response = await page.request.post(`${new URL(server.url).origin}/api/reviews`, {
        data: {
          ...{ run: `runs/${run}`, task: "qa", aspect: "error-class", from: "mistakes" },
          ...{ n: 9, seed, raters: 2, name },
        },
        headers: { origin: new URL(server.url).origin },
      });
      expect(response.status(), await response.text()).toBe(200);
      const { items: own } = JSON.parse(
        readFileSync(join(folder.path, "reviews", name, "queue.json"), "utf8"),
      ) as { items: { sample: string; system: string }[] };
      return own.map(({ sample, system }) => `${sample} ${system}`).sort();
    };
    const [one, same, other] = [await drawn("a", 7), await drawn("b", 7), await drawn("c", 8)];
    expect(one).toHaveLength(9);
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    const label = async (body: object) => {
      const response = await page.request.post(
        `${new URL(server.url).origin}/api/reviews/first/labels`,
        { data: body, headers: { origin: new URL(server.url).origin } },
      );
      return `${response.status()} ${await response.text()}`;
    };
    expect(await label({ item: "x", rater: "ann", value: values[0] })).toContain("do not change");
  });
});

async function queueDocument(page: Page): Promise<QueuePage> {
  const origin = new URL(server.url).origin;
  return (await (
    await page.request.get(`${origin}/data/reviews/first/queue.json`)
  ).json()) as QueuePage;
}
