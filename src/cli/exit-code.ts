/** What the program ends with; also listed in docs/cli.md. */
export const exitCode = {
  fine: 0,
  crash: 1,
  /** Wrong usage or configuration, or data that cannot be read. */
  usage: 2,
  /** Work is left to do, or less was covered or answered than the set minimum. */
  incomplete: 3,
  /** A check that was asked for does not hold. */
  gateFailed: 100,
  /** Left at once on a second interrupt. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
