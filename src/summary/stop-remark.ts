const start = "not asked any more: ";

/** The remark that says why a system was given up. */
export function stopRemark(reason: string): string {
  return `${start}${reason}`;
}

export function isStopRemark(remark: string): boolean {
  return remark.startsWith(start);
}
