import { describe, expect, it } from "vitest";
import { metricsNamed } from "../../core/scores/metric-names.ts";
import { eventMetrics } from "./metrics.ts";
import { eventOptionsSchema } from "./schema.ts";

/** The thresholds of ActivityNet, as runs store them. */
const usual = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

describe("thresholds of tIoU", () => {
  it.each([
    [{}, usual],
    [{ tiou: 0.5 }, [0.5]],
    [{ tiou: [0.3, 0.7] }, [0.3, 0.7]],
    [{ tiou: "0.3,0.7" }, [0.3, 0.7]],
    [{ tiou: "0.5:0.05:0.95" }, usual],
    [{ minIous: [0.3] }, [0.3]],
  ])("%j are stored as stored runs have them", (written, stored) => {
    const options = eventOptionsSchema.parse(written);
    expect(options.minIous).toEqual(stored);
    expect(options).not.toHaveProperty("tiou");
    expect(eventOptionsSchema.parse(options)).toEqual(options);
  });

  it.each([
    { tiou: 0 },
    { tiou: [] },
    { tiou: "0.5:0.1" },
    { tiou: 1.5 },
    { tiou: 0.5, minIous: [0.5] },
  ])("refuses %j", (written) => {
    expect(eventOptionsSchema.safeParse(written).success).toBe(false);
  });
});

it("mAP is asked for by its name in vidimus metric, too", () => {
  const metrics = eventMetrics(
    eventOptionsSchema.parse({ tiou: [0.5, 0.7], definition: "thumos14" }),
  );
  expect(metricsNamed("detection-map", metrics)).toEqual(["map-thumos14"]);
  expect(metricsNamed("detection-map@0.7", metrics)).toEqual(["map-thumos14@0.7"]);
});
