import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { listening } from "../../../test/providers/provider-server.ts";
import { checkService } from "./check-service.ts";
import { serviceSettingsSchema } from "./service-settings.ts";

/** A service of one address, which may only be asked with a key, and only for answers. */
function routes(url: string | undefined, key: string | undefined): number {
  if (url === "/old") return 308;
  if (url !== "/answer") return 404;
  return key === "right" ? 405 : 403;
}

it.each([
  ["/answer", "right", "fine", /\/answer can be reached \(it says 405\)/],
  ["/answer", "wrong", "problem", /\/answer: 403/],
  ["/answers", "right", "problem", /\/answers: 404: nothing answers there/],
  ["/old", "right", "problem", /308 redirects to \/answer/],
  ["/of/{id}", "right", "fine", /\/of\/\{id\} can be reached \(it says 404\)/],
])("asks %s with the key that is %s, and does no work for it", async (path, key, state, detail) => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method, request.url);
    const status = routes(request.url, String(request.headers["x-key"]));
    response.writeHead(status, status === 308 ? { location: "/answer" } : {}).end();
  });
  await listening(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const settings = serviceSettingsSchema.parse({ url, headers: { "x-key": key } });
  const findings = await checkService(settings, {
    id: "s",
    directory: ".",
    signal: AbortSignal.timeout(20_000),
  });
  server.closeAllConnections();
  server.close();
  expect(findings).toEqual([{ what: "service s", state, detail: expect.stringMatching(detail) }]);
  expect(asked).toEqual(["OPTIONS", path.replace("{id}", "doctor")]);
});
