import { appendFileSync, existsSync, readFileSync } from "node:fs";

/**
 * Simulated cells, kept in a file of JSON lines, so that an interrupted run goes on where it
 * stopped.
 */
export function keptCells<Cell extends object>(
  file: string,
): (key: Partial<Cell>, simulate: () => Cell) => Cell {
  const known: Cell[] = existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Cell)
    : [];
  return (key, simulate) => {
    const names = Object.keys(key) as (keyof Cell)[];
    const kept = known.find((cell) => names.every((name) => cell[name] === key[name]));
    if (kept) return kept;
    const cell = simulate();
    appendFileSync(file, `${JSON.stringify(cell)}\n`);
    console.error(JSON.stringify(cell));
    return cell;
  };
}
