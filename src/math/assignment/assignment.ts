/** Every row has its column, at the least total cost; or one row shows that this cannot be. */
export type Assignment = FullAssignment | InfeasibleAssignment;

interface FullAssignment {
  readonly feasible: true;
  /** The column of each row; −1 for a row left over because there are more rows than columns. */
  readonly columnOfRow: Int32Array;
  /** Sum of the costs of the chosen pairs, added in the order of rows. */
  readonly cost: number;
}

/** No full matching exists: `index` is the first row (or column, where there are fewer of them) that could not be given a partner. */
interface InfeasibleAssignment {
  readonly feasible: false;
  readonly side: "row" | "column";
  readonly index: number;
}
