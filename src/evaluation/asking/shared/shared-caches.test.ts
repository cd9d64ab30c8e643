import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeDispatcher } from "../../../../test/fakes/fake-dispatcher.ts";
import { PostgresServer } from "../../../../test/support/postgres-server.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import type { EncoderSystem } from "../../../core/asking/system.ts";
import { answered } from "../../../core/run/outcome.ts";
import { contentDigest } from "../../../files/content-digest.ts";
import { EmbeddingDatabase } from "../../../store/embedding-database.ts";
import { Database } from "../../../store/postgres/database.ts";
import { SharedCache } from "../../../store/postgres/shared-cache.ts";
import { ReplyDatabase } from "../../../store/reply-database.ts";
import { sharedEmbeddings, sharedReplies } from "./shared-caches.ts";

let server: PostgresServer;
let database: Database;
beforeAll(async () => {
  server = await PostgresServer.start();
  database = await Database.open({ url: await server.database() });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const machines = [temporaryFolder(), temporaryFolder()].map(({ path }) => ({
  directory: path,
  clock: Date.now,
}));
const open = (name: string) => new SharedCache(database, { name, maxBytes: 1e6 });

describe("replies", () => {
  const key = { text: "all that decides", digest: contentDigest("all that decides") };
  const reply = answered({ text: "yes" });

  it("are found on another machine, and from then on without the database", async () => {
    {
      using near = new ReplyDatabase(machines[0]!);
      await using far = open("replies");
      sharedReplies(far, near).put(key, reply);
    }
    using near = new ReplyDatabase(machines[1]!);
    await using far = open("replies");
    const replies = sharedReplies(far, near);
    expect(await replies.get(key)).toEqual(reply);
    expect(replies.get(key)).toEqual(reply);
  });

  it("to another ask of the same digest are not believed", async () => {
    await using far = open("replies");
    expect(await sharedReplies(far, undefined).get({ ...key, text: "another" })).toBeUndefined();
  });
});

it("embeddings are made once for all machines", async () => {
  let asked = 0;
  const encoder: EncoderSystem = {
    ...{ id: "encoder", kind: "encoder", speaks: "encoder", identity: {}, concurrency: 4 },
    cacheable: true,
    ask: (asks) => Promise.resolve(asks.map(() => answered(Float32Array.of(++asked, 0.1, -2)))),
  };
  const question = { ask: { text: "a" }, text: "a", digest: contentDigest("a") };
  const vectors: unknown[] = [];
  for (const machine of machines) {
    using near = new EmbeddingDatabase(machine);
    await using far = open("embeddings");
    const dispatcher = fakeDispatcher({ keptEmbeddings: sharedEmbeddings(far, near) });
    const answer = await dispatcher.put(encoder, question, { repeat: 0, isAgain: false });
    vectors.push([answer.outcome, answer.facts?.cached]);
  }
  const outcome = answered(Float32Array.of(1, 0.1, -2));
  expect(vectors).toEqual([
    [outcome, undefined],
    [outcome, true],
  ]);
  expect(asked).toBe(1);
});
