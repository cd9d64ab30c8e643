import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { madeMetric, metricOffers } from "../../../test/support/metric-offers.ts";
import { detectionLatency } from "./detection-latency.ts";
import { eventF1 } from "./event-f1.ts";
import { type EventSource, sharedEvents } from "./event-source.ts";
import { falseAlarmsPerHour } from "./false-alarms-per-hour.ts";
import { matchIou } from "./match-iou.ts";
import { meanAveragePrecision } from "./mean-average-precision.ts";
import { missRate } from "./miss-rate.ts";
import { truthIou } from "./truth-iou.ts";

const offers = await metricOffers("detection");
const tables = ["type-average-precision", "false-alarms", "latency", "det"];

const event = (start: number, end: number) => ({ type: "a", startSeconds: start, endSeconds: end });
const perfect = {
  truths: [event(0, 10)],
  detections: [{ ...event(0, 10), confidence: 1 }],
  durationSeconds: 3600,
};

describe("the list of detection metrics", () => {
  it.each(offers.filter(({ id }) => !tables.includes(id)))(
    "$id reaches its best on a perfect answer, but for latencies",
    (offer) => {
      const metric = madeMetric(offer);
      expect(metric.prepare([perfect])()).toBe(offer.id.startsWith("latency") ? 10 : metric.best);
      expect(metric.prepare([])()).toBeNull();
      expect(metric.measure).toBe("m");
    },
  );

  it("passes options on", () => {
    const made = (id: string, options: object) =>
      madeMetric(offers.find((offer) => offer.id === id)!, { ...options });
    const { signature } = made("detection-map", { tiou: [0.3], definition: "sum" });
    expect(signature).toContain("tiou:0.3");
    expect(signature).toContain("definition:sum");
    expect(made("event-f1-micro", { minConfidence: 0.7, minIou: 0.1 }).signature).toMatch(
      /minConfidence:0.7\|minIou:0.1/,
    );
    expect(made("miss-rate", { falseAlarmsPerHour: 3 }).id).toBe("miss-rate@3");
    expect(made("latency-p95", { alert: "start" }).prepare([perfect])()).toBe(0);
    expect(made("average-recall", { proposals: 10 }).id).toBe("average-recall@10");
  });

  const common = { measure: "m", minIou: 0.5, minConfidence: 2 } as const;
  const creators = [
    (source: { readonly events?: EventSource }) =>
      meanAveragePrecision({ measure: "m", ...source }),
    ...(["macro", "micro"] as const).flatMap((average) => [
      (source: { readonly events?: EventSource }) => eventF1({ ...common, average, ...source }),
      (source: { readonly events?: EventSource }) =>
        eventF1({ ...common, average, minConfidence: "best", ...source }),
    ]),
    (source: { readonly events?: EventSource }) => falseAlarmsPerHour({ ...common, ...source }),
    (source: { readonly events?: EventSource }) =>
      missRate({ measure: "m", falseAlarmsPerHour: 1, ...source }),
    (source: { readonly events?: EventSource }) =>
      detectionLatency({ ...common, share: 0.5, alert: "end", ...source }),
    (source: { readonly events?: EventSource }) => truthIou({ ...common, ...source }),
    (source: { readonly events?: EventSource }) => matchIou({ ...common, ...source }),
  ];

  it("gives the same figures from shared events as from events of its own, for any videos", () => {
    const span = fc.tuple(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom("a", "b"),
    );
    const some = span.map(([start, length, type]) => ({
      type,
      startSeconds: start,
      endSeconds: start + length,
    }));
    const videos = fc.array(
      fc.record({
        truths: fc.array(
          fc.tuple(some, fc.boolean()).map(([one, ambiguous]) => ({ ...one, ambiguous })),
          { maxLength: 4 },
        ),
        detections: fc.array(
          fc
            .tuple(some, fc.integer({ min: 0, max: 4 }))
            .map(([one, confidence]) => ({ ...one, confidence })),
          { maxLength: 8 },
        ),
        durationSeconds: fc.constantFrom(null, 60, 3600),
      }),
    );
    fc.assert(
      fc.property(videos, (evidence) => {
        const events = sharedEvents();
        expect(events.pack(evidence)).toBe(events.pack(evidence));
        expect(events.pack([...evidence])).not.toBe(events.pack(evidence));
        for (const create of creators) {
          const { id, prepare } = create({ events });
          expect(prepare(evidence)(), id).toBe(create({}).prepare(evidence)());
        }
      }),
    );
  });
});
