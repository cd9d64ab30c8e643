import { describe, expect, it } from "vitest";
import type { LoadedConfig } from "../../config/load-config.ts";
import { distinctParts, mergedParts, rowsText } from "./distinct-parts.ts";

const config = (...systems: readonly string[]) => ({
  systems: systems.map((id) => ({ id, settings: { at: id.length } })),
});
const loaded = (base: object, rows: Readonly<Record<string, object>> = {}) =>
  ({
    config: base,
    rows: Object.entries(rows).map(([name, own]) => ({ name, config: own })),
  }) as unknown as LoadedConfig;
const parts = (of: LoadedConfig) =>
  distinctParts(of, {
    pick: ({ systems }) => systems,
    identify: ({ id, settings }) => [id, settings],
  }).map(({ part, names }) => `${part.id}${rowsText(names, of)}`);

describe("parts of rows", () => {
  it("are those of the configuration where it has no matrix", () => {
    expect(parts(loaded(config("a", "b")))).toEqual(["a", "b"]);
    expect(parts(loaded(config()))).toEqual([]);
  });

  it("are those of rows, each once, with the rows that hold it where not all do", () => {
    const rows = { small: config("a", "b"), large: config("a", "bb"), both: config("a", "b", "c") };
    expect(parts(loaded(config("never run"), rows))).toEqual([
      "a",
      'b (rows "small", "both")',
      'bb (row "large")',
      'c (row "both")',
    ]);
  });

  it("that turn out alike become one", () => {
    const given = [
      { part: { found: 1 }, names: ["small"] },
      { part: { found: 2 }, names: ["large"] },
      { part: { found: 1 }, names: ["both", "small"] },
    ];
    expect(mergedParts(given, (part) => part)).toEqual([
      { part: { found: 1 }, names: ["small", "both"] },
      { part: { found: 2 }, names: ["large"] },
    ]);
  });
});
