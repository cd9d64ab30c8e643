/** The metrics beside their official implementations, one file for each area. */
const areas: readonly (() => Promise<{ readonly run: () => Promise<void> }>)[] = [
  () => import("./metrics/detection.ts"),
  () => import("./metrics/retrieval.ts"),
  () => import("./metrics/assignment.ts"),
  () => import("./metrics/text.ts"),
];

export async function run(): Promise<void> {
  for (const area of areas) await (await area()).run();
}
