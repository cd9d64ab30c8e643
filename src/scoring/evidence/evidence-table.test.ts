import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EvidenceTable } from "./evidence-table.ts";

function tableOf(rows: Iterable<unknown>): EvidenceTable {
  const table = new EvidenceTable();
  for (const row of rows) table.add(row);
  return table;
}

const primitive = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true }).map((one) => one + 0),
);
const shaped = fc.record({
  correct: fc.constantFrom(0, 1, null),
  type: fc.string(),
  score: primitive,
});
/** Evidence that does not fit columns: other members, nested values, no object at all. */
const odd = fc.oneof(
  fc.record({ correct: fc.constant(1) }),
  fc.record({ correct: fc.constant(1), type: fc.constant("x"), other: fc.constant(2) }),
  fc.record({ correct: fc.array(fc.integer()), type: fc.string(), score: primitive }),
  fc.array(fc.integer(), { maxLength: 3 }),
  primitive,
);

afterEach(() => void vi.unstubAllGlobals());

describe("EvidenceTable", () => {
  it("gives back objects of one shape", () => {
    fc.assert(
      fc.property(fc.array(shaped, { maxLength: 700 }), (rows) => {
        const table = tableOf(rows);
        expect(table.length).toBe(rows.length);
        expect([...table.rows()]).toEqual(rows);
      }),
    );
  });

  it("gives back anything else, wherever among the others it comes", () => {
    fc.assert(
      fc.property(
        fc.array(shaped, { maxLength: 300 }),
        fc.array(odd, { maxLength: 3 }),
        fc.array(shaped),
        (before, within, after) => {
          const rows = [...before, ...within, ...after];
          const table = tableOf(rows);
          expect(table.length).toBe(rows.length);
          expect([...table.rows()]).toEqual(rows);
        },
      ),
    );
  });

  it("gives rows in any order, without those of weight 0", () => {
    const rowsWithPlaces = fc.array(shaped, { maxLength: 400 }).chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(
          rows.map((_, at) => at),
          { minLength: rows.length },
        ),
        fc.array(fc.constantFrom(0, 0.5, 3), { minLength: rows.length, maxLength: rows.length }),
      ),
    );
    fc.assert(
      fc.property(rowsWithPlaces, ([rows, order, weights]) => {
        const expected = order.filter((_, at) => weights[at]! > 0).map((place) => rows[place]);
        expect([
          ...tableOf(rows).rows(Uint32Array.from(order), Float64Array.from(weights)),
        ]).toEqual(expected);
        expect([
          ...tableOf([...rows, "odd"]).rows(
            Uint32Array.from([...order, rows.length]),
            Float64Array.from([...weights, 0]),
          ),
        ]).toEqual(expected);
      }),
    );
  });

  it.each([
    [
      "the same members in another order",
      [
        { a: 1, b: 2 },
        { b: 3, a: 4 },
      ],
    ],
    ["members that every object inherits", [{ constructor: 1 }, { toString: 2 }]],
    ["members that are missing", [{ a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2, c: 3 }]],
    ["empty objects", [{}, {}, {}]],
    ["objects after an empty one", [{}, { a: 1 }]],
    ["numbers", [1, 2, 3]],
    ["an undefined member", [{ a: 1 }, { a: undefined }]],
  ] as const)("keeps %s", (_, rows) => {
    expect([...tableOf(rows).rows()]).toStrictEqual(rows);
  });

  it("gives rows more than once", () => {
    const rows = tableOf([{ a: 1 }, { a: 2 }]).rows();
    expect([...rows]).toEqual([...rows]);
    expect([...rows]).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it("gives the same rows where nothing may be compiled", () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({
      few: at % 5,
      many: at / 3,
      text: at % 2 ? null : `t${at}`,
    }));
    vi.stubGlobal("Function", undefined);
    expect([...tableOf(rows).rows()]).toEqual(rows);
  });
});
