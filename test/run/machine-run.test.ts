import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ConfigInput,
  type EvaluationEvent,
  evaluate,
  type RunDocument,
  rescore,
  UserError,
} from "../../src/public/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
beforeEach(() => {
  vi.stubEnv("VIDIMUS_CACHE", join(folder.path, ".cache"));
});

const rows = Array.from({ length: 12 }, (_, at) => ({
  id: `q${at}`,
  video: `v${at % 4}.mp4`,
  duration: 900,
  question: "Where is it?",
  evidence: [{ start: 1, end: 2 }],
}));
folder.file("rows.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
folder.file("index/vectors.bin", "x".repeat(3_000));

const config = (name: string, resources: ConfigInput["resources"]): ConfigInput => ({
  name,
  output: join(folder.path, "runs"),
  tasks: [
    {
      id: "find",
      family: "retrieval",
      data: { path: join(folder.path, "rows.jsonl"), media: "none" },
    },
  ],
  systems: [{ kind: "chance" }],
  ...(resources ? { resources } : {}),
});

describe("a run", () => {
  it("says what it took of the machine, in its log, its figures and its report", async () => {
    const events: EvaluationEvent[] = [];
    const storage = [{ name: "index", path: join(folder.path, "index") }];
    const run = (await evaluate(config("watched", { everyMs: 100, pids: [process.pid], storage }), {
      onEvent: (event) => events.push(event),
    })) as RunDocument;
    const { machine } = run;
    expect(machine).toMatchObject({
      starts: 1,
      everyMs: 100,
      storage: [{ name: "index", bytes: 3_000, videoHours: 1 }],
    });
    expect(machine!.processes[0]!.name).toBe("vidimus");
    expect(machine!.processes[0]!.rss.peak).toBeGreaterThan(10e6);
    expect(machine!.run.bytes).toBeGreaterThan(1_000);
    expect(events.some(({ type }) => type === "machine")).toBe(true);
    const report = readFileSync(join(run.directory, "report.html"), "utf8");
    expect(report).toContain("storage: index, per hour of video");
    const again = await rescore(run.directory);
    expect(again.machine).toEqual(machine);
  });

  it("is not watched where nobody wants it, and can be watched later all the same", async () => {
    const run = (await evaluate(config("quiet", { everyMs: 0 }))) as RunDocument;
    expect(run.machine).toBeUndefined();
    const next = (await evaluate(config("quiet", { everyMs: 100 }))) as RunDocument;
    expect(next.directory).toBe(run.directory);
    expect(next.machine?.starts).toBe(1);
  });

  it.each([
    [{ everyMs: 5 }, "at least 100"],
    [{ pids: ["nowhere.pid"] }, "no such file"],
    [{ storage: [{ name: "index" }] }, "either a path or a url"],
  ])("refuses %j", async (resources, message) => {
    const error = await evaluate(config("refused", resources)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(message);
  });
});
