/**
 * The colours of reports by what they mean, for light and dark screens; text and its background
 * keep WCAG AA contrast in both.
 */
export const palette: Readonly<Record<"light" | "dark", Readonly<Record<ColorName, string>>>> = {
  light: {
    page: "#ffffff",
    panel: "#f5f6f8",
    ink: "#1a2129",
    muted: "#566270",
    rule: "#d8dde3",
    accent: "#1d5c9e",
    baseline: "#6b7682",
    band: "#c9dcf0",
    answered: "#5b8fc4",
    own: "#c98a1b",
    ours: "#b5403a",
    pending: "#c3cad2",
    good: "#1c6e43",
    caution: "#855500",
    bad: "#a82a24",
  },
  dark: {
    page: "#12171d",
    panel: "#1a2129",
    ink: "#e4e8ed",
    muted: "#9eabb8",
    rule: "#313b46",
    accent: "#82b7ee",
    baseline: "#94a0ac",
    band: "#2b4a6b",
    answered: "#5b93cc",
    own: "#d9a441",
    ours: "#e0736b",
    pending: "#4a5561",
    good: "#74c79a",
    caution: "#e0b25c",
    bad: "#f09088",
  },
};

export type ColorName =
  | "page"
  | "panel"
  | "ink"
  | "muted"
  | "rule"
  | "accent"
  | "baseline"
  | "band"
  | "answered"
  | "own"
  | "ours"
  | "pending"
  | "good"
  | "caution"
  | "bad";

/**
 * A colour for a chart: follows the page's theme, and is the light one where the chart stands
 * alone.
 */
export function color(name: ColorName): string {
  return `var(--${name}, ${palette.light[name]})`;
}

/** Declares the colours of a theme as custom properties. */
export function colorProperties(theme: "light" | "dark"): string {
  return Object.entries(palette[theme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}
