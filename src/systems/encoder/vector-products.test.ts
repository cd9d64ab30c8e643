import { expect, it } from "vitest";
import { vectorProducts } from "./vector-products.ts";

it("multiplies every row with every column, in more than one run", async () => {
  const number = (i: number) => (i * 37) % 19;
  const rows = Array.from({ length: 5000 }, (_, r) => Float32Array.of(number(r), 1, number(r + 5)));
  const columns = [Float32Array.of(1, 2, 3), Float32Array.of(0, -1, 0.5)];
  const products = await vectorProducts(rows, columns);
  expect(products.length).toBe(5000);
  for (const r of [0, 1, 4095, 4096, 4999])
    expect([...products[r]!]).toEqual([number(r) + 2 + 3 * number(r + 5), -1 + number(r + 5) / 2]);
});

it("has no products without rows or columns, and refuses vectors of different length", async () => {
  expect(await vectorProducts([], [Float32Array.of(1)])).toEqual([]);
  expect(await vectorProducts([new Float32Array()], [])).toEqual([new Float32Array()]);
  await expect(vectorProducts([Float32Array.of(1, 2)], [Float32Array.of(1)])).rejects.toThrow(
    "a vector of 2 numbers among those of 1",
  );
});
