/**
 * How wide the terminal is; `undefined` where output goes elsewhere. `COLUMNS` counts where it is
 * set.
 */
export function terminalWidth(): number | undefined {
  const asked = Number(process.env.COLUMNS);
  if (Number.isInteger(asked) && asked > 0) return asked;
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/**
 * Columns for reports: as many as the terminal has, within what their tables can be read in; 80 in
 * files and pipes.
 */
export function pageWidth(): number {
  return Math.max(40, Math.min(terminalWidth() ?? 80, 120));
}
