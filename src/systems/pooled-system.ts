import type { AskTurn } from "../core/asking/asked.ts";
import type { System } from "../core/asking/system.ts";
import type { Json } from "../core/json.ts";

export interface PoolMember<S extends System> {
  /** The address. */
  readonly name: string;
  readonly system: S & { readonly scope?: string };
}

/**
 * Several servers as one system, which says no more of itself than `identity`: the scheduler
 * chooses the one that is asked.
 */
export function pooledSystem<S extends System>(
  members: readonly PoolMember<S>[],
  identity: Json,
): S {
  const systems = members.map(({ system }) => system);
  const servers = members.map(({ name, system: { scope = name, concurrency } }) => ({
    name,
    scope,
    concurrency,
  }));
  return {
    ...systems[0]!,
    identity,
    servers,
    scope: servers.map(({ scope }) => scope).join(", "),
    concurrency: servers.reduce((sum, { concurrency }) => sum + concurrency, 0),
    // Who asks without a scheduler asks the first.
    ask: (asks: readonly never[], signal: AbortSignal, turn?: AskTurn) =>
      systems[turn?.server ?? 0]!.ask(asks, signal, turn),
    async [Symbol.asyncDispose]() {
      await Promise.all(systems.map((system) => system[Symbol.asyncDispose]?.()));
    },
  };
}
