import { indexAddress } from "../../../../src/server/contract.ts";
import type { RunIndex } from "../../../../src/summary/browse/run-index.ts";
import { remote } from "../../app/remote.ts";
import type { IndexBase } from "./column-store.ts";
import type { SampleWork } from "./sample-worker.ts";
import type { ScoreWork } from "./score-worker.ts";

/** Lists, filters and searches the samples of a run. */
export const sampleWorker = remote<SampleWork>(
  () => new Worker(new URL("./sample-worker.ts", import.meta.url), { type: "module" }),
);

/** Scores parts of a run; apart from the list, which goes on scrolling meanwhile. */
export const scoreWorker = remote<ScoreWork>(
  () => new Worker(new URL("./score-worker.ts", import.meta.url), { type: "module" }),
);

/** Where workers find the files of an index: as whole addresses, since theirs is another. */
export function indexBase(run: string, index: RunIndex): IndexBase {
  return new URL(indexAddress(run, index, ""), document.baseURI).href;
}
