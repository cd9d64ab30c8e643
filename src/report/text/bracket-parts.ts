/** Where a figure may be broken: "79.30 % (66.1–89.0)" before its interval. */
export function bracketParts(cell: string): readonly string[] {
  return cell.split(/ (?=\()/);
}
