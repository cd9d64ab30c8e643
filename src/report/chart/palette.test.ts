import { describe, expect, it } from "vitest";
import { color, colorProperties, palette } from "./palette.ts";

/** Contrast after WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each(["light", "dark"] as const)("%s", (theme) => {
  const colors = palette[theme];

  it.each(["ink", "muted", "accent", "good", "caution", "bad"] as const)(
    "%s is readable on page and panel",
    (name) => {
      expect(contrast(colors[name], colors.page)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colors[name], colors.panel)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(["accent", "baseline", "answered", "ours"] as const)(
    "%s is seen as a mark on the page",
    (name) => {
      expect(contrast(colors[name], colors.page)).toBeGreaterThanOrEqual(3);
    },
  );
});

it("declares every colour and falls back to the light one", () => {
  expect(colorProperties("dark").split(";")).toHaveLength(Object.keys(palette.dark).length);
  expect(color("ink")).toBe(`var(--ink, ${palette.light.ink})`);
});
