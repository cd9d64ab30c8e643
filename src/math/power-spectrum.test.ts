import { expect, it } from "vitest";
import { powerSpectrum } from "./power-spectrum.ts";

/** By the definition. */
function slow(values: readonly number[]): number[] {
  const { length } = values;
  return Array.from({ length: Math.floor(length / 2) + 1 }, (_, bin) => {
    let [real, imaginary] = [0, 0];
    for (const [i, value] of values.entries()) {
      const angle = (2 * Math.PI * bin * i) / length;
      real += value * Math.cos(angle);
      imaginary -= value * Math.sin(angle);
    }
    return real ** 2 + imaginary ** 2;
  });
}

it.each([1, 2, 3, 7, 8, 30, 64, 97, 533])("is that of the definition for %i numbers", (length) => {
  const values = Array.from({ length }, (_, i) => Math.sin(i * i) + 0.3);
  const spectrum = powerSpectrum(length);
  for (const ours of [spectrum(values), spectrum(values)]) {
    expect(ours).toHaveLength(Math.floor(length / 2) + 1);
    for (const [bin, power] of slow(values).entries()) expect(ours[bin]).toBeCloseTo(power, 8);
  }
});

it("is nothing for nothing", () => expect(powerSpectrum(0)([])).toHaveLength(0));
