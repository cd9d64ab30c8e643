import { beforeAll, describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { viewServer } from "../support/view-server.ts";
import { seriousFindings, webPages } from "../support/web-pages.ts";

const folder = temporaryFolder();
const pages = webPages();

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
