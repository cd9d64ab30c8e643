import { expect, test } from "vitest";
import { stirlingError } from "./stirling-error.ts";

test.each([1, 2, 5, 10, 15, 16, 17, 20])("restores the factorial of %d", (z) => {
  let factorial = 1;
  for (let factor = 2; factor <= z; factor += 1) factorial *= factor;
  const stirling = Math.sqrt(2 * Math.PI * z) * (z / Math.E) ** z;
  expect((stirling * Math.exp(stirlingError(z))) / factorial).toBeCloseTo(1, 13);
});

test("restores the gamma function of one half", () => {
  const z = 0.5;
  const logGamma = stirlingError(z) + (z + 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI);
  expect(logGamma).toBeCloseTo(Math.log(Math.sqrt(Math.PI) / 2), 13);
});
