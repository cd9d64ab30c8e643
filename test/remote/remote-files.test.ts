import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { UserError } from "../../src/core/user-error.ts";
import { RemoteClient } from "../../src/datasets/remote/remote-client.ts";
import { RemoteFiles } from "../../src/datasets/remote/remote-files.ts";
import { SignedAddresses } from "../../src/datasets/remote/signed-addresses.ts";
import { fileDigest } from "../../src/media/cache/digest-cache.ts";
import { objectServer, type SigningKey, signatureProblem } from "../support/object-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
let count = 0;

interface Making {
  readonly folder?: string;
  readonly maxBytes?: number;
  readonly isOffline?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signed?: SignedAddresses;
}

function make({ folder = freshFolder(), maxBytes = 1e9, isOffline = false, ...rest }: Making = {}) {
  const { environment = {}, signed = new SignedAddresses() } = rest;
  const client = new RemoteClient({
    ...{ isOffline, signed, firstPauseMs: 5 },
    // Keys of whoever runs the tests are of no use here.
    environment: { HOME: join(root.path, "nobody"), ...environment },
  });
  const digest = (path: string) => fileDigest(path, join(root.path, "digests"));
  const files = new RemoteFiles({ folder, maxBytes, client, isOffline, digest });
  return { files, folder };
}

function freshFolder(): string {
  return join(root.path, `f${count++}`);
}

/** What a file holds that was fetched and released. */
async function fetched(files: RemoteFiles, address: string): Promise<Buffer> {
  const held = await files.hold(address);
  if (!held.ok) throw new Error(held.reason);
  await using file = held.value;
  return readFileSync(file.path);
}

async function refusal(asked: Promise<unknown>): Promise<string> {
  const { message, hint } = (await asked.then(
    () => expect.fail("was not refused"),
    (error: unknown) => error,
  )) as UserError;
  return `${message}; ${hint}`;
}

it("goes on where a connection broke, by ranges of the same version", async () => {
  await using server = await objectServer();
  const body = randomBytes(300_000);
  server.put("a/b c.mp4", body, '"v1"');
  server.troubles.set("a/b c.mp4", { kind: "cut", times: 2, bytes: 100_000 });
  const { files } = make();
  expect(body.equals(await fetched(files, `${server.url}/a/b%20c.mp4`))).toBe(true);
  const gets = server.asked.filter(({ method }) => method === "GET");
  expect(gets).toHaveLength(3);
  expect(gets[0]).toMatchObject({ range: undefined, ifRange: undefined });
  // What was on its way when the connection broke may be lost.
  for (const later of gets.slice(1))
    expect(later).toMatchObject({
      range: expect.stringMatching(/^bytes=[1-9]\d+-$/),
      ifRange: '"v1"',
    });
  expect(body.equals(await fetched(files, `${server.url}/a/b%20c.mp4`))).toBe(true);
  expect(server.asked.filter(({ method }) => method === "GET")).toHaveLength(3);
});

it.each([{ ignoresIfRange: false }, { ignoresIfRange: true }])(
  "never puts parts of two versions together: %j",
  async (options) => {
    await using server = await objectServer({ ...options, delayMs: 20 });
    const [first, second] = [randomBytes(200_000), randomBytes(200_000)];
    server.put("v.mp4", first, '"v1"');
    const met = () => server.put("v.mp4", second, '"v2"');
    server.troubles.set("v.mp4", { kind: "cut", times: 1, bytes: 100_000, met });
    const { files, folder } = make();
    expect(second.equals(await fetched(files, `${server.url}/v.mp4`))).toBe(true);
    expect(server.asked.map(({ ifRange }) => ifRange)).toContain('"v1"');
    expect(readdirSync(join(folder, "objects"))).toHaveLength(1);
    expect(readdirSync(join(folder, "drafts"))).toEqual([]);
  },
);

it("starts afresh where the server tells no version", async () => {
  await using server = await objectServer();
  const body = randomBytes(100_000);
  for (const etag of [null, 'W/"weak"']) {
    server.put("v.mp4", body, etag);
    server.troubles.set("v.mp4", { kind: "cut", times: 1, bytes: 50_000 });
    expect(body.equals(await fetched(make().files, `${server.url}/v.mp4`))).toBe(true);
  }
  expect(server.asked.filter(({ range }) => range !== undefined)).toEqual([]);
});

it("notices by a HEAD request that a file has changed, and digests only what it fetches", async () => {
  await using server = await objectServer();
  server.put("v.mp4", "first", '"1"');
  const { folder, files } = make();
  const address = `${server.url}/v.mp4`;
  await fetched(files, address);
  const look = async () => {
    const { files: later } = make({ folder });
    const facts = await later.facts(address);
    if (!facts?.ok) throw new Error("not there");
    return [later.knownDigest(address, facts.value), later.isChanged(address, facts.value)];
  };
  const before = server.asked.length;
  expect(await look()).toEqual([
    "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e",
    false,
  ]);
  server.put("v.mp4", "other", '"2"');
  expect(await look()).toEqual([undefined, true]);
  expect(server.asked.slice(before).map(({ method }) => method)).toEqual(["HEAD", "HEAD"]);
  expect(String(await fetched(make({ folder }).files, address))).toBe("other");
});

it("tries again what passes, and asks without HEAD where that is refused", async () => {
  await using server = await objectServer();
  server.put("v.mp4", "content");
  server.troubles.set("v.mp4", { kind: "busy", times: 2 });
  expect(String(await fetched(make().files, `${server.url}/v.mp4`))).toBe("content");
  server.troubles.set("v.mp4", { kind: "no-head", times: 9 });
  expect(String(await fetched(make().files, `${server.url}/v.mp4`))).toBe("content");
});

it("fetches several at once, not all, and each once for all who want it", async () => {
  await using server = await objectServer({ delayMs: 30 });
  const names = Array.from({ length: 20 }, (_, at) => `v${at}.mp4`);
  for (const name of names) server.put(name, randomBytes(5_000));
  const { files } = make();
  await Promise.all([...names, ...names].map((name) => fetched(files, `${server.url}/${name}`)));
  expect(server.asked.filter(({ method }) => method === "GET")).toHaveLength(20);
  expect(server.mostAtOnce()).toBeGreaterThan(2);
  expect(server.mostAtOnce()).toBeLessThanOrEqual(6);
});

it("offline gives what was fetched, and touches nothing", async () => {
  await using server = await objectServer();
  server.put("v.mp4", "content");
  server.put("w.mp4", "other");
  const { folder, files } = make();
  await fetched(files, `${server.url}/v.mp4`);
  const before = server.asked.length;
  const { files: offline } = make({ folder, isOffline: true });
  expect(String(await fetched(offline, `${server.url}/v.mp4`))).toBe("content");
  expect(await refusal(offline.hold(`${server.url}/w.mp4`))).toContain(
    `offline, but this would be fetched: ${server.url}/w.mp4`,
  );
  expect(server.asked).toHaveLength(before);
});

it("keeps within its bound: what was used longest ago goes, what is in use stays", async () => {
  await using server = await objectServer();
  for (const name of ["a", "b", "c", "d"]) server.put(`${name}.mp4`, randomBytes(100_000));
  const { files, folder } = make({ maxBytes: 350_000 });
  const address = (name: string) => `${server.url}/${name}.mp4`;
  const held = await files.hold(address("a"));
  if (!held.ok) throw new Error(held.reason);
  for (const name of ["b", "c", "b"]) {
    await fetched(files, address(name));
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await fetched(files, address("d"));
  const gets = () => server.asked.filter(({ method }) => method === "GET").length;
  expect(gets()).toBe(4);
  for (const name of ["a", "b", "d"]) await fetched(files, address(name));
  expect(gets()).toBe(4);
  await held.value[Symbol.asyncDispose]();
  await fetched(files, address("c"));
  expect(gets()).toBe(5);
  expect(readdirSync(join(folder, "objects"))).toHaveLength(3);
  expect(readdirSync(join(folder, "uses"))).toEqual([]);
});

it("waits for room while all of it is in use", async () => {
  await using server = await objectServer();
  for (const name of ["a", "b"]) server.put(`${name}.mp4`, randomBytes(100_000));
  const { files } = make({ maxBytes: 150_000 });
  const held = await files.hold(`${server.url}/a.mp4`);
  if (!held.ok) throw new Error(held.reason);
  let isThere = false;
  const second = fetched(files, `${server.url}/b.mp4`).then(() => {
    isThere = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isThere).toBe(false);
  await held.value[Symbol.asyncDispose]();
  await second;
  server.put("c.mp4", randomBytes(150_001));
  expect(await refusal(files.hold(`${server.url}/c.mp4`))).toContain(
    "does not fit into the 0.1 MB",
  );
});

it("says that the disk is full, and gives the room back", async () => {
  await using server = await objectServer();
  server.put("v.mp4", randomBytes(100_000));
  const { files, folder } = make();
  const held = await files.hold(`${server.url}/v.mp4`);
  if (!held.ok) throw new Error(held.reason);
  const { path } = held.value;
  await held.value[Symbol.asyncDispose]();
  const other = freshFolder();
  mkdirSync(join(other, "drafts"), { recursive: true });
  symlinkSync("/dev/full", join(other, "drafts", path.slice(path.lastIndexOf("/") + 1)));
  const { files: full } = make({ folder: other });
  expect(await refusal(full.hold(`${server.url}/v.mp4`))).toMatch(
    /^the disk is full: .*ENOSPC.*; make room \(vidimus cache\)/,
  );
  expect(readdirSync(join(other, "drafts"))).toEqual([]);
  expect(readdirSync(join(folder, "objects"))).toHaveLength(1);
});

it("fetches a file again that lost bytes on this disk", async () => {
  await using server = await objectServer();
  server.put("v.mp4", "content");
  const { files, folder } = make();
  await fetched(files, `${server.url}/v.mp4`);
  const [name = ""] = readdirSync(join(folder, "objects"));
  writeFileSync(join(folder, "objects", name), "con");
  expect(String(await fetched(files, `${server.url}/v.mp4`))).toBe("content");
});

const key: SigningKey = { id: "AKIAEXAMPLE", secret: "very/secret+key", region: "eu-west-1" };
const variables = {
  AWS_ACCESS_KEY_ID: key.id,
  AWS_SECRET_ACCESS_KEY: key.secret,
  AWS_REGION: key.region,
};

it("signs requests to S3, whatever the names of objects", async () => {
  const guarding = { ...key, token: "a-session-token" };
  await using server = await objectServer({
    guard(request) {
      const code = signatureProblem(request, guarding);
      return code === undefined ? undefined : { status: 403, code };
    },
  });
  const environment = {
    ...variables,
    AWS_SESSION_TOKEN: "a-session-token",
    AWS_ENDPOINT_URL_S3: server.url,
  };
  const { files } = make({ environment });
  const names = ["plain.mp4", "a b/ü+(1)!*'.mp4", "50%/#x?y=1&z.mp4", "日本/vidéo~_-.mp4"];
  for (const name of names) {
    server.put(`bucket/${name}`, name);
    expect(String(await fetched(files, `s3://bucket/${name}`))).toBe(name);
  }
  const part = "bucket/plain.mp4";
  server.put(part, randomBytes(50_000));
  server.troubles.set(part, { kind: "cut", times: 1, bytes: 20_000 });
  const { files: fresh } = make({ environment });
  expect(server.objects.get(part)?.body.equals(await fetched(fresh, `s3://${part}`))).toBe(true);
});

it("takes keys from a profile, and none for a public bucket", async () => {
  await using server = await objectServer({
    guard: (request) =>
      request.headers.authorization === undefined || signatureProblem(request, key) === undefined
        ? undefined
        : { status: 403, code: "SignatureDoesNotMatch" },
  });
  server.put("b/v.mp4", "content");
  const home = freshFolder();
  mkdirSync(join(home, ".aws"), { recursive: true });
  writeFileSync(
    join(home, ".aws/credentials"),
    `[default]\naws_access_key_id = other\naws_secret_access_key = other\n[work]\naws_access_key_id=${key.id}\naws_secret_access_key = ${key.secret}\n`,
  );
  writeFileSync(
    join(home, ".aws/config"),
    `[profile work]\nregion = ${key.region}\nendpoint_url = ${server.url}/\n`,
  );
  const ask = (environment: Readonly<Record<string, string>>) =>
    fetched(make({ environment }).files, "s3://b/v.mp4");
  expect(String(await ask({ HOME: home, AWS_PROFILE: "work" }))).toBe("content");
  expect(server.asked.at(-1)?.authorization).toContain(key.id);
  expect(String(await ask({ AWS_ENDPOINT_URL: server.url }))).toBe("content");
  expect(server.asked.at(-1)?.authorization).toBe(undefined);
});

it.each([
  [{}, "AccessDenied", /may not be read without keys \(403 AccessDenied\); set AWS_ACCESS_KEY_ID/],
  [variables, "ExpiredToken", /the keys of AWS_ACCESS_KEY_ID have expired \(403 ExpiredToken\)/],
  [variables, "InvalidAccessKeyId", /are not known there/],
  [variables, "SignatureDoesNotMatch", /the secret is that of another key/],
  [variables, "AccessDenied", /may not read it \(403 AccessDenied\); they need s3:GetObject/],
  [variables, "NoSuchBucket", /there is no such bucket; asked at http/],
])("says what is missing, and no secret: %j %s", async (given, code, expected) => {
  await using server = await objectServer({ guard: () => ({ status: 403, code }) });
  const environment = {
    ...given,
    AWS_SESSION_TOKEN: "session-secret",
    AWS_ENDPOINT_URL: server.url,
  };
  const told = await refusal(make({ environment }).files.hold("s3://b/v.mp4"));
  expect(told).toMatch(expected);
  expect(told).toContain("s3://b/v.mp4");
  expect(told).not.toMatch(/session-secret|very\/secret|Signature=/);
});

it("says which file is not there, without ending for it", async () => {
  await using server = await objectServer();
  const { files } = make({ environment: { AWS_ENDPOINT_URL: server.url } });
  expect(await files.hold("s3://b/v.mp4")).toEqual({
    ok: false,
    reason: "s3://b/v.mp4: is not there (404)",
  });
  await using closed = await objectServer({ guard: () => ({ status: 403, code: "" }) });
  expect(await files.hold(`${closed.url}/v.mp4`)).toEqual({
    ok: false,
    reason: `${closed.url}/v.mp4: may not be read (403)`,
  });
});

it("asks in the region that a bucket is in", async () => {
  await using server = await objectServer({
    guard(request) {
      const region = "ap-south-1";
      const code = signatureProblem(request, { ...key, region });
      return code === undefined ? undefined : { status: 400, code, region };
    },
  });
  server.put("b/v.mp4", "content");
  const environment = { ...variables, AWS_ENDPOINT_URL: server.url };
  const { files } = make({ environment });
  expect(String(await fetched(files, "s3://b/v.mp4"))).toBe("content");
  expect(server.asked.map(({ method }) => method)).toEqual(["HEAD", "HEAD", "GET"]);
});

it("sends what signs an address, and keeps it to itself", async () => {
  await using server = await objectServer({
    guard: (request) =>
      request.url?.includes("X-Amz-Signature=topsecret") || request.headers.authorization
        ? undefined
        : { status: 403, code: "AccessDenied" },
  });
  server.put("v.mp4", "content");
  const signed = new SignedAddresses();
  const row = signed.hide({
    video: `${server.url}/v.mp4?X-Amz-Signature=topsecret&X-Amz-Date=1&id=7`,
    choices: ["a", "b"],
  });
  expect(row).toEqual({ video: `${server.url}/v.mp4?id=7`, choices: ["a", "b"] });
  const { files } = make({ signed });
  expect(String(await fetched(files, row.video))).toBe("content");
  const login = signed.hide(`${server.url.replace("://", "://me:p%40ss@")}/v.mp4`);
  expect(login).toBe(`${server.url}/v.mp4`);
  expect(String(await fetched(files, login))).toBe("content");
  expect(server.asked.at(-1)?.authorization).toBe(
    `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
  );
  const expired = signed.hide(`${server.url}/v.mp4?X-Amz-Signature=leaked`);
  const told = await refusal(make({ signed }).files.hold(expired));
  expect(told).toMatch(/what opens the address .* is not valid, or has expired/);
  expect(told).not.toContain("leaked");
});
