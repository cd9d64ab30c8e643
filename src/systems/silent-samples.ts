import type { Sample } from "../core/data/sample.ts";

/** Counts the samples that a file does not name because nothing was found, by split. */
export class SilentSamples {
  readonly #splits = new Map<string, { named: number; silent: number }>();

  add({ split = "" }: Sample, isNamed: boolean): void {
    const own = this.#splits.get(split) ?? { named: 0, silent: 0 };
    if (isNamed) own.named++;
    else own.silent++;
    this.#splits.set(split, own);
  }

  remarks(): readonly string[] {
    const all = [...this.#splits];
    const silent = all.reduce((sum, [, own]) => sum + own.silent, 0);
    if (silent === 0) return [];
    const samples = all.reduce((sum, [, own]) => sum + own.named + own.silent, 0);
    const remark = `lists only what was found; ${silent} of ${samples} samples are not in it and count as answered with nothing`;
    const unnamed = all.filter(([, { named }]) => named === 0).map(([split]) => split || "(none)");
    const named = all.filter(([split, own]) => own.named > 0 && split !== "");
    if (unnamed.length === 0 || named.length === 0) return [remark];
    const flags = named.map(([split]) => `--split ${split}`).join(" or ");
    return [
      remark,
      `names no sample of the ${unnamed.length === 1 ? "split" : "splits"} ${unnamed.join(", ")}; ${flags} leaves them out`,
    ];
  }
}
