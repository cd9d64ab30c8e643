import type { Sampler } from "../../core/data/media.ts";

/**
 * A sampler in one canonical text, such as `middle(8)` or `fps(2, 64)`: what is left out and what
 * is said to be the default read alike.
 */
export function samplerName(sampler: Sampler): string {
  switch (sampler.strategy) {
    case "uniform":
      return `uniform(${sampler.count})`;
    case "middle":
    case "vista":
      return `${sampler.strategy}(${sampler.count}${sampler.strict === true ? ", strict" : ""})`;
    case "fps":
      return `fps(${sampler.rate}, ${sampler.max})`;
    case "explicit":
      return `explicit(${sampler.times.join(", ")})`;
    case "window":
      return `window(${sampler.from}, ${sampler.to}, ${sampler.count})`;
    case "all":
      return "all";
  }
}
