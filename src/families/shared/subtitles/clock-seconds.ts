/** Seconds of a time such as `01:02:03,450`, `02:03.4` or `75.5`; `undefined` where it is none. */
export function clockSeconds(text: string): number | undefined {
  const [, hours = "0", minutes = "0", seconds, fraction = "0"] =
    /^(?:(?:(\d+):)?(\d{1,2}):)?(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (seconds === undefined) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return Number.isSafeInteger(whole) ? Number(`${whole}.${fraction}`) : undefined;
}
