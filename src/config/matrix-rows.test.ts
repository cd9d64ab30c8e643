import fc from "fast-check";
import { expect, it } from "vitest";
import { matrixRows } from "./matrix-rows.ts";

it.each([[undefined], [null], [3], [{}], [{ axes: 3 }]])("%j has no rows", (matrix) =>
  expect(matrixRows(matrix)).toEqual([]),
);

it("tells equal names apart, also from names that look so", () => {
  const rows = matrixRows({ axes: { k: ["a", "a.2", "a", "A"] } });
  expect(rows.map(({ name }) => name)).toEqual(["k-a", "k-a.2", "k-a.3", "k-A.4"]);
});

it("has a row for every combination, each in a folder of its own", () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.object(),
  );
  const axes = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.array(value, { minLength: 1, maxLength: 4 }),
    { maxKeys: 3 },
  );
  fc.assert(
    fc.property(axes, (written) => {
      const rows = matrixRows({ axes: written });
      expect(rows).toHaveLength(
        Object.values(written).reduce((product, values) => product * values.length, 1),
      );
      expect(new Set(rows.map(({ name }) => name.toLowerCase())).size).toBe(rows.length);
      for (const { name, settings } of rows) {
        expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/);
        expect(settings.map(({ target }) => target)).toEqual(Object.keys(written));
      }
    }),
  );
});
