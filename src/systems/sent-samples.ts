import type { DirectSystem } from "../core/asking/system.ts";
import type { SystemContext } from "../core/asking/system-kind.ts";
import type { CommandSettings } from "./command/command-settings.ts";
import { sampleFields } from "./sample-fields.ts";
import { fillUrl } from "./service/fill-url.ts";
import { pathOf, type ServiceConfig } from "./service/service-settings.ts";

type Context = Pick<SystemContext, "family" | "id">;
type Sends = NonNullable<DirectSystem["sends"]>;

/** What a command is sent about a sample. */
export function commandSends({ fields }: CommandSettings, context: Context): Sends {
  return sampleFields(fields, context);
}

/** What a service is sent about a sample. */
export function serviceSends({ url, fields }: ServiceConfig, context: Context): Sends {
  const fieldsOf = sampleFields(fields, context);
  const asked = Array.isArray(url) ? pathOf(url[0]!) : url;
  return (sample) => ({ url: fillUrl(asked, sample), sample: fieldsOf(sample) });
}

interface Configured {
  readonly kind: string;
  readonly settings: unknown;
}

/**
 * What systems of this kind send about a sample, without making one: work keys in a log are found
 * by it. Absent for kinds that send nothing.
 */
export function sentSamples({ kind, settings }: Configured, context: Context): Sends | undefined {
  if (kind === "command") return commandSends(settings as CommandSettings, context);
  return kind === "service" ? serviceSends(settings as ServiceConfig, context) : undefined;
}
