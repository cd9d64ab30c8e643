import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { movedData } from "./moved-data.ts";

const folder = temporaryFolder();
const file = folder.file("new/qa.jsonl", "{}");
const task = (id: string, path: unknown) => ({ id, data: { path } });

describe("where the data of a moved run is", () => {
  it("is the folder that its paths are relative to, where it holds all of them", () => {
    const base = resolve(folder.path, "new");
    expect(movedData(base, { tasks: [task("a", "qa.jsonl"), task("b", ["qa.jsonl"])] })).toEqual({
      base,
      set: [],
    });
  });

  it("is the data of its only task, whatever that is called now", () => {
    const set = [`tasks.a.data.path=${JSON.stringify(file)}`];
    expect(movedData(file, { tasks: [task("a", "old.jsonl")] })).toEqual({ set });
    expect(movedData(resolve(file, ".."), { tasks: [task("a", "old")] }).set).toEqual([
      `tasks.a.data.path=${JSON.stringify(resolve(file, ".."))}`,
    ]);
  });

  it("cannot be one file of several tasks, nor what is not there", () => {
    expect(() => movedData(file, { tasks: [task("a", "x.jsonl"), task("b", "y.jsonl")] })).toThrow(
      "does not hold the data of all tasks (x.jsonl, y.jsonl)",
    );
    expect(() => movedData(`${file}.gone`, { tasks: [] })).toThrow("--data: no such file");
  });
});
