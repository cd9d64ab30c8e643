import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growing } from "./growing-array.ts";

describe("GrowingArray", () => {
  it("keeps what was pushed, however much", () => {
    fc.assert(
      fc.property(fc.nat(3_000), (length) => {
        const array = growing.words();
        for (let at = 0; at < length; at++) array.push(2 ** 32 - 1 - at);
        expect(array.length).toBe(length);
        expect(array.view()).toEqual(Uint32Array.from({ length }, (_, at) => 2 ** 32 - 1 - at));
        if (length > 0) expect(array.at(length - 1)).toBe(2 ** 32 - length);
      }),
      { examples: [[0], [255], [256], [257], [512], [513]] },
    );
  });

  it.each([
    ["bytes", Uint8Array],
    ["integers", Int32Array],
    ["words", Uint32Array],
    ["numbers", Float64Array],
  ] as const)("has %s", (kind, type) => expect(growing[kind]().view()).toBeInstanceOf(type));

  it("leaves an earlier view as it was", () => {
    const array = growing.numbers();
    array.push(0.5);
    const view = array.view();
    for (let at = 0; at < 1_000; at++) array.push(at);
    expect([...view]).toEqual([0.5]);
  });
});
