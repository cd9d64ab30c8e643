import type { Scratch } from "../core/data/scratch.ts";
import { isRecord } from "../core/json.ts";

/** Answers by the id of their sample. */
export interface KeptAnswers {
  readonly size: number;
  ids(): Iterable<string>;
  has(id: string): boolean;
  /** `undefined` where there is none. */
  get(id: string): unknown;
  set(id: string, answer: unknown): void;
}

/** As they are, in memory. */
export function answersInMemory(): KeptAnswers {
  const answers = new Map<string, unknown>();
  return {
    get size() {
      return answers.size;
    },
    ids: () => answers.keys(),
    has: (id) => answers.has(id),
    get: (id) => answers.get(id),
    set: (id, answer) => void answers.set(id, answer),
  };
}

/**
 * As JSON in a scratch, read again each time they are asked for: in memory is where each lies, and
 * those few that JSON cannot tell.
 */
export function answersAside(scratch: Scratch): KeptAnswers {
  const places = new Map<string, number>();
  const others = new Map<string, unknown>();
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return {
    get size() {
      return places.size;
    },
    ids: () => places.keys(),
    has: (id) => places.has(id),
    get(id) {
      const place = places.get(id);
      if (place === undefined) return undefined;
      return place < 0
        ? others.get(id)
        : (JSON.parse(decoder.decode(scratch.read(place))) as unknown);
    },
    set(id, answer) {
      if (isJson(answer)) places.set(id, scratch.keep(encoder.encode(JSON.stringify(answer))));
      else {
        others.set(id, answer);
        places.set(id, -1);
      }
    },
  };
}

/** Whether it comes back from JSON as it is. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value))
    return value.every(isJson) && Object.keys(value).length === value.length;
  if (
    !isRecord(value) ||
    Object.getPrototypeOf(value) !== Object.prototype ||
    Object.hasOwn(value, "toJSON")
  )
    return false;
  for (const key in value) if (key === "__proto__" || !isJson(value[key])) return false;
  return Object.getOwnPropertySymbols(value).length === 0;
}
