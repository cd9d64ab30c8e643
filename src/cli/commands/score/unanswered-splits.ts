import type { Sample } from "../../../core/data/sample.ts";
import type { Outcome } from "../../../core/run/outcome.ts";

/**
 * Notices splits of the data that a file of predictions is not about at all: their samples would
 * count as not answered.
 */
export class UnansweredSplits {
  readonly #splits = new Map<string, { samples: number; answered: number }>();

  add({ split = "" }: Sample, outcome: Outcome<unknown> | undefined): void {
    const own = this.#splits.get(split) ?? { samples: 0, answered: 0 };
    own.samples++;
    if (outcome?.kind !== "missing") own.answered++;
    this.#splits.set(split, own);
  }

  /** `undefined` where every split has predictions, or none has. */
  warning(): string | undefined {
    const all = [...this.#splits];
    const empty = all.filter(([, { answered }]) => answered === 0);
    const covered = all.filter(([split, { answered }]) => answered > 0 && split !== "");
    if (empty.length === 0 || covered.length === 0) return undefined;
    const samples = empty.reduce((sum, [, own]) => sum + own.samples, 0);
    const names = `${empty.length === 1 ? "split" : "splits"} ${empty.map(([split]) => split || "(none)").join(", ")}`;
    const flags = covered.map(([split]) => `--split ${split}`).join(" or ");
    return `no prediction is about the ${names}: ${samples} ${samples === 1 ? "sample counts" : "samples count"} as not answered; ${flags} leaves them out`;
  }
}
