import type { Registries } from "../config/config.ts";
import { families } from "../families/index.ts";
import { systemKinds } from "../systems/index.ts";

/** Everything a configuration can name. */
export const registries: Registries = { families, systemKinds };
