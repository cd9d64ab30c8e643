import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { RunHeader } from "../core/run/run-store.ts";
import { runStores } from "./run-stores.ts";

const folder = temporaryFolder();
const header = (name: string): RunHeader => ({
  schema: "vidimus-run/1",
  name,
  spec: null,
  createdAt: 1,
});

async function make(place: string): Promise<string> {
  const directory = join(folder.path, place);
  await using run = await runStores.create(directory, header(place));
  await run.append([{ event: "note", note: "made", at: 1 }]);
  return directory;
}

describe("addresses", () => {
  it("are paths of folders or their file: addresses", async () => {
    const directory = await make("by-path");
    await using run = await runStores.read(pathToFileURL(directory).href);
    expect(run.header.name).toBe("by-path");
    expect((await run.notes("made")).length).toBe(1);
    await expect(runStores.read("postgres://user:secret@host/runs")).rejects.toThrow(
      /^runs cannot be kept at postgres:\/\/$/,
    );
  });

  it("without a run have no header, and with one cannot be created again", async () => {
    expect(await runStores.header(join(folder.path, "nowhere"))).toBeUndefined();
    const directory = await make("twice");
    expect(await runStores.header(directory)).toEqual(header("twice"));
    await expect(runStores.create(directory, header("twice"))).rejects.toThrow(/there is a run/);
  });
});

describe("files of a run", () => {
  it("are read as they were written, and the log is identified by its content", async () => {
    const directory = await make("files");
    const files = runStores.files(directory);
    expect(await files.read("metrics.json")).toBeUndefined();
    await files.write("metrics.json", "{}\n");
    expect(await files.read("metrics.json")).toBe("{}\n");
    const before = await files.logFacts();
    expect(before).toEqual(await files.logFacts());
    await using run = await runStores.open(directory);
    await run.append([{ event: "note", note: "more", at: 2 }]);
    expect(await files.logFacts()).not.toEqual(before);
    expect(await runStores.files(join(folder.path, "nowhere")).logFacts()).toBeUndefined();
  });
});

describe("a list", () => {
  it("has the newest first, the tenth of a second before the second, and says of each whether its log can be read", async () => {
    for (const name of ["t-a", "t-a.2", "t-a.10"]) await make(join("all", name));
    mkdirSync(join(folder.path, "all", "t-b"));
    mkdirSync(join(folder.path, "all", "t-c"));
    writeFileSync(join(folder.path, "all", "t-c", "run.jsonl"), "");
    const listed = await runStores.list(join(folder.path, "all"));
    const told = listed.map(async ({ name, header: read }) => {
      const own = await read().catch((error: Error) => error.message);
      return [name, typeof own === "string" ? own.replace(/^.* is empty/, "empty") : own?.name];
    });
    expect(await Promise.all(told)).toEqual([
      ["t-c", "empty: the log of this run is gone"],
      ["t-b", undefined],
      ["t-a.10", join("all", "t-a.10")],
      ["t-a.2", join("all", "t-a.2")],
      ["t-a", join("all", "t-a")],
    ]);
    expect(await runStores.list(join(folder.path, "nowhere"))).toEqual([]);
  });
});
