import { type Served, type ServeOptions, serve } from "../../src/server/serve.ts";
import { builtWeb } from "./built-program.ts";

/** The server of `vidimus view` on any free port, in this process. */
export function viewServer(folder: string, options: Partial<ServeOptions> = {}): Promise<Served> {
  return serve({ folder, port: 0, host: "127.0.0.1", web: builtWeb(), ...options });
}
