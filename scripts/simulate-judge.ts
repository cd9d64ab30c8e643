import { parseArgs } from "node:util";
import { judgeFigures } from "./simulate-judge-worlds.ts";

/**
 * `npm run simulate:judge`: how often the interval of a score that labels correct holds what people
 * would say of all answers.
 */
const { values: given } = parseArgs({
  options: { simulations: { type: "string", default: "2000" } },
});
const simulations = Number(given.simulations);
const percent = (share: number) => (100 * share).toFixed(1);

const judges = [
  { name: "errs on 5 % of all", lenient: 0.05, harsh: 0.05 },
  { name: "lenient: calls 30 % of wrong answers right", lenient: 0.3, harsh: 0.02 },
  { name: "says nothing: right or wrong by chance", lenient: 0.5, harsh: 0.5 },
];

process.stdout.write(
  "| judge | videos | with labels | covered | score by the judge | corrected | width, points | width of labels alone |\n|---|---:|---:|---:|---:|---:|---:|---:|\n",
);
for (const { name, ...judge } of judges)
  for (const [videos, labelledVideos] of [
    [50, 10],
    [100, 20],
    [200, 50],
    [200, 100],
  ] as const) {
    const found = judgeFigures({ ...judge, videos, labelledVideos }, simulations);
    const cells = [
      ...[name, videos, labelledVideos, percent(found.covered), percent(found.judged)],
      ...[percent(found.corrected), percent(found.width), percent(found.widthOfLabels)],
    ];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
