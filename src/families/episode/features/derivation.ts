import type { Derivation } from "../../../core/data/recording.ts";
import { deriveSettings, featuresVersion } from "./derive-settings.ts";
import { recordingsAmong } from "./recordings.ts";

/** How the format of episodes makes a table of a recording; what computes it is loaded then. */
export const episodeDerivation: Derivation = {
  recordings: recordingsAmong,
  identity: (options) => ({ features: featuresVersion, settings: { ...deriveSettings(options) } }),
  derive: async (recording, draft, context) =>
    (await import("./derive-table.ts")).deriveTable(recording, draft, context),
};
