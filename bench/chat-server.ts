import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Starts `instant-server.ts` in a process of its own; every reply takes `delayMs`, and no more than
 * `capacity` are made at once.
 */
export async function startServer(
  delayMs: number,
  capacity?: number,
): Promise<AsyncDisposable & { readonly port: number }> {
  const script = fileURLToPath(new URL("./instant-server.ts", import.meta.url));
  const limit = capacity === undefined ? [] : [String(capacity)];
  const child = spawn(process.execPath, [script, String(delayMs), ...limit], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(Number(text.toString()))),
  );
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill();
      await new Promise((resolve) => child.once("close", resolve));
    },
  };
}
