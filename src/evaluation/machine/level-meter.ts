import type { Level } from "../../summary/performance/machine-summary.ts";

/** Mean over time and peak of a quantity that is looked at now and then. */
export class LevelMeter {
  #weighed = 0;
  #seconds = 0;
  #last: number | undefined;
  #peak = 0;

  /** The value after so many seconds more; between two looks it counts as the mean of both. */
  add(value: number, seconds: number): void {
    this.#weighed += ((value + (this.#last ?? value)) / 2) * seconds;
    this.#seconds += seconds;
    this.#last = value;
    this.#peak = Math.max(this.#peak, value);
  }

  get level(): Level {
    const mean = this.#seconds > 0 ? this.#weighed / this.#seconds : (this.#last ?? 0);
    return { mean, peak: this.#peak };
  }
}
