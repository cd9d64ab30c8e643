import type { KeptRun, RunStore } from "../core/run/run-store.ts";

/**
 * A run with further events in a log of their own: reads both, the further ones first, and writes
 * only there. The run itself stays as it is.
 */
export function overlayRunStore(run: KeptRun, above: RunStore | KeptRun): KeptRun {
  const named = "logName" in above ? { logName: above.logName } : {};
  return {
    header: run.header,
    files: run.files,
    logName: run.logName,
    get damage() {
      return [...run.damage, ...above.damage.map((one) => ({ ...one, ...named }))];
    },
    ...(above.lost ? { lost: above.lost } : {}),
    append: (events) => above.append(events),
    async states(keys) {
      const [own, below] = await Promise.all([above.states(keys), run.states(keys)]);
      return own.map((state, i) => state ?? below[i]);
    },
    async histories(keys) {
      const [own, below] = await Promise.all([above.histories(keys), run.histories(keys)]);
      return own.map((history, i) => {
        const { outcome, grade, media, replies } = history;
        const isEmpty = !outcome && !grade && media.length === 0 && replies.length === 0;
        return isEmpty ? below[i]! : history;
      });
    },
    async notes(note) {
      return [...(await run.notes(note)), ...(await above.notes(note))];
    },
    async fits() {
      return [...(await run.fits()), ...(await above.fits())];
    },
    artefacts: {
      put: (bytes) => above.artefacts.put(bytes),
      get: async (digest) =>
        (await above.artefacts.get(digest)) ?? (await run.artefacts.get(digest)),
    },
    async *events() {
      yield* run.events();
      yield* above.events();
    },
    async *tail(signal) {
      for await (const event of run.events()) yield [event];
      yield* above.tail(signal);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
