/** What a score is held to. */
export interface Target {
  readonly operator: ">=" | ">" | "<=" | "<";
  readonly value: number;
}

/**
 * What can be held to a target besides metrics: shares of the planned samples, which are counted
 * and not estimated.
 */
export const countedShares = ["coverage", "answered"] as const;
export type CountedShare = (typeof countedShares)[number];

export function isCountedShare(name: string): name is CountedShare {
  return (countedShares as readonly string[]).includes(name);
}

/**
 * What of the machine can be held to a target: the highest memory of all graphics cards together and
 * of the watched processes (or of this program where none is named), and what systems store for an
 * hour of video. Gigabytes are powers of ten.
 */
export const machineFigures = [
  "peak-vram-gb",
  "peak-memory-gb",
  "storage-gb-per-video-hour",
] as const;
export type MachineFigure = (typeof machineFigures)[number];

export function isMachineFigure(name: string): name is MachineFigure {
  return (machineFigures as readonly string[]).includes(name);
}

/** Whether a target is about something else than a metric: it needs no family to know it. */
export function isCounted(name: string): boolean {
  return isCountedShare(name) || isMachineFigure(name);
}

/**
 * By a metric's id, `coverage` or `answered`, and behind it the part of the samples it is about,
 * such as `map[domain=factory]`.
 */
export type Targets = Readonly<Record<string, Target>>;

/** What a target is about. */
export interface TargetPlace {
  /** The id of a metric, a short name of it, a counted share or a figure of the machine. */
  readonly metric: string;
  /** The samples that it is about; all of them if absent. */
  readonly slice?: { readonly name: string; readonly value: string };
}

/** Reads `map` and `map[domain=factory]`; `undefined` where it is neither. */
export function parseTargetPlace(text: string): TargetPlace | undefined {
  const found = /^([^[\]=]+)(?:\[([^[\]=]+)=(.+)\])?$/s.exec(text.trim());
  if (!found) return undefined;
  const [, metric = "", name, value] = found.map((part) => part?.trim());
  return name && value ? { metric, slice: { name, value } } : { metric };
}

/** The inverse of `parseTargetPlace`. */
export function formatTargetPlace({ metric, slice }: TargetPlace): string {
  return slice ? `${metric}[${slice.name}=${slice.value}]` : metric;
}

/** `>= 0.8`. */
export function formatTarget({ operator, value }: Target): string {
  return `${operator} ${value}`;
}

export function meetsTarget(value: number, target: Target): boolean {
  switch (target.operator) {
    case ">=":
      return value >= target.value;
    case ">":
      return value > target.value;
    case "<=":
      return value <= target.value;
    case "<":
      return value < target.value;
  }
}
