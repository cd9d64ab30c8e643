import type { AskTurn } from "../../core/asking/asked.ts";
import type { System } from "../../core/asking/system.ts";
import { isRecord, type Json } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";

export type Redact = (text: string) => string;

/**
 * A system that repeats no secret: whatever it says of itself, answers or throws has secrets taken
 * out before anything else sees it.
 */
export function redactedSystem<S extends System>(system: S, redact: Redact): S {
  const ask = async (asks: readonly never[], signal: AbortSignal, turn?: AskTurn) => {
    try {
      return (await system.ask(asks, signal, turn)).map((outcome) =>
        redactedValue(outcome, redact),
      );
    } catch (error) {
      throw redactedError(error, redact);
    }
  };
  const remarks =
    system.speaks === "prediction" && system.remarks
      ? { remarks: () => system.remarks!().map(redact) }
      : {};
  const { identity, servers } = system;
  return {
    ...system,
    identity: redactedValue(identity, redact),
    ...(servers
      ? { servers: servers.map((server) => ({ ...server, name: redact(server.name) })) }
      : {}),
    ask,
    ...remarks,
  };
}

/**
 * A copy of plain data with secrets taken out of its texts; anything else, such as an embedding, is
 * handed on as it is.
 */
function redactedValue<T>(value: T, redact: Redact): T {
  if (typeof value === "string") return redact(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => redactedValue(item, redact)) as T;
  if (!isRecord(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, redactedValue(member as Json, redact)]),
  ) as T;
}

export function redactedError(error: unknown, redact: Redact): unknown {
  if (error instanceof UserError)
    return new UserError(redact(error.message), error.hint && redact(error.hint));
  if (!(error instanceof Error)) return typeof error === "string" ? redact(error) : error;
  const told = `${error.message}\n${error.stack ?? ""}`;
  if (redact(told) === told) return error;
  const copy = new Error(redact(error.message));
  copy.name = error.name;
  copy.stack = redact(error.stack ?? error.message);
  // By its code a refusal of the operating system is told apart from a crash.
  if ("code" in error) Object.assign(copy, { code: error.code });
  return copy;
}
