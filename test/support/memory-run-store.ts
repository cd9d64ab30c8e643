import type {
  FittedEvent,
  NoteEvent,
  OutcomeEvent,
  RunEvent,
} from "../../src/core/run/run-event.ts";
import type { RunStore } from "../../src/core/run/run-store.ts";
import { artefactMemory } from "../../src/store/artefact-memory.ts";
import { historyOf } from "../../src/store/work-history.ts";
import { header } from "./run-store-contract.ts";

/** A run store in a list, for tests that look at the log or cut it off. */
export function memoryRunStore(
  from: readonly RunEvent[] = [],
): RunStore & { readonly log: RunEvent[] } {
  const log = [...from];
  const of = (key: string) => log.filter((event) => "key" in event && event.key === key);
  return {
    header,
    damage: [],
    log,
    async append(events) {
      log.push(...(JSON.parse(JSON.stringify(events)) as RunEvent[]));
    },
    async states(keys) {
      return keys.map((key) => {
        const own = of(key);
        const last = own.findLast((event): event is OutcomeEvent => event.event === "outcome");
        if (last) return last.outcome.kind;
        return own.some(({ event }) => event === "grade")
          ? "answered"
          : own.length > 0
            ? "started"
            : undefined;
      });
    },
    async histories(keys) {
      return keys.map((key) => historyOf(of(key)));
    },
    async notes(note) {
      return log.filter(
        (event): event is NoteEvent => event.event === "note" && event.note === note,
      );
    },
    async fits() {
      return log.filter((event): event is FittedEvent => event.event === "fitted");
    },
    artefacts: artefactMemory(),
    async *events() {
      yield* log;
    },
    async *tail(signal) {
      for (let seen = 0; !signal.aborted; await new Promise((resolve) => setImmediate(resolve))) {
        if (log.length > seen) yield log.slice(seen);
        seen = log.length;
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}
