import type { AskFacts, ReplyFacts } from "../core/asking/asked.ts";

interface Scheduling {
  readonly queueMs: number;
  readonly totalMs: number;
  readonly attempts: number;
  /** Of a pool: the one that was asked last, and those at which requests failed. */
  readonly server?: NamedServer | undefined;
  readonly failedOn?: readonly NamedServer[];
}

interface NamedServer {
  readonly name: string;
}

/**
 * What stands in the log about an ask. A system that says nothing of its requests, and was asked
 * once, leaves nothing to tell.
 */
export function askFacts(
  facts: ReplyFacts | undefined,
  { queueMs, totalMs, attempts, server, failedOn = [] }: Scheduling,
): AskFacts | undefined {
  if (facts === undefined && attempts === 1 && !server) return undefined;
  const waited = rounded(queueMs);
  return {
    ...(facts?.cached && facts.usage ? asked(facts) : facts),
    totalMs: rounded(facts?.totalMs ?? totalMs),
    ...(facts?.firstTokenMs === undefined ? {} : { firstTokenMs: rounded(facts.firstTokenMs) }),
    ...(waited > 0 ? { queueMs: waited } : {}),
    ...(attempts > 1 ? { attempts } : {}),
    ...(server && failedOn.length < attempts ? { server: server.name } : {}),
    ...(failedOn.length > 0 ? { failedOn: failedOn.map(({ name }) => name) } : {}),
  };
}

/**
 * Where the last of several requests was answered by somebody else's, those before it are this
 * ask's own all the same.
 */
function asked({ cached: _, ...facts }: ReplyFacts): ReplyFacts {
  return facts;
}

/** Tenths of a millisecond. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
