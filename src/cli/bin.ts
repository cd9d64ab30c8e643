#!/usr/bin/env node
// Nothing is imported before the version is known: an older Node could not even load the rest.
const oldest = 24;
if (Number(process.versions.node.split(".")[0]) < oldest) {
  process.stderr.write(`error: vidimus needs Node ${oldest} or newer; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  const [{ enableCompileCache }, { setFlagsFromString }] = await Promise.all([import("node:module"), import("node:v8")]);
  enableCompileCache();
  // What a command loads lives on, and would be moved each time the nursery grows by two: its halves go from 1 MB to 16 in one step.
  setFlagsFromString("--semi-space-growth-factor=16");
  const { main } = await import("./main.ts");
  await main();
}
