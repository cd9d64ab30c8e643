import { describe, expect, it } from "vitest";
import type { ViewTimeline } from "../../core/scores/view.ts";
import { firstMoment, pairedTimeline, sampleTimeline } from "./sample-timeline.ts";

const truth = { startSeconds: 3, endSeconds: 4, text: "fall", tone: "reference" } as const;
const said = { startSeconds: 1, endSeconds: 2, text: "fall", tone: "bad" } as const;
const timeline: ViewTimeline = {
  kind: "timeline",
  label: "Events",
  startSeconds: 0,
  endSeconds: 10,
  lanes: [
    { label: "truth", marks: [truth] },
    { label: "reported", marks: [said] },
  ],
  links: [[0, 0, 0]],
  legend: [["bad", "wrong"]],
};
const look = { seconds: 10, frames: [{ atSeconds: 0.5 }, { atSeconds: 5 }, { atSeconds: 5 }] };

describe("sampleTimeline", () => {
  it("adds what was sent and what graders say to the family's lanes", () => {
    const made = sampleTimeline({
      view: { title: "", blocks: [timeline] },
      looks: [look],
      grades: { judge: { correct: true } },
    })!;
    expect(made.lanes.map(({ label }) => label)).toEqual([
      "truth",
      "reported",
      "judge",
      "frames sent",
    ]);
    expect(made.lanes[2]!.marks[0]).toMatchObject({ endSeconds: 10, text: '{"correct":true}' });
    expect(made.lanes[3]!.marks.map(({ startSeconds }) => startSeconds)).toEqual([0.5, 5]);
  });

  it("is of the frames alone where the family has no times, and nothing where there are none", () => {
    const view = { title: "", blocks: [] };
    expect(sampleTimeline({ view, looks: [look], grades: {} })).toMatchObject({
      endSeconds: 10,
      lanes: [{ label: "frames sent" }],
    });
    expect(sampleTimeline({ view, looks: [], grades: {} })).toBeUndefined();
  });
});

const signal = { reduce: "mean", startSeconds: 0, stepSeconds: 1, values: [1, 2] } as const;
const measured: ViewTimeline = {
  ...timeline,
  lanes: [...timeline.lanes, { label: "sound", marks: [], signal }],
};

describe("signals", () => {
  it("stand last, and once where two answers are set against each other", () => {
    const view = { title: "", blocks: [measured] };
    const alone = sampleTimeline({ view, looks: [look], grades: {} })!;
    expect(alone.lanes.map(({ label }) => label)).toEqual([
      "truth",
      "reported",
      "frames sent",
      "sound",
    ]);
    const both = pairedTimeline(
      { name: "a", timeline: measured },
      { name: "b", timeline: measured },
    );
    expect(both.lanes.map(({ label }) => label)).toEqual([
      "a · truth",
      "a · reported",
      "b · truth",
      "b · reported",
      "sound",
    ]);
    expect(both.lanes.at(-1)?.signal).toBe(signal);
    expect(both.links?.at(-1)).toEqual([2, 0, 0]);
  });
});

describe("pairedTimeline", () => {
  it("puts one group below the other, with the links of both", () => {
    const made = pairedTimeline(
      { name: "a", timeline },
      { name: "b", timeline: { ...timeline, endSeconds: 12 } },
    );
    expect(made.lanes.map(({ label }) => label)).toEqual([
      "a · truth",
      "a · reported",
      "b · truth",
      "b · reported",
    ]);
    expect(made.links).toEqual([
      [0, 0, 0],
      [2, 0, 0],
    ]);
    expect(made.endSeconds).toBe(12);
    expect(made.legend).toEqual([["bad", "wrong"]]);
  });
});

describe("firstMoment", () => {
  it("is that of the truth, not of what was said", () => {
    expect(firstMoment(timeline)).toBe(3);
    expect(firstMoment({ ...timeline, lanes: [timeline.lanes[1]!] })).toBe(1);
    expect(firstMoment(undefined)).toBeUndefined();
  });
});
