import { describe, expect, it } from "vitest";
import { metricList } from "../../src/metrics/index.ts";
import { metricRunner } from "./metric-runner.ts";
import { offered as all } from "./sample-files.ts";

const { metric } = metricRunner();

describe("vidimus metric --list", () => {
  it("shows every metric with its options, for people and for programs", async () => {
    const [{ stdout }, { stdout: json }] = await Promise.all([
      metric("--list"),
      metric("--list", "--json"),
    ]);
    const listed = JSON.parse(json) as {
      metrics: readonly { id: string; input: string; options: readonly { name: string }[] }[];
    };
    const offered = all.map(({ id, metric: { options }, input }) => ({
      id,
      input: input.id,
      options: options.map(({ name }) => name),
    }));
    expect(
      listed.metrics.map(({ id, input, options }) => ({
        id,
        input,
        options: options.map(({ name }) => name).sort(),
      })),
    ).toEqual(offered.map((offer) => ({ ...offer, options: offer.options.toSorted() })));
    for (const { id } of offered) expect(stdout).toMatch(new RegExp(`^${id} `, "m"));
    for (const line of stdout.split("\n"))
      expect([line.length <= 100, line]).toEqual([true, line.trimEnd()]);
    for (const { options } of listed.metrics)
      for (const { name } of options) expect(stdout).toContain(`${name}=`);
  });

  it("tells all about a named metric", async () => {
    const { stdout } = await metric("detection-map", "--list");
    expect(stdout).toContain(
      "options, each also as --option detection-map.tiou=…:\n--tiou (default: 0.5:0.05:0.95)\n",
    );
    for (const line of stdout.split("\n"))
      expect([line.length <= 80, line]).toEqual([true, line.trimEnd()]);
    expect(stdout).toContain("thumos14");
    expect((await metric("detection-mop", "--list")).stderr).toContain(
      'did you mean "detection-map"?',
    );
  });
});

describe("names", () => {
  it("are unique", () => {
    const names = all.map(({ id }) => id);
    expect(names.toSorted()).toEqual([...new Set(names)].sort());
  });

  it("are those in the list of metrics, so that files are loaded only for what is asked", async () => {
    for (const { names = [], load } of metricList) {
      const { declarations } = await load();
      expect(declarations.flatMap(({ offers = [] }) => offers.map(({ id }) => id))).toEqual(names);
    }
  });
});
