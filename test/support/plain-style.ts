import type { TextStyle } from "../../src/report/text/text-style.ts";

const unchanged = (text: string) => text;

/** Text without colours or bold letters. */
export const plainStyle: TextStyle = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
};
