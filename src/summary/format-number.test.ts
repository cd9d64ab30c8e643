import { describe, expect, it } from "vitest";
import {
  formatByteSize,
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatDollars,
  formatInterval,
  formatNumber,
  formatPercent,
  formatProbability,
  formatQuantity,
  formatScore,
} from "./format-number.ts";

const thin = "\u202f";

describe("formatCount", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [999, "999"],
    [4996, `4${thin}996`],
    [1234567, `1${thin}234${thin}567`],
    [-1234, `−1${thin}234`],
    [null, "–"],
    [undefined, "–"],
    [Number.NaN, "–"],
    [Number.POSITIVE_INFINITY, "–"],
  ])("%s → %s", (count, text) => expect(formatCount(count)).toBe(text));
});

describe("formatPercent", () => {
  it.each([
    [0.4626, "46.26 %"],
    [0, "0.00 %"],
    [-0.00001, "0.00 %"],
    [1, "100.00 %"],
    [-0.1234, "−12.34 %"],
    [null, "–"],
    [Number.NaN, "–"],
  ])("%s → %s", (fraction, text) => expect(formatPercent(fraction)).toBe(text));

  it("never rounds what is not all or nothing to it", () => {
    expect(formatPercent(4_999_999 / 5_000_000)).toBe(">99.99 %");
    expect(formatPercent(1 / 5_000_000)).toBe("<0.01 %");
    expect(formatPercent(0.9996, 1)).toBe(">99.9 %");
  });

  it("forgives the last places of a sum", () => {
    expect(formatPercent(1 - 2 ** -53)).toBe("100.00 %");
    expect(formatPercent(2 ** -60)).toBe("0.00 %");
  });
});

describe("formatScore", () => {
  it.each([
    [0.71204, "percent", "71.20 %"],
    [1.20449, "plain", "1.204"],
    [12.3456, "plain", "12.35"],
    [1234.5, "plain", `1${thin}235`],
    [-0.25, "plain", "−0.250"],
    [0, "plain", "0"],
    [null, "plain", "–"],
    [8, "count", "8"],
    [4996, "count", `4${thin}996`],
    [8.333, "count", "8.3"],
  ] as const)("%s in %s → %s", (value, unit, text) => expect(formatScore(value, unit)).toBe(text));
});

describe("formatInterval", () => {
  it.each([
    [0.441, 0.484, "percent", "44.1–48.4"],
    [0.979, 1, "percent", "97.9–100.0"],
    [0.4618, 0.4634, "percent", "46.18–46.34"],
    [0.5, 0.5, "percent", "50.0–50.0"],
    [-0.024, 0.024, "percent", "−2.4 to 2.4"],
    [1.1, 1.3, "plain", "1.100–1.300"],
    [8, 13.25, "count", "8.0–13.3"],
    [800.2, 1300, "count", `800–1${thin}300`],
    [null, 0.5, "percent", "–"],
    [0.5, Number.NaN, "percent", "–"],
  ] as const)("%s and %s in %s → %s", (low, high, unit, text) =>
    expect(formatInterval(low, high, unit)).toBe(text),
  );
});

it("does not read the smoothing of BLEU as a narrow interval", () => {
  expect(formatInterval(1 - 1e-9, 1, "percent")).toBe("100.0–100.0");
});

describe("formatDifference", () => {
  it.each([
    [0.1806, "percent", "+18.06"],
    [-0.05, "percent", "−5.00"],
    [0, "percent", "0.00"],
    [0.000_01, "percent", "0.00"],
    [-0.000_01, "percent", "0.00"],
    [1.2345, "plain", "+1.234"],
    [-12.345, "plain", "−12.35"],
    [null, "plain", "–"],
  ] as const)("%s in %s: %s", (value, unit, text) =>
    expect(formatDifference(value, unit)).toBe(text),
  );

  it("has both ends with their signs", () => {
    expect(formatDifferenceInterval(-0.013, 0.04, "percent")).toBe("−1.3 to +4.0");
    expect(formatDifferenceInterval(0.001, 0.002, "percent")).toBe("+0.10 to +0.20");
    expect(formatDifferenceInterval(null, 0.04, "percent")).toBe("–");
    expect(formatDifferenceInterval(-1.5, 0, "plain")).toBe("−1.500 to 0.000");
  });
});

it.each([
  [0.0123, "0.012"],
  [0.000_9, "<0.001"],
  [1, "1.000"],
  [null, "–"],
] as const)("p of %s: %s", (value, text) => expect(formatProbability(value)).toBe(text));

describe("formatNumber", () => {
  it.each([
    [2309, `2${thin}309`],
    [0.5038, "0.5038"],
    [0.00001234, "1.23e-5"],
    [-1234.567, `−1${thin}234.57`],
    [null, "–"],
  ])("%s → %s", (value, text) => expect(formatNumber(value)).toBe(text));

  it.each([
    [27.5, 2, "27.50"],
    [30, 2, "30.00"],
    [0, 2, "0.00"],
    [2309, 0, `2${thin}309`],
    [0.004, 2, "4.00e-3"],
    [0.005, 2, "0.01"],
    [null, 2, "–"],
  ])("%s with %s decimals → %s", (value, decimals, text) =>
    expect(formatNumber(value, decimals)).toBe(text),
  );
});

it.each([
  [12_345.678, `12${thin}345.68`],
  [1, "1.00"],
  [0.999_999_999, "1.00"],
  [0.5, "0.5000"],
  [0.000_012, "1.20e-5"],
  [0, "0.0000"],
  [null, "–"],
])("%s dollars → %s", (amount, text) => expect(formatDollars(amount)).toBe(text));

it("counts with a noun", () => {
  expect(formatQuantity(1, "sample")).toBe("1 sample");
  expect(formatQuantity(0, "sample")).toBe("0 samples");
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.00 kB"],
  [29_300, "29.3 kB"],
  [99_960, "100 kB"],
  [999_600, "1.00 MB"],
  [5e9, "5.00 GB"],
  [12e15, "12000 TB"],
])("prints %d as %s", (bytes, text) => expect(formatByteSize(bytes)).toBe(text));
