import { z } from "zod";
import type { ReplyFacts } from "../../core/asking/asked.ts";
import { isRecord } from "../../core/json.ts";

const duration = z.number().min(0).optional().catch(undefined);
/** Whether it can be true is looked at where all systems are asked, and counted there. */
const count = z.number().optional().catch(undefined);
const factsSchema = z.object({
  requestId: z.string().optional().catch(undefined),
  model: z.string().optional().catch(undefined),
  firstTokenMs: duration,
  totalMs: duration,
  usage: z
    .object({ input: count, output: count, cachedInput: count, reasoning: count })
    .optional()
    .catch(undefined),
});

/**
 * What a service or command says of its own work in the member `facts`; what is malformed there is
 * left out and spoils no answer.
 */
export function serviceFacts(reply: unknown): ReplyFacts {
  const read = factsSchema.safeParse(isRecord(reply) ? (reply.facts ?? {}) : {});
  return read.success ? (JSON.parse(JSON.stringify(read.data)) as ReplyFacts) : {};
}
