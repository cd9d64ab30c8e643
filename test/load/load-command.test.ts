import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { slowService } from "./slow-service.ts";

const folder = temporaryFolder();
folder.file(
  "questions.jsonl",
  ["a", "b", "c"]
    .map((id) => JSON.stringify({ id, question: "Which?", choices: ["x", "y"], answer: 1 }))
    .join("\n"),
);
const data = ["--family", "multiple-choice", "--data", "questions.jsonl"];

function load(...args: readonly string[]) {
  return cli(["load", ...args, ...data], { cwd: folder.path });
}

describe("vidimus load", () => {
  it("asks about the samples in turn, without their truth, and prints one document", async () => {
    await using service = await slowService(() => 5);
    const { status, stdout } = await load(
      ...[service.url, "--rate", "30", "--duration", "1", "--warm-up", "0", "--json"],
    );
    expect(status).toBe(0);
    const document = JSON.parse(stdout) as Record<string, unknown>;
    expect(document).toMatchObject({
      schema: "vidimus-load/1",
      unit: "ms",
      sent: 30,
      answered: 30,
    });
    for (const name of ["p50", "p95", "p99", "max"]) expect(document[name]).toBeGreaterThan(4);
    const asked = service.asked.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(asked.slice(0, 4).map(({ id }) => id)).toEqual(["a", "b", "c", "a"]);
    expect(asked.every((sample) => !("answer" in sample))).toBe(true);
  });

  it("ends with 100 where a target is not kept, and counts what was not answered", async () => {
    await using service = await slowService(() => 1, { status: (n) => (n % 2 === 0 ? 200 : 503) });
    const { status, stdout } = await load(
      ...[service.url, "--rate", "20", "--duration", "1", "--warm-up", "0"],
      ...["--target", "errorRate<10%"],
    );
    expect(status).toBe(100);
    expect(stdout).toContain("HTTP 503");
    expect(stdout).toContain("✗ errorRate 50.00 %, to be below 10.00 %");
  });

  it("draws where a service breaks", async () => {
    await using service = await slowService(() => 2, { status: (n) => (n > 60 ? 503 : 200) });
    const { status } = await load(
      ...[service.url, "--sweep", "--rate", "20", "--duration", "1", "--warm-up", "0"],
      ...["--target", "errorRate<50%", "--output", "out"],
    );
    expect(status).toBe(0);
    expect(readFileSync(join(folder.path, "out/load.svg"), "utf8")).toContain("kept up to");
  });

  it("sends a second service copies, and says where it answers otherwise", async () => {
    await using first = await slowService(() => 1);
    await using second = await slowService(() => 1, { status: (n) => (n % 2 === 0 ? 200 : 500) });
    const { status, stdout } = await load(
      ...[first.url, second.url, "--shadow", "--rate", "20", "--duration", "1", "--warm-up", "0"],
    );
    expect(status).toBe(0);
    expect(second.asked.toSorted()).toEqual(first.asked.toSorted());
    expect(stdout).toContain("10 requests only the first answered");
    expect(stdout).toContain("the same answers to");
  });

  it.each([
    [["http://127.0.0.1:1", "--shadow"], "--shadow needs a second address"],
    [["http://127.0.0.1:1", "--ignore", "a"], "--ignore is about --shadow"],
    [["http://127.0.0.1:1", "http://127.0.0.1:2", "--target", "p95<1s"], "of one service"],
    [["http://127.0.0.1:1", "--target", "p95>3"], 'cannot read "p95>3"'],
    [["http://127.0.0.1:1", "--rate", "fast"], "--rate: must be a number above 0"],
    [["http://127.0.0.1:1", "--rate", "1", "--connections", "2"], "give one"],
    [["not an address"], "url"],
  ])("refuses %s", async (args, message) => {
    const { status, stderr } = await load(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
