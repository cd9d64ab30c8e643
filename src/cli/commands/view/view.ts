import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { shortPath } from "../../../files/short-path.ts";
import { isLoopback } from "../../../server/host-names.ts";
import { serve } from "../../../server/serve.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import type { Flags } from "../command.ts";
import { buildWebIfStale } from "./build-web.ts";
import { openBrowser } from "./open-browser.ts";

/** `vidimus view`: serves the browser app until it is interrupted. */
export async function run(argument: string | undefined, flags: Flags): Promise<ExitCode> {
  const folder = resolve(argument ?? "runs");
  if (!existsSync(folder))
    throw new UserError(
      `no such folder: ${shortPath(folder)}`,
      "name a folder of runs, or make one: vidimus demo",
    );
  buildWebIfStale();
  const {
    host = "127.0.0.1",
    port = 0,
    token,
  } = flags as {
    readonly host?: string;
    readonly port?: number;
    readonly token?: string;
  };
  const onError = (error: Error) => process.stderr.write(`${error.stack ?? error.message}\n`);
  await using server = await serve({ folder, host, port, token, onError });
  if (!isLoopback(host))
    process.stderr.write(
      `Warning: on ${host} other machines can reach this server; its token is all that protects it, and nothing is encrypted.\n`,
    );
  process.stdout.write(`${server.url}\n`);
  process.stderr.write(`Showing ${shortPath(folder)}. Press Ctrl+C to stop.\n`);
  if (flags.open !== false) openBrowser(server.url);
  await new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
  return exitCode.fine;
}
