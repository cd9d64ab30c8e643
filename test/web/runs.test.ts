import { beforeAll, describe, expect, it } from "vitest";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
// The browser itself tells of a server that does not answer.
const pages = webPages({ expected: /ERR_CONNECTION|ERR_EMPTY_RESPONSE|status of 401/ });

beforeAll(async () => {
  const questions = [1, 2, 3, 4].map((at) =>
    JSON.stringify({ id: `q${at}`, question: "Which?", choices: ["a", "b"], answer: at % 2 }),
  );
  folder.file("questions.jsonl", questions.join("\n"));
  folder.file(
    "vidimus.yaml",
    [
      "name: first",
      "tasks: [{ id: quiz, family: multiple-choice, data: { format: jsonl, path: questions.jsonl } }]",
      "systems: [{ id: chance, kind: chance }]",
    ].join("\n"),
  );
  const made = await cli(["run", "vidimus.yaml"], { cwd: folder.path });
  expect(made.status, made.stderr).toBe(0);
});

describe("the list of runs", () => {
  it("shows every run, hides the token, and has no serious finding of axe", async () => {
    await using server = await viewServer(folder.path);
    const page = await pages.open(server.url);
    await page.getByRole("link", { name: "first" }).waitFor();
    expect(page.url()).not.toContain("token");
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe("a server that stops", () => {
  const start = async () => {
    const server = startCli(["view", "runs", "--no-open"], { cwd: folder.path });
    const url = await new Promise<string>((resolve) =>
      server.process.stdout!.once("data", (text: string) => resolve(String(text).trim())),
    );
    return { ...server, url };
  };
  const stop = async (server: Awaited<ReturnType<typeof start>>) => {
    server.process.kill();
    await server.finished;
  };

  it("is told of with what starts it again, and its pages go on once it is back", async () => {
    const first = await start();
    const page = await pages.open(first.url);
    await page.getByRole("link", { name: "first" }).click();
    await page.getByRole("heading", { name: "first" }).waitFor();
    // A second one beside it has a place of its own.
    const beside = await start();
    expect(beside.url).not.toBe(first.url);
    await stop(beside);
    await stop(first);
    const gone = page.getByRole("alert").filter({ hasText: "The server has stopped" });
    await gone.getByText(/view runs$/).waitFor();
    // What was there stays, and what is asked for now comes later.
    expect(await page.getByRole("heading", { name: "first" }).isVisible()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Review" }).click();
    const second = await start();
    try {
      expect(second.url).toBe(first.url);
      await gone.waitFor({ state: "detached" });
      await page.getByRole("heading", { name: "Review" }).waitFor();
    } finally {
      await stop(second);
    }
  });

  it("is another one with a token of its own", async () => {
    const first = await start();
    const page = await pages.open(first.url);
    await page.getByRole("link", { name: "first" }).waitFor();
    await stop(first);
    await page.getByRole("alert").filter({ hasText: "The server has stopped" }).waitFor();
    const { port } = new URL(first.url);
    await using _ = await viewServer(folder.path, { port: Number(port) });
    await page.getByRole("alert").filter({ hasText: "another token" }).waitFor();
  });
});
