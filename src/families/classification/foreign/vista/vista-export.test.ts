import { expect, it } from "vitest";
import { answered, failed, noAnswer } from "../../../../core/run/outcome.ts";
import type { LabelOptions, LabelSample } from "../../schema.ts";
import { vistaExport } from "./vista-export.ts";

const options = { rescaling: "all" } as LabelOptions;

function sampleOf(name: string): LabelSample {
  return {
    id: `t/${name}`,
    task: "t",
    group: name,
    labels: ["x", "y"].map((id) => ({ id, description: id })),
    media: [{ kind: "video", path: name }],
    metadata: {},
    truth: ["x"],
  };
}

it("writes rows of videos that were put to the system, answered or not, and of no others", async () => {
  const items = [
    { sample: sampleOf("good.mp4"), outcome: answered({ scores: { x: 1, y: 0 } }) },
    { sample: sampleOf("other.mp4"), outcome: answered({ scores: { x: 0.5, y: 0.5 } }) },
    { sample: sampleOf("refused.mp4"), outcome: noAnswer("refused", "no") },
    { sample: sampleOf("broken.mp4"), outcome: noAnswer("media-error", "no frames") },
    { sample: sampleOf("failed.mp4"), outcome: failed("transient", "503") },
  ];
  const stream = (async function* () {
    yield* items;
  })();
  const files = new Map<string, string>();
  for await (const { path, text } of vistaExport.write(stream, { system: "m", options } as never))
    files.set(path, (files.get(path) ?? "") + text);
  expect(files.get("results.csv")!.trim().split("\n").slice(1)).toEqual([
    "t,m,good.mp4,x,0,1,x,0",
    "t,m,good.mp4,y,1,0,x,0",
    "t,m,other.mp4,x,0,0.5,x,0",
    "t,m,other.mp4,y,1,0.5,x,0",
    "t,m,refused.mp4,x,0,,x,0",
    "t,m,refused.mp4,y,1,,x,0",
  ]);
  expect(files.get("per_label_metrics.csv")).toMatch(/^t,m,,x,.*,3$/m);
});
