import type { SystemContext } from "../../../core/asking/system-kind.ts";
import { capabilitiesOf } from "../capabilities.ts";
import type { ChatSettings } from "../chat-settings.ts";
import { providerHeaders } from "../provider-headers.ts";
import { anthropicBatches } from "./anthropic-batches.ts";
import type { BatchConnection, BatchInterface } from "./batch-interface.ts";
import { BatchQueue } from "./batch-queue.ts";
import { googleBatches } from "./google-batches.ts";
import { openaiBatches } from "./openai-batches.ts";

const interfaces = {
  openai: openaiBatches,
  anthropic: anthropicBatches,
  google: googleBatches,
} as const;

interface Surroundings {
  readonly context: Pick<SystemContext, "id" | "task" | "journal">;
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
}

/** The batches of one system on one task. */
export function batchQueue(
  settings: ChatSettings,
  { context, baseUrl, key, fetch }: Surroundings,
): BatchQueue {
  const { most, waitSeconds, pollSeconds } = settings.batch;
  return new BatchQueue({
    batches: batchInterface(settings, { baseUrl, headers: providerHeaders(settings, key), fetch }),
    journal: context.journal,
    owner: { system: context.id, task: context.task },
    most,
    waitMs: 1_000 * waitSeconds,
    pollMs: 1_000 * pollSeconds,
  });
}

function batchInterface(settings: ChatSettings, connection: BatchConnection): BatchInterface {
  const { batch } = capabilitiesOf(settings);
  if (batch === "none") throw new TypeError(`${settings.provider} has no batch interface`);
  return interfaces[batch](connection);
}
