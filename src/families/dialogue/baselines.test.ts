import { describe, expect, it } from "vitest";
import { dialogueBaselines } from "./baselines.ts";
import type { DialogueSample } from "./schema.ts";

const sample: DialogueSample = {
  fps: 2,
  frameCount: 8,
  group: "v",
  id: "v",
  inputs: [],
  media: [],
  metadata: {},
  references: [
    { frame: 1, text: "a" },
    { frame: 6, text: "b" },
  ],
};

function said(id: string, of: DialogueSample = sample, amount = 0) {
  return dialogueBaselines
    .named!.find((one) => one.id === id)!
    .predict(of, amount)
    ?.utterances.map(({ frame, text }) => `${frame}${text}`);
}

describe("baselines that only streams have", () => {
  it("talk on every frame, with the nearest words", () => {
    expect(said("talk-always")).toEqual(["0a", "1a", "2a", "3a", "4b", "5b", "6b", "7b"]);
    expect(said("talk-always", { ...sample, references: [] })).toEqual([]);
  });

  it("talk at intervals", () => {
    expect(said("periodic", sample, 1.5)).toEqual(["0a", "3a", "6b"]);
    expect(said("periodic", sample, 0.01)).toEqual(said("talk-always"));
  });

  it("name a substep when it follows another at once, at the times of the video", () => {
    const step = (startSeconds: number, endSeconds: number, name: string) => ({
      startSeconds,
      endSeconds,
      name,
    });
    const steps = (...substeps: ReturnType<typeof step>[]) =>
      said("substep-transitions", { ...sample, substeps });
    expect(said("substep-transitions")).toBeUndefined();
    expect(steps()).toEqual([]);
    // Ends are inclusive and the first row wins, so the second begins on the frame after 1 s.
    expect(steps(step(0, 1, "x"), step(1, 2, "y"), step(2, 9, "x"))).toEqual(["3y", "5x"]);
    expect(steps(step(0, 1, "x"), step(2, 9, "y"))).toEqual([]);
    expect(
      said("substep-transitions", {
        ...sample,
        startFrame: 2,
        substeps: [step(0, 1, "x"), step(1.5, 9, "y")],
      }),
    ).toEqual(["1y"]);
  });
});
