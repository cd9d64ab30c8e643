import fc from "fast-check";
import { expect, it } from "vitest";
import { IdTable } from "./id-table.ts";

it("agrees with a map on what was met before", () => {
  const digit = fc.constantFrom("0000000000000001", "00000000000000ff", "ffffffff00000000");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ maxLength: 2 }), digit), { maxLength: 3_000 }),
      (pairs) => {
        const table = new IdTable();
        const known = new Map<string, string>();
        for (const [id, digest] of pairs) {
          const before = known.get(id);
          expect(table.meet(id, digest)).toBe(
            before === undefined ? "new" : before === digest ? "same" : "different",
          );
          if (before === undefined) known.set(id, digest);
        }
      },
    ),
    { numRuns: 50 },
  );
});

it("keeps many ids apart", () => {
  const table = new IdTable();
  for (let i = 0; i < 200_000; i++)
    if (table.meet(`video-${i}_q`, "0".repeat(16)) !== "new")
      throw new Error(`id ${i} was taken for another`);
  expect(table.meet("video-7_q", "0".repeat(16))).toBe("same");
});

it("counts what another table has that is new or different, also after it was packed", () => {
  const content = fc.dictionary(
    fc.string({ maxLength: 3 }),
    fc.constantFrom("0000000000000001", "ffffffff00000000"),
    { maxKeys: 200 },
  );
  const tableOf = (contents: Readonly<Record<string, string>>) => {
    const table = new IdTable();
    for (const [id, digest] of Object.entries(contents)) table.meet(id, digest);
    return table;
  };
  fc.assert(
    fc.property(content, content, (before, after) => {
      const packed = IdTable.of(tableOf(before).entries());
      expect(packed.size).toBe(Object.keys(before).length);
      const ids = Object.keys(after);
      expect(packed.compare(tableOf(after))).toEqual({
        added: ids.filter((id) => !Object.hasOwn(before, id)).length,
        changed: ids.filter((id) => Object.hasOwn(before, id) && before[id] !== after[id]).length,
      });
    }),
  );
});
