import type { ChatSystem } from "../../src/core/asking/system.ts";
import { answered } from "../../src/core/run/outcome.ts";
import { LeftOpen } from "../../src/engine/interrupted.ts";
import { sharedAsking } from "../../src/evaluation/asking/shared/shared-asking.ts";
import { makeDispatcher } from "../../src/evaluation/cell/make-dispatcher.ts";
import { contentDigest } from "../../src/files/content-digest.ts";
import { Database } from "../../src/store/postgres/database.ts";

/** What a process is told that asks beside others. */
export interface AskingProcess {
  readonly database: string;
  readonly run: string;
  /** Where asks are sent; replies are JSON: `{ "tokens": 100 }`, a dollar per million. */
  readonly server: string;
  readonly concurrency: number;
  readonly budget?: number;
  readonly leaseMs: number;
  /** How many questions, and the words that they begin with. */
  readonly questions: number;
  readonly words: string;
}

const told = JSON.parse(process.argv[2]!) as AskingProcess;
const never = new AbortController().signal;
const system: ChatSystem = {
  ...{ id: "model", kind: "chat", speaks: "chat", identity: { model: "model" }, cacheable: true },
  ...{ concurrency: told.concurrency, scope: `test ${told.server.replace("127.0.0.1", "host")}` },
  ask: (asks) =>
    Promise.all(
      asks.map(async () => {
        const response = await fetch(told.server, { method: "POST", body: "{}" });
        const { tokens } = (await response.json()) as { tokens: number };
        return {
          ...answered({ text: "yes", finish: "stop" as const }),
          facts: { usage: { input: tokens } },
        };
      }),
    ),
};
const prices = { model: { input: 1, output: 1 } };
const { run, budget, leaseMs } = told;
await using database = await Database.open({ url: told.database });
await using shared = await sharedAsking(database, {
  ...{ run, prices, budget, leaseMs, cache: { replies: true }, stop: never },
  onTrouble: (message) => console.error(message),
});
const dispatcher = makeDispatcher({ prices, budget, ...shared }, { stop: never, abort: never });

let next = 0;
let reason = "";
let cached = 0;
async function work(): Promise<void> {
  while (next < told.questions && reason === "") {
    const text = `"${told.words} ${next++}"`;
    const question = { ask: text, text, digest: contentDigest(text) };
    try {
      const { facts } = await dispatcher.put(system, question, { repeat: 0, isAgain: false });
      if (facts?.cached) cached++;
    } catch (error) {
      if (!(error instanceof LeftOpen)) throw error;
      reason = error.message;
    }
  }
}
await Promise.all(Array.from({ length: told.concurrency }, work));
console.log(JSON.stringify({ reason, cached }));
