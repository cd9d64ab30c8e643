import { defineSystemKind } from "../../core/asking/system-kind.ts";
import { type ServiceConfig, serviceSettingsSchema } from "./service-settings.ts";

/** A server that answers samples over HTTP with predictions. */
export const service = defineSystemKind<ServiceConfig>({
  id: "service",
  summary:
    "a server that is sent samples as JSON and replies with predictions in the family's schema",
  configSchema: serviceSettingsSchema,
  // A batch is not to hold the same sample twice, as it is and under a condition.
  isShared: ({ batch }) => batch === 1,
  looks: ({ stream, sees }) => stream && sees,
  create: async (settings, context) =>
    (await import("./service-servers.ts")).serviceServers(settings, context),
  check: async (settings, context) =>
    (await import("./check-service.ts")).checkService(settings, context),
});
