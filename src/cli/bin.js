#!/usr/bin/env node
// In JavaScript: for an entry file in TypeScript, Node loads a compiler before its cache is enabled.
// Nothing is imported before the version is known: an older Node could not even load the rest.
const oldest = 24;
if (Number(process.versions.node.split(".")[0]) < oldest) {
  process.stderr.write(
    `error: vidimus needs Node ${oldest} or newer; this is ${process.versions.node}\n`,
  );
  process.exitCode = 2;
} else {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { main } = await import("./main.ts");
  await main();
}
