import { expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

async function sanity(path: string, family: string, ...more: readonly string[]): Promise<string> {
  const { stdout, stderr, status } = await cli(["sanity", path, "--family", family, ...more], {
    cwd: folder.path,
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

it("asks no more of events without length than can be reached", async () => {
  const events = [
    { type: "fall", start: 5, end: 5 },
    { type: "fall", start: 20, end: 30 },
    { type: "fire", start: 40, end: 50 },
  ];
  const path = folder.file(
    "points.jsonl",
    [
      { id: "a", duration: 60, events },
      { id: "b", duration: 60, events: [] },
    ]
      .map((row) => JSON.stringify(row))
      .join("\n"),
  );
  const told = await sanity(path, "event-detection");
  expect(told).toContain("the most these samples allow");
  expect(told).toMatch(/shuffled-scores → map\s+1\.000/);
});

it("never finds evidence by moving clips away from other evidence", async () => {
  const evidence = [
    { start: 0, end: 10 },
    { start: 14, end: 24 },
    { start: 28, end: 38 },
  ];
  await sanity(
    folder.file(
      "near.jsonl",
      JSON.stringify({ id: "q", question: "When?", duration: 60, evidence }),
    ),
    "retrieval",
  );
});

it("expects of graded clips what one ranking can be for raters who differ", async () => {
  const row = {
    qid: 1,
    query: "a dog",
    vid: "v",
    duration: 10,
    relevant_windows: [[0, 6]],
    relevant_clip_ids: [0, 1, 2],
    saliency_scores: [
      [1, 2, 3],
      [4, 4, 4],
      [2, 2, 2],
    ],
  };
  await sanity(
    folder.file("graded.jsonl", JSON.stringify(row)),
    "retrieval",
    "--format",
    "qvhighlights",
  );
});
