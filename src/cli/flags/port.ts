import { UserError } from "../../core/user-error.ts";

/** The port that `--metrics-port` names. */
export function portOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UserError(`--metrics-port: must be a port from 0 to 65535, got "${String(given)}"`);
}
