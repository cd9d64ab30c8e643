/** `npm run bench [names…]`: every benchmark, or the named ones. Figures are printed, never asserted. */
const benchmarks: Readonly<Record<string, () => Promise<{ readonly run: () => Promise<void> }>>> = {
  help: () => import("./help.ts"),
  run: () => import("./run.ts"),
  bootstrap: () => import("./bootstrap.ts"),
  media: () => import("./media.ts"),
  "media-memory": () => import("./media-memory.ts"),
  "media-sharing": () => import("./media-sharing.ts"),
  metrics: () => import("./metrics.ts"),
  datasets: () => import("./datasets.ts"),
  "datasets-memory": () => import("./datasets-memory.ts"),
  engine: () => import("./engine.ts"),
  dialogue: () => import("./dialogue.ts"),
  events: () => import("./events.ts"),
  "retrieval-family": () => import("./retrieval-family.ts"),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) throw new RangeError(`unknown benchmark: ${unknown.join(", ")}; there are ${Object.keys(benchmarks).join(", ")}`);
for (const name of wanted.length > 0 ? wanted : Object.keys(benchmarks)) {
  console.log(`\n# ${name}`);
  await (await benchmarks[name]!()).run();
}
