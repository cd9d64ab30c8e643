import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type QueuePlace, readQueue, type StoredQueue, writeQueue } from "./queue-file.ts";
import { addAdjudication, addLabel, progressOf, queueLabels } from "./review-labels.ts";

const folder = temporaryFolder();
const values = ["yes", "no"];

function queue(name: string, wanted = 2): Promise<QueuePlace> {
  return writeQueue(folder.path, {
    schema: "vidimus-review/1",
    ...{ name, kind: "answers", createdAt: "2026-11-17T00:00:00.000Z", task: "qa", family: "f" },
    aspect: { id: "good", title: "Good", values, hidesTruth: true },
    ...{ from: "all", n: 3, seed: 1, wanted, systems: [], scoringSeed: 1 },
    items: [1, 2, 3].map((at) => ({
      ...{ id: `i${at}`, sample: "s", system: "x", repeat: at, prediction: "ab".repeat(32) },
      ...{ digest: `d${at}`, group: "g", judged: null, automatic: null },
      shown: { asked: "?", answer: "!", clips: [] },
    })),
  } satisfies StoredQueue);
}

const label = (item: string, rater: string, value = "yes") => ({ item, rater, value });

describe("labels of a queue", () => {
  it("are all kept from two tabs at once, and the last of a rater counts", async () => {
    const place = await queue("tabs");
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        addLabel(place, label("i1", "ann", at % 2 === 0 ? "yes" : "no")),
      ),
    );
    const labels = await queueLabels(place);
    expect(labels).toHaveLength(20);
    expect(labels.at(-1)?.value).toBe("no");
    expect(progressOf(labels)).toEqual([{ rater: "ann", rated: 1 }]);
  });

  it("are read up to a line that was cut off, and written on behind it", async () => {
    const place = await queue("torn");
    await addLabel(place, label("i1", "ann"));
    const [file] = readdirSync(join(place.directory, "labels"));
    appendFileSync(join(place.directory, "labels", file!), '{"sample":"s","sys');
    expect(await queueLabels(place)).toHaveLength(1);
    await addLabel(place, label("i2", "ann"));
    expect((await queueLabels(place)).map(({ item }) => item)).toEqual(["i1", "i2"]);
  });

  it("are of as many raters as are wanted, whatever they are called, and end when all have rated", async () => {
    const place = await queue("names");
    for (const rater of ["Ann", "ann"])
      for (const item of rater === "ann" ? ["i1", "i2"] : ["i1", "i2", "i3"])
        await addLabel(place, label(item, rater));
    expect(readdirSync(join(place.directory, "labels"))).toHaveLength(2);
    await expect(addLabel(place, label("i1", "../bob"))).rejects.toThrow(
      /has its raters: Ann, ann/,
    );
    await expect(addAdjudication(place, label("i1", "eve"))).rejects.toThrow(/have not finished/);
    await addLabel(place, label("i3", "ann", "no"));
    await expect(addLabel(place, label("i3", "ann"))).rejects.toThrow(/do not change any more/);
    await addAdjudication(place, label("i3", "eve"));
    expect((await queueLabels(place)).find(({ isAdjudicated }) => isAdjudicated)).toMatchObject({
      rater: "eve",
      value: "yes",
      item: "i3",
    });
  });

  it.each([
    [label("i9", "ann"), /no item i9/],
    [label("i1", "ann", "maybe"), /cannot be "maybe"/],
    [label("i1", "  "), /needs a name/],
  ])("refuse %j", async (request, reason) => {
    const place = await readQueue(folder.path, "torn");
    await expect(addLabel(place, request)).rejects.toThrow(reason);
  });

  it("belong to queues whose names lead nowhere else", async () => {
    for (const name of ["..", "../x", "a/b", ".hidden", "", "a\0b"])
      await expect(readQueue(folder.path, name)).rejects.toThrow(/no queue can be called/);
    await expect(queue("tabs")).rejects.toThrow(/there is a queue tabs already/);
  });
});
