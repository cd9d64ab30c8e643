import { createVerify, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RemoteClient } from "../../src/datasets/remote/remote-client.ts";
import { SignedAddresses } from "../../src/datasets/remote/signed-addresses.ts";
import { objectServer, signatureProblem } from "../support/object-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();

function clientWith(environment: Readonly<Record<string, string>>): RemoteClient {
  return new RemoteClient({
    isOffline: false,
    signed: new SignedAddresses(),
    firstPauseMs: 5,
    environment: { HOME: join(root.path, "nobody"), ...environment },
  });
}

async function textOf(client: RemoteClient, address: string): Promise<string> {
  const answer = await client.get(address, {});
  if (!answer.ok) throw await client.refusalOf(address, answer);
  return answer.text();
}

it("reads public objects of Google's storage without keys, and says what keys it looks for", async () => {
  await using server = await objectServer();
  server.put("bucket/a b.mp4", "content");
  const client = clientWith({ STORAGE_EMULATOR_HOST: server.url });
  expect(await textOf(client, "gs://bucket/a b.mp4")).toBe("content");
  await using closed = await objectServer({ guard: () => ({ status: 403, code: "AccessDenied" }) });
  await expect(
    textOf(clientWith({ STORAGE_EMULATOR_HOST: closed.url.slice(7) }), "gs://bucket/v.mp4"),
  ).rejects.toThrow("gs://bucket/v.mp4: may not be read without keys (403 AccessDenied)");
});

it("sends a token of the environment, and says whose it is where it has expired", async () => {
  await using server = await objectServer({
    guard: ({ headers }) =>
      headers.authorization === "Bearer good-token" ? undefined : { status: 401, code: "" },
  });
  server.put("bucket/v.mp4", "content");
  const ask = (token: string) =>
    textOf(
      clientWith({ STORAGE_EMULATOR_HOST: server.url, GOOGLE_OAUTH_ACCESS_TOKEN: token }),
      "gs://bucket/v.mp4",
    );
  expect(await ask("good-token")).toBe("content");
  const told: unknown = await ask("old-token").catch((error: unknown) => error);
  expect(String(told)).toContain(
    "gs://bucket/v.mp4: GOOGLE_OAUTH_ACCESS_TOKEN is not valid, or has expired (401)",
  );
  expect(String(told)).not.toContain("old-token");
});

it("signs with HMAC keys", async () => {
  await using server = await objectServer({
    guard(request) {
      const key = { id: "GOOG1EXAMPLE", secret: "hmac-secret", region: "auto" };
      const code = signatureProblem(request, key);
      return code === undefined ? undefined : { status: 403, code };
    },
  });
  server.put("bucket/ü (1).mp4", "content");
  const environment = {
    STORAGE_EMULATOR_HOST: server.url,
    GS_ACCESS_KEY_ID: "GOOG1EXAMPLE",
    GS_SECRET_ACCESS_KEY: "hmac-secret",
  };
  expect(await textOf(clientWith(environment), "gs://bucket/ü (1).mp4")).toBe("content");
});

it("gets one token for a service account by a signed statement, for all requests", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const statements: URLSearchParams[] = [];
  const tokens = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      statements.push(new URLSearchParams(body));
      response.end(JSON.stringify({ access_token: "fresh-token", expires_in: 3600 }));
    });
  });
  await new Promise<void>((resolve) => tokens.listen(0, "127.0.0.1", resolve));
  const uri = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`;
  await using server = await objectServer({
    guard: ({ headers }) =>
      headers.authorization === "Bearer fresh-token" ? undefined : { status: 401, code: "" },
  });
  server.put("bucket/v.mp4", "content");
  const file = root.file(
    "key.json",
    JSON.stringify({
      type: "service_account",
      client_email: "reader@project.iam.gserviceaccount.com",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
      token_uri: uri,
    }),
  );
  const client = clientWith({
    STORAGE_EMULATOR_HOST: server.url,
    GOOGLE_APPLICATION_CREDENTIALS: file,
  });
  for (let time = 0; time < 3; time++)
    expect(await textOf(client, "gs://bucket/v.mp4")).toBe("content");
  tokens.close();
  expect(statements).toHaveLength(1);
  const [head = "", claims = "", signature = ""] =
    statements[0]?.get("assertion")?.split(".") ?? [];
  const verifier = createVerify("RSA-SHA256").update(`${head}.${claims}`);
  expect(verifier.verify(publicKey, signature, "base64url")).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    iss: "reader@project.iam.gserviceaccount.com",
    aud: uri,
    scope: "https://www.googleapis.com/auth/devstorage.read_only",
  });
});

it.each([
  ["{}", "holds no service account and no login of gcloud"],
  [
    '{"type":"service_account","client_email":"a@b","private_key":"SECRET"}',
    "its private key cannot be read",
  ],
  [undefined, "cannot read"],
])(
  "says what is wrong with a file of keys, and nothing that is in it: %s",
  async (text, expected) => {
    const file = text === undefined ? join(root.path, "none.json") : root.file("bad.json", text);
    const client = clientWith({ GOOGLE_APPLICATION_CREDENTIALS: file });
    const told = String(await textOf(client, "gs://b/v.mp4").catch((error: unknown) => error));
    expect(told).toContain(expected);
    expect(told).toContain(file);
    expect(told).not.toContain("SECRET");
  },
);
