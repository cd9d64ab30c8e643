import type { Interval } from "./interval.ts";

interface Scale {
  readonly to: (value: number) => number;
  readonly from: (value: number) => number;
}

/** The scale on which a score is resampled: arcsine where its range is known. */
export function scaleOf(range: Interval | undefined): Scale {
  return range ? arcsineScale(range) : plainScale;
}

const plainScale: Scale = { to: (value) => value, from: (value) => value };

function arcsineScale({ low, high }: Interval): Scale {
  const width = high - low;
  return {
    to: (value) => Math.asin(Math.sqrt(Math.min(1, Math.max(0, (value - low) / width)))),
    from: (angle) => low + width * Math.sin(Math.min(Math.PI / 2, Math.max(0, angle))) ** 2,
  };
}
