import { mutationFormats } from "./mutation-formats.ts";
import type { MutationLab } from "./mutation-lab.ts";
import { isVisiblyUnnoticed, type Mutation, mutationLine, verdicts } from "./mutation-verdict.ts";

/** Files 0 to `count` − 1, a few at a time, in order. */
export async function mutateAll(
  lab: MutationLab,
  count: number,
  processes: number,
): Promise<readonly Mutation[]> {
  const found: Mutation[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next++;
      found[number] = await lab.try(number);
    }
  };
  // One more than there are processes: while one file is judged here, all processes decode.
  await Promise.all(Array.from({ length: processes + 1 }, work));
  return found;
}

/** Formats down, verdicts across, and the slowest file. */
export function mutationTable(found: readonly Mutation[]): string {
  const row = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(22) + cells.map((cell) => String(cell).padStart(13)).join("");
  const count = (of: readonly Mutation[]) => [
    of.length,
    ...verdicts.map((verdict) => of.filter((one) => one.verdict === verdict).length),
    of.filter(isVisiblyUnnoticed).length,
  ];
  const slowest = found.reduce((most, one) => (one.seconds > most.seconds ? one : most));
  return [
    row("", ["files", ...verdicts, "visibly"]),
    ...mutationFormats.map(({ name }) =>
      row(name, count(found.filter(({ format }) => format === name))),
    ),
    row("all", count(found)),
    "",
    `slowest: ${slowest.seconds.toFixed(2)} s: ${mutationLine(slowest)}`,
  ].join("\n");
}
