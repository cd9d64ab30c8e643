import { styleText } from "node:util";
import type { TextStyle } from "../../report/text/text-style.ts";

/**
 * Colours where standard output is a terminal that wants them (`NO_COLOR` and `FORCE_COLOR` are
 * heeded), plain text elsewhere.
 */
export const terminalStyle: TextStyle = {
  bold: (text) => styleText("bold", text, { stream: process.stdout }),
  dim: (text) => styleText("dim", text, { stream: process.stdout }),
  red: (text) => styleText("red", text, { stream: process.stdout }),
  green: (text) => styleText("green", text, { stream: process.stdout }),
  yellow: (text) => styleText("yellow", text, { stream: process.stdout }),
};
