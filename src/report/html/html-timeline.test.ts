import { describe, expect, it } from "vitest";
import type { TimelineMark, ViewTimeline } from "../../core/scores/view.ts";
import { htmlTimeline } from "./html-timeline.ts";

const mark = (startSeconds: number, endSeconds: number, text: string): TimelineMark => ({
  startSeconds,
  endSeconds,
  text,
  tone: "good",
});
const timeline: ViewTimeline = {
  kind: "timeline",
  label: "What happened",
  startSeconds: 0,
  endSeconds: 4000,
  lanes: [
    { label: "truth", marks: [mark(0, 2000, "<first>"), mark(3000, 3000, "a moment")] },
    { label: "found", marks: [mark(67.5, 67.5, "late")] },
  ],
  links: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 9, 0],
  ],
};

describe("a timeline", () => {
  const { source } = htmlTimeline(timeline);

  it("draws every mark where its time is, and as wide as it is long", () => {
    const rects = [...source.matchAll(/<rect x="([\d.]+)"[^>]* width="([\d.]+)"/g)].map(
      (found) => [Number(found[1]), Number(found[2])] as const,
    );
    expect(rects.length).toBe(3);
    const [first, moment] = rects;
    expect(moment![0]).toBeGreaterThan(first![0] + first![1]);
    expect(first![1]).toBeGreaterThan(300);
    expect(moment![1]).toBe(4);
  });

  it("links only marks that are there", () => {
    expect(source.match(/stroke-width="1.5"/g)?.length).toBe(1);
  });

  it("tells times as people write them, and texts escaped, on hover and in a list", () => {
    expect(source).toContain("0–33:20 &lt;first&gt;");
    expect(source).toContain("truth: 50:00 a moment");
    expect(source).toContain("found: 1:07.5 late");
    expect(source).not.toContain("<first>");
    expect(source).toContain("0:45:00");
    expect(source).toContain("time (h:min:s)");
  });

  it("lists what happened in the order of time, with what became of it", () => {
    const lanes = [
      { label: "truth", marks: [{ ...mark(5, 5, "second"), note: "missed" }] },
      { label: "found", marks: [mark(2, 2, "first")] },
    ];
    const items = [
      ...htmlTimeline({ ...timeline, lanes, links: [] }).source.matchAll(/<li>([^<]*)<\/li>/g),
    ].map(([, text]) => text);
    expect(items).toEqual(["found: 2 first", "truth: 5 second (missed)"]);
  });

  it("is drawn in rows where there is much to show, with every mark once and links that end at the edge", () => {
    const marks = Array.from({ length: 100 }, (_, i) => mark(i * 6, i * 6, `number ${i}`));
    const lanes = [
      { label: "truth", marks },
      { label: "found", marks: [{ ...mark(122, 122, "late"), tone: "caution" as const }] },
    ];
    // The mark at 114 s is in the first row of 2 min, the one that it belongs to in the second.
    const drawn = htmlTimeline({ ...timeline, endSeconds: 600, lanes, links: [[0, 19, 0]] }).source;
    for (const { text } of marks) expect(drawn.split(`${text}</title>`)).toHaveLength(2);
    expect(drawn.split(">truth</text>")).toHaveLength(5 + 1);
    expect(drawn).toContain("time (min:s); 2 min a row");
    expect(drawn.match(/stroke-dasharray/g)).toHaveLength(2);
  });

  it("says what tones mean where it is told, and tells caution apart without colours", () => {
    const legend = [
      ["good", "said right"],
      ["caution", "missed"],
    ] as const;
    const drawn = htmlTimeline({ ...timeline, legend }).source;
    expect(drawn).toMatch(/class="legend">.*said right.*missed/);
    expect(drawn.match(/stroke-width="1.5"\/>/g)?.length).toBeGreaterThan(0);
    expect(source).not.toContain('class="legend"');
  });
});

it("a timeline of frames shows numbers of frames, not minutes", () => {
  const { source } = htmlTimeline({
    kind: "timeline",
    label: "Frames",
    unit: "frames",
    startSeconds: 1095,
    endSeconds: 1155,
    lanes: [{ label: "truth", marks: [mark(1115, 1135, "pour"), mark(1120, 1120, "boundary")] }],
  });
  expect(source).toContain("frames 1115–1134 pour");
  expect(source).toContain("frame 1120 boundary");
  expect(source).toMatch(/>1100<.*>1150<.*>frame</s);
  expect(source).not.toMatch(/\d:\d\d|min:s/);
});
