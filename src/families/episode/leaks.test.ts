import { describe, expect, it } from "vitest";
import { episodeChecks } from "./checks.ts";
import { leaksOf } from "./leaks.ts";
import { noticeAnswers, noticeSamples } from "./notices.ts";
import type { EpisodeSample, SetFacts } from "./schema.ts";

const set: SetFacts = { embargoed: 0, overlapping: 0, test: 2, train: 8, unseen: [] };
const sample = (more: Partial<EpisodeSample> = {}): EpisodeSample => ({
  classes: ["contact", "no_contact"],
  episode: "e",
  features: { blocks: ["imu_accel_gyro"], inputs: [{ path: "x.npz" }] },
  group: "e/0",
  id: "0",
  set,
  task: "contact_prediction",
  truth: { kind: "class", label: "contact" },
  windows: [{ centerFrame: 9, endFrame: 19, index: 0, startFrame: 0 }],
  ...more,
});
const reading = (...blocks: string[]) => ({ blocks, inputs: [{ path: "x.npz" }] });
const rules = (more: Partial<EpisodeSample>) => leaksOf(sample(more)).map(({ rule }) => rule);

describe("rules against leaks", () => {
  it.each([
    [{}, []],
    [{ features: reading("caption_objects_interaction_text") }, ["caption-input"]],
    [{ features: reading("body_contacts", "audio") }, ["target-input"]],
    [{ set: { ...set, overlapping: 3 } }, ["embargo"]],
    [{ set: { ...set, unseen: ["no_contact"] } }, ["vocabulary"]],
    // The query of grounding is a caption.
    [{ task: "caption_grounding", features: reading("imu_accel_gyro") }, []],
  ] as const satisfies readonly (readonly [Partial<EpisodeSample>, readonly string[]])[])(
    "%j breaks %j",
    (more, broken) => expect(rules(more)).toEqual(broken),
  );

  it("are checked once for a set", () => {
    const check = episodeChecks.find(({ id }) => id === "leak-embargo")!.start();
    for (let at = 0; at < 3; at++)
      expect(check.add(sample({ set: { ...set, overlapping: 3 } }))).toBeUndefined();
    expect(check.finish!()).toMatch("3 of 8 training samples");
  });
});

describe("notices", () => {
  it("name a task with one class", () => {
    const noticing = noticeSamples();
    noticing.add(sample());
    noticing.add(sample({ id: "1" }));
    expect(noticing.finish().join()).toMatch('all 2 samples are of the class "contact"');
  });

  it("name answers that are no better than guessing", () => {
    const noticed = (label: string) => {
      const noticing = noticeAnswers();
      noticing.add({ sample: sample(), prediction: { label } });
      return noticing.finish();
    };
    expect(noticed("contact")).toEqual([]);
    expect(noticed("no_contact")[0]).toMatch(
      "accuracy 0.0000, where guessing is expected to reach 0.5000",
    );
    const ranked = noticeAnswers();
    ranked.add({
      sample: sample({
        task: "caption_grounding",
        truth: { kind: "match", window: 0 },
        pool: { id: "e", windows: [[0, 348]] },
      }),
      prediction: { rank: 60 },
    });
    expect(ranked.finish()[0]).toMatch("MRR 0.0167, where guessing is expected to reach 0.0185");
  });
});
