import { describe, expect, it } from "vitest";
import type { PlannedSample } from "../core/dataset.ts";
import type { Family } from "../core/family.ts";
import type { Sample } from "../core/sample.ts";
import type { System } from "../core/system.ts";
import { dialogue } from "../families/dialogue/index.ts";
import { missingMedia } from "./missing-media.ts";
import type { Task } from "./open-task.ts";

const planned = (id: string, path: string): PlannedSample => ({
  sample: { id, group: id, media: [{ kind: "video", path }] } as unknown as Sample,
  digest: id,
});

async function told(paths: readonly string[], system: Partial<System> = { speaks: "chat" }) {
  const problem = async (path: string) => (path.startsWith("here") ? undefined : `${path} is not there`);
  const missing = missingMedia({ family: dialogue as unknown as Family, media: { problem } as unknown as Task["media"] }, system as System);
  // In two batches, as they are read.
  const samples = paths.map((path, at) => planned(`s${at}`, path));
  await missing?.add(samples.slice(0, 3));
  await missing?.add(samples.slice(3));
  return missing?.remarks();
}

describe("videos that are not there", () => {
  it("are named once each, with the samples that are about them", async () => {
    expect(await told(["here.mp4", "a.mp4", "a.mp4", "b.mp4", "a.mp4", "a.mp4", "a.mp4"])).toEqual([
      "is shown no pictures or videos, of which some are missing: a.mp4 is not there (s1, s2, s4 and 2 more); b.mp4 is not there (s3)",
    ]);
    expect(await told(["here.mp4"])).toEqual([]);
  });

  it("are counted where they are many", async () => {
    const [remark] = (await told(Array.from({ length: 25 }, (_, at) => `v${at}.mp4`)))!;
    expect(remark).toContain("v19.mp4");
    expect(remark).not.toContain("v20.mp4");
    expect(remark).toMatch(/; and 5 more, which vidimus probe names$/);
  });

  it.each<Partial<System>>([
    { speaks: "chat", sees: true },
    { speaks: "stream", sees: true },
    { speaks: "prediction" },
    { speaks: "encoder" },
  ])("are no remark about systems that meet a media error, or are not led through samples: %o", async (system) => {
    expect(await told(["gone.mp4"], system)).toBeUndefined();
  });
});
