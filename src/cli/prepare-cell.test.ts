import { describe, expect, it } from "vitest";
import { memoryRunStore } from "../../test/memory-run-store.ts";
import type { PlannedSample } from "../core/dataset.ts";
import type { Sample } from "../core/sample.ts";
import type { ChatSystem } from "../core/system.ts";
import { multipleChoice } from "../families/multiple-choice/index.ts";
import type { Task } from "./open-task.ts";
import { prepareCells } from "./prepare-cell.ts";

const planned = (id: string, path: string): PlannedSample => ({
  sample: {
    id,
    group: id,
    question: "?",
    choices: ["a", "b"],
    answer: 0,
    media: [{ kind: "image", path }],
    metadata: {},
  } as unknown as Sample,
  digest: id,
});
const unread = {
  [Symbol.asyncIterator](): never {
    throw new Error("the samples were read");
  },
};

function task(): Task {
  const settings = { options: multipleChoice.optionsSchema.parse({}), prompts: {} };
  const media = { problem: async (path: string) => (path === "here.png" ? undefined : `${path} is not there`) };
  const scoring = { settings, extractors: ["standard"] };
  return { id: "qa", family: multipleChoice, settings, scoring, samples: unread, all: unread, repeats: 2, media } as unknown as Task;
}

const blindChat: ChatSystem = {
  id: "m",
  kind: "command",
  speaks: "chat",
  sees: false,
  identity: {},
  concurrency: 1,
  timeoutMs: 1,
  ask: async () => [],
};

describe("the cells of a chat system that is shown nothing", () => {
  it("are noted once the samples were read by whoever reads them anyway, with what of their media is missing", async () => {
    const store = memoryRunStore();
    const { cells, reading } = await prepareCells(task(), async () => blindChat, { store });
    expect(cells).toHaveLength(2);
    expect(await store.notes("cell")).toEqual([]);
    await reading!.add([planned("a", "here.png"), planned("b", "gone.png")]);
    await reading!.add([planned("c", "gone.png")]);
    const remark = "is shown no pictures or videos, of which some are missing: gone.png is not there (b, c)";
    expect(await reading!.finish()).toEqual([remark]);
    expect((await store.notes("cell")).map(({ data }) => data)).toMatchObject([{ remarks: [remark] }, { remarks: [remark], repeat: 1 }]);
  });
});
