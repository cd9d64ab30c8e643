import type { Registries } from "../../config/config.ts";
import { families } from "../../families/index.ts";
import { systemKinds } from "../../systems/index.ts";

/** Everything a configuration can name; its own modules are loaded only where it uses some. */
export const registries: Registries = {
  families,
  systemKinds,
  extend: async (use, directory) =>
    (await import("./load-used.ts")).loadUsed(use, { directory, registries }),
};
