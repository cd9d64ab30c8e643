import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const megabyte = 1024 * 1024;
/** Where most of what a sample leaves is dead before it is looked at for the first time. */
const nurseryBytes = 24 * megabyte;
/** What may become garbage between two collections of all: in megabytes, or in percent if more. */
const growth = { bytes: 64 * megabyte, percent: 60 };
const lookEveryMs = 20;
/**
 * The cache of compiled code is refused as soon as a flag differs. A run this small would compile
 * its last modules again, at every start.
 */
const smallestBytes = 32 * megabyte;

/**
 * Asking and scoring leave much short-lived garbage, for which the engine of JavaScript would
 * rather grow its heap than collect: resident memory then doubles while what is alive stays the
 * same. The nursery may grow until growing further saves little time, then no more; the rest may
 * grow by what keeps full collections rare, however little is alive.
 */
export function keepHeapSmall(): Disposable {
  let isNurseryGrown = false;
  let percentBefore = 0;
  const looking = setInterval(() => {
    const sizes = new Map(getHeapSpaceStatistics().map((space) => [space.space_name, space]));
    if (!isNurseryGrown && (sizes.get("new_space")?.space_size ?? 0) >= nurseryBytes) {
      isNurseryGrown = true;
      setFlagsFromString("--semi-space-growth-factor=1");
    }
    const usedBytes = sizes.get("old_space")?.space_used_size ?? 0;
    if (usedBytes < smallestBytes) return;
    const percent = growthOf(usedBytes);
    if (percent === percentBefore) return;
    percentBefore = percent;
    setFlagsFromString(`--heap-growing-percent=${percent}`);
  }, lookEveryMs).unref();
  return { [Symbol.dispose]: () => clearInterval(looking) };
}

function growthOf(usedBytes: number): number {
  const inPercent = Math.round((100 * growth.bytes) / usedBytes);
  return Math.max(growth.percent, inPercent);
}
