/** A flag as it is written: `--min-gain` for `minGain`. */
export function dashed(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
