import { describe, expect, it } from "vitest";
import { nothingLent } from "../../src/core/family/lent.ts";
import type { Family } from "../../src/core/family.ts";
import { families } from "../../src/families/index.ts";
import { metricPages as loadPages } from "../support/metric-offers.ts";
import { metricRunner } from "./metric-runner.ts";
import { offered, smallFiles } from "./sample-files.ts";

const runner = metricRunner();
const { scores } = runner;
const metricPages = await loadPages();

describe("pages", () => {
  const documented = new Set(metricPages.flatMap(({ signatures }) => signatures.map(nameIn)));

  /** The name in a signature, which all variants of a metric share. */
  function nameIn(signature: string): string {
    return signature.split("|")[0]!;
  }

  it("have ids of their own, and words for everything", () => {
    const ids = metricPages.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...new Set(ids)].sort());
    for (const { options, offers, signatures, formula, ...words } of metricPages)
      for (const [member, text] of Object.entries(words))
        expect(text.trim(), `${words.id}: ${member}`).not.toBe("");
  });

  it("have a formula, but for tables and counts", () => {
    const bare = metricPages.filter(
      ({ formula, signatures }) => formula === undefined && signatures.length > 0,
    );
    expect(bare.map(({ id }) => id)).toEqual(["dialogue-counts"]);
  });

  it("exist for everything that the command offers", () => {
    const ids = metricPages.map(({ id }) => id);
    expect(
      offered
        .map(({ metric }) => metric.page)
        .filter((page) => page !== "retrieval" && !ids.includes(page)),
    ).toEqual([]);
  });

  it("exist for every metric of every family", () => {
    const used = (families as readonly Family[]).flatMap((family) =>
      family
        .scoring(family.data.options.parse({}), nothingLent)
        .metrics.map(({ signature }) => nameIn(signature)),
    );
    expect(used.filter((name) => !documented.has(name))).toEqual([]);
  });

  it("exist for every figure that the command prints", async () => {
    const filesOf = smallFiles(runner);
    const all = await Promise.all(
      offered.map(({ id, metric, input }) =>
        scores(id, ...filesOf(input, metric), "--no-intervals"),
      ),
    );
    const names = all
      .flatMap((result) => Object.values(result))
      .flatMap(({ signature }) => (signature === undefined ? [] : [nameIn(signature)]));
    expect(new Set(names).size).toBeGreaterThan(40);
    expect(names.filter((name) => !documented.has(name))).toEqual([]);
  });
});
