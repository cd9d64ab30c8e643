import type { RunHeader, RunStore } from "../core/run/run-store.ts";
import { artefactMemory } from "./artefact-memory.ts";

/**
 * A store that keeps nothing, for scoring that is to leave no trace: one pass needs no memory of
 * itself.
 */
export function ephemeralRunStore(header: RunHeader): RunStore {
  return {
    header,
    damage: [],
    append: async () => undefined,
    states: async (keys) => keys.map(() => undefined),
    histories: async (keys) =>
      keys.map(() => ({ outcome: undefined, grade: undefined, media: [], replies: [] })),
    notes: async () => [],
    fits: async () => [],
    artefacts: artefactMemory(),
    async *events() {},
    async *tail() {},
    [Symbol.asyncDispose]: async () => undefined,
  };
}
