/** Every row has its column, at the least total cost; or one row shows that this cannot be. */
export type Assignment = FullAssignment | InfeasibleAssignment;

interface FullAssignment {
  readonly feasible: true;
  /** The column of each row. */
  readonly columnOfRow: Int32Array;
  /** Sum of the costs of the chosen pairs, added in the order of rows. */
  readonly cost: number;
}

/** No full matching exists: `row` is the first one that could not be given a column. */
interface InfeasibleAssignment {
  readonly feasible: false;
  readonly row: number;
}
