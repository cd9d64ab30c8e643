import { describe, expect, it } from "vitest";
import type { ProfileEvidence } from "../../core/family/profile.ts";
import { eventProfiles } from "./profiles.ts";
import type { EventSample } from "./schema.ts";

const figure = (value: number) => ({ title: "mAP", value, low: null, high: null });

/** 101 videos of which one shows nothing; 510 events of 30 types. */
const sound: readonly EventSample[] = Array.from({ length: 101 }, (_, at) => ({
  id: `v${at}`,
  group: `v${at}`,
  domain: ["factory", "surveillance", "sports"][at % 3]!,
  durationSeconds: 3600,
  events: Array.from({ length: at === 0 ? 0 : at <= 10 ? 6 : 5 }, (__, event) => ({
    type: `t${(at * 6 + event) % 30}`,
    startSeconds: 10 * event,
    endSeconds: 10 * event + 5,
  })),
  media: [],
  metadata: {},
}));

function verdicts(samples: readonly EventSample[], evidence: ProfileEvidence = {}) {
  const reading = eventProfiles[0]!.start();
  for (const sample of samples) reading.add(sample);
  return Object.fromEntries(
    reading.finish(evidence).map(({ item, ...found }) => [item, found] as const),
  );
}

describe("vigil-events", () => {
  it("is met by a set as the framework wants it", () => {
    const second = { samples: 21, kappa: figure(0.8) };
    const found = verdicts(sound, { second, chance: figure(0.01) });
    expect(Object.entries(found).filter(([, { verdict }]) => verdict !== "met")).toEqual([]);
    expect(found["chance baseline"]!.found).toBe("mAP 0.010 by guessing");
    expect(found["event instances"]!.measured).toBe(510);
    expect(found["spot-checked"]!.found).toBe("21 of 101 videos (20.8 %); kappa 0.800");
  });

  it.each([
    ["event types", { type: "t0" }, "not met"],
    ["imbalance of types", { type: "t0" }, "met"],
  ] as const)("%s where all events are of one type: %s", (item, part, verdict) => {
    const all = sound.map((sample) => ({
      ...sample,
      events: sample.events.map((event) => ({ ...event, ...part })),
    }));
    expect(verdicts(all)[item]!.verdict).toBe(verdict);
  });

  it("says what is not known, and what would tell", () => {
    const open = sound.map(({ domain: _, ...sample }) => ({ ...sample, durationSeconds: null }));
    for (const item of ["domains", "video lengths", "spot-checked", "chance baseline"])
      expect(verdicts(open)[item]).toMatchObject({
        verdict: "not known",
        tells: expect.any(String) as string,
      });
  });

  it("notices few videos, rare types, no negative video and a small spot check", () => {
    const few = sound.slice(1, 20);
    const found = verdicts(few, { second: { samples: 3, kappa: null } });
    for (const item of ["videos", "event instances", "negative videos", "spot-checked"])
      expect([item, found[item]!.verdict]).toEqual([item, "not met"]);
    const rare = { type: "rare", startSeconds: 0, endSeconds: 1 };
    const uneven = sound.map((sample, at) => (at === 1 ? { ...sample, events: [rare] } : sample));
    expect(verdicts(uneven)["imbalance of types"]).toMatchObject({
      verdict: "not met",
      found: expect.stringContaining("1 × rare") as string,
    });
  });
});
