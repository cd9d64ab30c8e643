import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { fakeContext } from "../../../test/fakes/fake-context.ts";
import { listening } from "../../../test/providers/provider-server.ts";
import { type RecordedReply, recordedReplies } from "../../../test/providers/recorded-replies.ts";
import type { Asked } from "../../core/asking/asked.ts";
import type { ChatReply } from "../../core/asking/chat.ts";
import type { ChatSystem } from "../../core/asking/system.ts";
import { families } from "../../families/index.ts";
import { chat } from "./chat.ts";
import { chatSettingsSchema } from "./chat-settings.ts";

/** What a server that gives this reply to everything is understood to have said. */
async function read({
  provider,
  model,
  status = 200,
  headers = {},
  body,
}: RecordedReply): Promise<Asked<ChatReply>> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    });
  });
  await listening(server);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings = chatSettingsSchema.parse({ provider, model, baseUrl, apiKey: "k" });
  const system = (await chat.create(settings, fakeContext({ family: families[0] }))) as ChatSystem;
  const [asked] = await system.ask(
    [{ messages: [{ role: "user", parts: [{ text: "Which?" }] }] }],
    AbortSignal.timeout(5_000),
  );
  await system[Symbol.asyncDispose]?.();
  server.closeAllConnections();
  server.close();
  return asked!;
}

it.each(recordedReplies)("$of", async (recorded) => {
  expect(await read(recorded)).toMatchObject(recorded.expected);
});
