import fc from "fast-check";
import { expect, it } from "vitest";
import { IdTable } from "./id-table.ts";

it("agrees with a map on what was met before", () => {
  const digit = fc.constantFrom("0000000000000001", "00000000000000ff", "ffffffff00000000");
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 2 }), digit), { maxLength: 3_000 }), (pairs) => {
      const table = new IdTable();
      const known = new Map<string, string>();
      for (const [id, digest] of pairs) {
        const before = known.get(id);
        expect(table.meet(id, digest)).toBe(before === undefined ? "new" : before === digest ? "same" : "different");
        if (before === undefined) known.set(id, digest);
      }
    }),
    { numRuns: 50 },
  );
});

it("keeps many ids apart", () => {
  const table = new IdTable();
  for (let i = 0; i < 200_000; i++)
    if (table.meet(`video-${i}_q`, "0".repeat(16)) !== "new") throw new Error(`id ${i} was taken for another`);
  expect(table.meet("video-7_q", "0".repeat(16))).toBe("same");
});
