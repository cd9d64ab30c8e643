import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { metricRunner } from "./metric-runner.ts";
import { eventFiles } from "./sample-files.ts";

const runner = metricRunner();
const { cwd, write, metric, scores, refusal, notes } = runner;
const events = eventFiles(runner);

describe("detection", () => {
  it("scores ActivityNet files at every tIoU and on average", async () => {
    const result = await scores("detection-map", ...events, "--tiou", "0.5:0.25:0.75");
    expect(Object.keys(result)).toEqual([
      "detection-map",
      "detection-map@0.5",
      "detection-map@0.75",
    ]);
    // "run": one false detection stands first, so that five right ones reach a precision of 5/6
    // everywhere.
    expect(result["detection-map@0.5"]!.value).toBeCloseTo((1 + 5 / 6) / 2, 12);
    // At .75 the shortened one (tIoU .7) is missed: four of five truths, at most 4/6.
    expect(result["detection-map@0.75"]!.value).toBeCloseTo((1 + (4 / 5) * (4 / 6)) / 2, 12);
    expect(result["detection-map"]!.value).toBeCloseTo(
      (result["detection-map@0.5"]!.value! + result["detection-map@0.75"]!.value!) / 2,
      12,
    );
    expect(result["detection-map"]).toMatchObject({
      n: 10,
      signature: expect.stringContaining("tiou:0.5,0.75"),
    });
    expect(result["detection-map"]!.low).toBeLessThan(result["detection-map"]!.value!);
  });

  it("gives rates of events the interval of a rate, as reports do", async () => {
    const { "false-alarms-per-hour": rate } = await scores("false-alarms-per-hour", ...events);
    expect(rate!.interval).toMatch(/Poisson/);
    expect(rate!.low).toBeLessThan(rate!.value!);
    expect(rate!.high).toBeGreaterThan(rate!.value!);
  });

  it("has other definitions, metrics, tables and curves on the same files", async () => {
    const result = await scores(
      "detection-map,event-f1-micro,false-alarms-per-hour,miss-rate,type-average-precision,det",
      ...events,
      "--definition",
      "sum",
      "--tiou",
      "0.5",
    );
    expect(result["detection-map"]!.signature).toContain("definition:sum");
    expect(result["event-f1-micro"]!.value).toBeCloseTo(20 / 21, 12);
    expect(result["false-alarms-per-hour"]!.value).toBeCloseTo(1, 12);
    expect(result["type-average-precision"]!.rows).toHaveLength(2);
    expect(result.det!.points!.length).toBeGreaterThan(1);
    const open = await scores("event-f1-micro", ...events, "--option", "ambiguous=jump");
    expect(open["event-f1-micro"]!.value).toBeCloseTo(10 / 11, 12);
    const recall = await scores(
      "average-recall",
      ...events,
      "--tiou",
      "0.5",
      "--option",
      "proposals=area",
    );
    expect(recall["average-recall-area"]!.signature).toContain(
      "proposals:area|ties:input-order|tiou:0.5|",
    );
  });

  it("prints tables without cutting their numbers, however many tIoU there are", async () => {
    const { stdout } = await metric("type-average-precision,false-alarms", ...events);
    expect(stdout).toMatch(/^jump +5 +5 +100\.00 %(?: +100\.00 %){10}$/m);
    expect(stdout).toContain("False alarms by event type (any confidence, tIoU ≥ 0.5)");
  });

  it("tells of labels that only one side has", async () => {
    write("typo.json", { results: { v0: [{ label: "runn", segment: [10, 20], score: 0.9 }] } });
    const files = ["--reference", "gt.json", "--prediction", "typo.json"];
    expect(await notes("detection-map", ...files, "--ambiguous", "Ambiguous")).toEqual([
      "10 videos of the subset validation",
      expect.stringContaining("9 videos have no prediction"),
      "1 detected label is nowhere in the ground truth: its detections are false, and no average over labels has it (runn)",
      "no truth has the ambiguous label Ambiguous",
    ]);
    expect(await notes("detection-map", ...events, "--ambiguous", "jump")).toEqual([
      "10 videos of the subset validation",
    ]);
  });

  it("refuses to take a video without annotations for one in which nothing happens", async () => {
    write("bare.json", { database: { a: { annotations: [] }, b: { duration: 9, annots: [] } } });
    write("nothing.json", { results: {} });
    expect(
      await refusal("detection-map", "--reference", "bare.json", "--prediction", "nothing.json"),
    ).toBe(
      "bare.json: database.b.annotations is missing\nwhere nothing happens, write annotations: []",
    );
  });

  it("scores another subset on request and names what is wrong in a file", async () => {
    const { stderr } = await metric("detection-map", ...events, "--subset", "training");
    expect(stderr).toContain("2 videos of the subset training");
    expect(stderr).toContain("10 predicted videos are not in the ground truth");
    expect(await refusal("detection-map", ...events, "--subset", "test")).toContain(
      'gt.json: the ground truth has no subset "test"',
    );
    write("bad.json", { results: { v1: [{ label: "run", segment: [3, 1], score: 1 }] } });
    expect(
      await refusal("detection-map", "--reference", "gt.json", "--prediction", "bad.json"),
    ).toContain("bad.json: results.v1[0].segment");
    expect(
      await refusal("detection-map", "--reference", "pred.json", "--prediction", "gt.json"),
    ).toBe(
      "pred.json holds predictions and gt.json the ground truth\nswap --reference and --prediction",
    );
    write("torn.json", '{"results": ');
    expect(
      await refusal("detection-map", "--reference", "gt.json", "--prediction", "torn.json"),
    ).toContain("torn.json");
    expect(await refusal("detection-map", ...events, "--tiou", "0.5:0:1")).toContain(
      "--tiou 0.5:0:1: expected",
    );
    expect(
      (await scores("detection-map", ...events, "--definition", "thumos"))["detection-map"]!
        .signature,
    ).toContain("definition:thumos14");
    expect(await refusal("detection-map", ...events, "--definition", "coco")).toContain(
      "activitynet, thumos14, sum, 101-point",
    );
  });
});

describe("on a terminal", () => {
  it.each([40, 60, 80, 120])(
    "of %i columns no line is longer, and no figure is cut",
    async (columns) => {
      const args = ["metric", "detection-map,average-recall,type-average-precision", ...events];
      const { status, stdout, stderr } = await cli(args, {
        cwd,
        env: { COLUMNS: String(columns) },
      });
      expect(status).toBe(0);
      for (const line of `${stdout}${stderr}`.split("\n"))
        expect([line.length <= columns, line]).toEqual([true, line]);
      expect(stdout).toContain("0.9500");
      expect(stdout).toMatch(/^detection-map, detection-map@0\.5,/m);
      expect(stdout).toMatch(/^ {2}\* tiou:\s+0\.5,0\.55,/m);
      expect(stdout.match(/100\.00 %/g)!.length).toBeGreaterThan(10);
    },
  );
});
