/** A row of a forest plot; `null` where there is nothing to draw. */
export interface ForestRow {
  readonly label: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly chance: number | null;
  readonly majority: number | null;
  readonly oracle: number | null;
  /** What a second annotator reaches. */
  readonly people?: number | null;
  /** Where the score would lie if unscored samples were wrong, or right. */
  readonly bounds: readonly [number, number] | null;
  /** Drawn in grey, since it is there to read others against. */
  readonly isBaseline: boolean;
}
