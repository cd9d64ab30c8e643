import type { System } from "../../core/asking/system.ts";
import type { SystemContext } from "../../core/asking/system-kind.ts";
import { UserError } from "../../core/user-error.ts";
import { pooledSystem } from "../pooled-system.ts";
import { serviceSends } from "../sent-samples.ts";
import { type ServiceConfig, serversOf } from "./service-settings.ts";
import { serviceIdentity, serviceSystem } from "./service-system.ts";

/** A service at one server, or at each of a list. */
export function serviceServers(config: ServiceConfig, context: SystemContext): System {
  const servers = serversOf(config);
  if (!Array.isArray(config.url)) return serviceSystem(servers[0]!, context);
  if (config.stream)
    throw new UserError(
      `the system "${context.id}" watches streams, whose state lies with one server, and names a list of them`,
      "name one url, or leave out stream",
    );
  const members = servers.map((settings) => ({
    name: settings.url,
    system: serviceSystem(settings, context),
  }));
  return {
    ...pooledSystem(members, serviceIdentity(config)),
    sends: serviceSends(config, context),
  } as System;
}
