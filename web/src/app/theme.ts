import { type CSSVariablesResolver, createTheme } from "@mantine/core";
import { palette } from "../../../src/report/chart/palette.ts";

/** Shades of the accent of reports, so that app and report look like one thing. */
export const theme = createTheme({
  primaryColor: "vidimus",
  primaryShade: { light: 7, dark: 4 },
  defaultRadius: "sm",
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: "650" },
  colors: {
    // Greys of the report's dark page, from text to what lies behind everything.
    dark: [
      "#e4e8ed",
      "#c3cad2",
      "#9eabb8",
      "#8593a1",
      "#313b46",
      "#26303a",
      "#1a2129",
      "#12171d",
      "#0e1217",
      "#0a0d11",
    ],
    vidimus: [
      "#eef5fc",
      "#dbe9f7",
      "#b6d2ee",
      "#8fbae5",
      "#82b7ee",
      "#5b93cc",
      "#3a7abb",
      "#1d5c9e",
      "#174b82",
      "#113a66",
    ],
  },
  components: {
    // Yellow and red on their own tint are hard to read.
    Alert: { styles: { title: { color: "var(--ink)" } } },
    // Locking would write a style of its own into the page, which the policy of the server refuses.
    Modal: { defaultProps: { lockScroll: false } },
    Table: { defaultProps: { verticalSpacing: "xs" } },
    // What is scrolled must be reached by keys.
    TableScrollContainer: {
      defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } },
    },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

/** The colours of reports by meaning (`--ink`, `--good` …), for charts that both draw. */
export const cssVariables: CSSVariablesResolver = () => {
  const properties = (name: "light" | "dark") => ({
    ...Object.fromEntries(Object.entries(palette[name]).map(([key, value]) => [`--${key}`, value])),
    "--mantine-color-body": palette[name].page,
    "--mantine-color-text": palette[name].ink,
    "--mantine-color-dimmed": palette[name].muted,
    "--mantine-color-default-border": palette[name].rule,
    "--mantine-color-error": palette[name].bad,
  });
  return {
    variables: {},
    light: properties("light"),
    dark: {
      ...properties("dark"),
      // White is read on it, unlike on the shade that is for text.
      "--mantine-color-vidimus-filled": "#2a6cb0",
      "--mantine-color-vidimus-filled-hover": "#1d5c9e",
      "--mantine-primary-color-filled": "#2a6cb0",
      "--mantine-primary-color-filled-hover": "#1d5c9e",
    },
  };
};
