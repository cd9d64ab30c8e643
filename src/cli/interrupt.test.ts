import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const module = fileURLToPath(new URL("./interrupt.ts", import.meta.url));

/** A process that listens to signals and works without a break, inside `suspended` or before it. */
async function busy(body: string) {
  const code = `
    import { writeSync } from "node:fs";
    import { onInterrupt } from ${JSON.stringify(module)};
    const interrupt = onInterrupt((message) => writeSync(1, message));
    const work = () => { writeSync(1, "working"); for (const end = Date.now() + 60_000; Date.now() < end; ); };
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

it("lets a signal end the program at once while it scores", async () => {
  const child = await busy("interrupt.suspended(work);");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
});

it("listens again afterwards", async () => {
  const child = await busy(`
    interrupt.suspended(() => undefined);
    writeSync(1, "ready");
    interrupt.stop.addEventListener("abort", () => process.exit(7));
    setInterval(() => undefined, 1000);`);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([7, null]);
});
