import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RunIndexes } from "../../src/evaluation/browse/run-index.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
folder.file(
  "questions.jsonl",
  Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({
      ...{ id: `q${at}`, group: `video ${at % 15}`, question: "Which?" },
      ...{ choices: ["a", "b", "c"], answer: at % 3 },
    }),
  ).join("\n"),
);
const config = [
  "name: plant",
  "tasks: [{ id: quiz, family: multiple-choice, data: { format: jsonl, path: questions.jsonl } }]",
  "systems: [{ id: guess, kind: chance }, { id: usual, kind: majority }]",
];
folder.file("vidimus.yaml", config.join("\n"));

const run = (...args: readonly string[]) => cli(args, { cwd: folder.path });
const runsIn = (place: string, text: string) =>
  readdirSync(join(folder.path, place)).filter((name) => name.includes(text));

interface Scored {
  readonly complete: boolean;
  readonly selection: string | null;
  readonly tasks: readonly {
    readonly systems: readonly {
      readonly id: string;
      readonly n: number;
      readonly metrics: unknown;
    }[];
  }[];
}

describe("parts of a run", () => {
  it("are joined to the run that one machine makes, to the last bit", async () => {
    const whole = await run("run", "--set", "output=whole", "--json");
    for (const part of ["1/3", "2/3", "3/3"]) {
      const { status, stdout } = await run("run", "--shard", part, "--json");
      expect(status).toBe(0);
      expect((JSON.parse(stdout) as Scored).selection).toContain(`part ${part[0]} of 3`);
    }
    const parts = runsIn("runs", "-part-").map((name) => join("runs", name));
    expect(parts).toHaveLength(3);
    const { status, stdout, stderr } = await run("merge", ...parts, "--json");
    expect(status, stderr).toBe(0);
    const [one, joined] = [whole.stdout, stdout].map((text) => JSON.parse(text) as Scored);
    expect(joined!.complete).toBe(true);
    expect(joined!.selection).toBeNull();
    // What each part took of its machine is no figure of the whole.
    expect(one).toHaveProperty("machine");
    expect(joined).not.toHaveProperty("machine");
    expect(joined!.tasks).toEqual(one!.tasks);
    const [merged] = runsIn("runs", "-plant").filter((name) => !name.includes("-part-"));
    const [own] = runsIn("whole", "-plant");
    const rows = (place: string, name: string) =>
      readFileSync(join(folder.path, place, name, "samples.csv"), "utf8")
        .split("\n")
        .sort();
    expect(rows("runs", merged!)).toEqual(rows("whole", own!));
    expect(readdirSync(join(folder.path, "runs", merged!)).sort()).toEqual(
      expect.arrayContaining(["manifest.json", "metrics.json", "report.html", "samples.parquet"]),
    );
    const indexes = new RunIndexes();
    const indexed = async (place: string, name: string) =>
      (await indexes.find(join(folder.path, place, name))).tasks;
    expect(await indexed("runs", merged!)).toEqual(await indexed("whole", own!));
  });

  it("go on where they stopped, and a whole that lacks one says which", async () => {
    const again = await run("run", "--shard", "2/3", "--json");
    expect(again.status).toBe(0);
    expect(runsIn("runs", "-part-2-of-3")).toHaveLength(1);
    const parts = ["1-of-3", "3-of-3"].map((part) => join("runs", runsIn("runs", part)[0]!));
    const { status, stderr } = await run("merge", ...parts, "--output", "half");
    expect(status).toBe(3);
    expect(stderr).toContain("of 3 parts part 2 is missing");
  });

  it("of another configuration are refused, with what differs", async () => {
    folder.file("other.yaml", config.join("\n").replace("kind: majority", "kind: empty"));
    await run("run", "other.yaml", "--set", "output=other");
    const [other] = runsIn("other", "-plant");
    const [part] = runsIn("runs", "-part-1-of-3");
    const { status, stderr } = await run("merge", join("runs", part!), join("other", other!));
    expect(status).toBe(2);
    expect(stderr).toContain("systems.1.kind");
  });

  it.each(["0/3", "4/3", "x", "1"])("cannot be called %s", async (part) => {
    const { status, stderr } = await run("run", "--shard", part);
    expect(status).toBe(2);
    expect(stderr).toContain("write 1/8, 2/8 … 8/8");
  });
});
