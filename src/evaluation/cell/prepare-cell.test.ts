import { describe, expect, it } from "vitest";
import { memoryRunStore } from "../../../test/support/memory-run-store.ts";
import type { ChatSystem } from "../../core/asking/system.ts";
import type { PlannedSample } from "../../core/data/dataset.ts";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { workKey } from "../../core/run/work.ts";
import { multipleChoice } from "../../families/multiple-choice/index.ts";
import type { Task } from "../task/open-task.ts";
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

function task(parts: Partial<Task> = {}): Task {
  const settings = { options: multipleChoice.data.options.parse({}), prompts: {} };
  const media = {
    problem: async ({ path }: MediaRef) =>
      path === "here.png" ? undefined : { reason: `${path} is not there`, isAmbiguous: false },
    contents: async () => "media: it holds here.png",
    open: async () => ({ identity: {} }),
  };
  const scoring = { settings, lent: nothingLent, extractors: ["standard"] };
  return {
    id: "qa",
    family: multipleChoice,
    settings,
    scoring,
    samples: unread,
    all: unread,
    repeats: 2,
    frames: { strategy: "uniform", count: 8, longestSide: 768, format: "jpeg", quality: 90 },
    media,
    ...parts,
  } as unknown as Task;
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
    const remark =
      "asked without media: the system is shown no pictures or videos, of which some are missing: gone.png is not there (b, c)";
    expect(await reading!.finish()).toEqual([remark]);
    expect((await store.notes("cell")).map(({ data }) => data)).toMatchObject([
      { remarks: [remark] },
      { remarks: [remark], repeat: 1 },
    ]);
  });
});

describe("the cells of a chat system that sees", () => {
  const seeing: ChatSystem = { ...blindChat, sees: true };

  async function read(samples: readonly PlannedSample[], parts: Partial<Task> = {}) {
    const { reading, ...prepared } = await prepareCells(task(parts), async () => seeing, {
      store: memoryRunStore(),
    });
    await reading?.add(samples);
    return { ...prepared, remarks: (await reading?.finish()) ?? prepared.remarks };
  }

  it("are refused where no sample names anything to see, and where nothing that is named is there", async () => {
    const bare = { ...planned("a", ""), sample: { ...planned("a", "").sample, media: [] } };
    await expect(read([bare])).rejects.toThrow('the task "qa" names no pictures or videos');
    await expect(read([planned("a", "gone.png"), planned("b", "lost.png")])).rejects.toThrow(
      "none of its 2 pictures and videos is there: looked for gone.png, lost.png in media: it holds here.png",
    );
    // One that is there is enough: the others are media errors.
    expect(
      (await read([bare, planned("a", "gone.png"), planned("b", "here.png")])).remarks,
    ).toEqual([]);
  });

  it("are asked without where the configuration says so, which is a remark", async () => {
    const { remarks, cells } = await read([planned("a", "gone.png")], { isWithoutMedia: true });
    expect(remarks).toEqual(["asked without media, as data.media: none says"]);
    expect(cells[0]!.media).toBeUndefined();
  });

  it("are not refused where everything was answered while the media were there", async () => {
    const store = memoryRunStore();
    const { cells, reading } = await prepareCells(task(), async () => seeing, { store });
    const sample = planned("a", "gone.png");
    const key = workKey(cells[0]!.digest, sample.digest);
    const outcome = { kind: "answered", value: { choice: 0 } } as const;
    await store.append([
      { event: "outcome", key, attempt: 1, task: "qa", system: "m", sample: "a", outcome, at: 0 },
    ]);
    await reading!.add([sample]);
    expect(await reading!.finish()).toEqual([]);
  });
});
