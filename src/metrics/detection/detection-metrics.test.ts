import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedEvents } from "./event-source.ts";
import { detectionMetrics, detectionPages } from "./index.ts";

const event = (start: number, end: number) => ({ type: "a", startSeconds: start, endSeconds: end });
const perfect = { truths: [event(0, 10)], detections: [{ ...event(0, 10), confidence: 1 }], durationSeconds: 3600 };

describe("the list of detection metrics", () => {
  it.each(detectionMetrics)("$id reaches its best on a perfect answer, but for latencies", ({ id, create }) => {
    const metric = create("m");
    expect(metric.prepare([perfect])()).toBe(id.startsWith("latency") ? 10 : metric.best);
    expect(metric.prepare([])()).toBeNull();
    expect(metric.measure).toBe("m");
  });

  it("passes options on", () => {
    const made = (id: string) => detectionMetrics.find((factory) => factory.id === id)!;
    const { signature } = made("detection-map").create("m", { minIous: [0.3], definition: "sum" });
    expect(signature).toContain("tiou:0.3");
    expect(signature).toContain("definition:sum");
    expect(made("event-f1-micro").create("m", { minConfidence: 0.7, minIou: 0.1 }).signature).toMatch(/minConfidence:0.7\|minIou:0.1/);
    expect(made("miss-rate").create("m", { falseAlarmsPerHour: 3 }).id).toBe("miss-rate@3");
    expect(made("latency-p95").create("m", { alert: "start" }).prepare([perfect])()).toBe(0);
    expect(made("average-recall").create("m", { proposals: 10 }).id).toBe("average-recall@10");
  });

  it("gives the same figures from shared events as from events of its own, for any videos", () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 5 }), fc.constantFrom("a", "b"));
    const some = span.map(([start, length, type]) => ({ type, startSeconds: start, endSeconds: start + length }));
    const videos = fc.array(
      fc.record({
        truths: fc.array(
          fc.tuple(some, fc.boolean()).map(([one, ambiguous]) => ({ ...one, ambiguous })),
          { maxLength: 4 },
        ),
        detections: fc.array(
          fc.tuple(some, fc.integer({ min: 0, max: 4 })).map(([one, confidence]) => ({ ...one, confidence })),
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
        for (const { id, create } of detectionMetrics)
          expect(create("m", { minConfidence: 2, events }).prepare(evidence)(), id).toBe(
            create("m", { minConfidence: 2 }).prepare(evidence)(),
          );
      }),
    );
  });

  it("has a page for every metric", () => {
    const signed = new Set(detectionPages.flatMap(({ signatures }) => signatures.map((signature) => signature.split("|")[0])));
    for (const { create } of detectionMetrics) expect(signed).toContain(create("m").signature.split("|")[0]);
    expect(new Set(detectionPages.map(({ id }) => id)).size).toBe(detectionPages.length);
  });
});
