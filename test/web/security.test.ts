import { symlinkSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostHeaders, hostNames } from "../../src/server/host-names.ts";
import { publicMessage } from "../../src/server/public-message.ts";
import { type Served, serve } from "../../src/server/serve.ts";
import { builtWeb } from "../support/built-program.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const token = "a-token-of-this-test";
const elsewhere = temporaryFolder();
const folder = temporaryFolder();
const web = join(folder.path, "web");
let server: Served;
let media: string;
const errors: Error[] = [];

beforeAll(async () => {
  folder.file("web/index.html", "<!doctype html><title>app</title>");
  folder.file("web/assets/main.js", "export {};");
  folder.file("runs/one/vidimus.yaml", "name: one");
  elsewhere.file("secret/run.jsonl", "the secret");
  elsewhere.file("secret.mp4", "0000ftypthe secret");
  symlinkSync(join(elsewhere.path, "secret"), join(folder.path, "runs/link"));
  symlinkSync(elsewhere.path, join(folder.path, "web/assets/out"));
  const clip = folder.file("clip.mp4", "0000ftypisomclip");
  const onError = (error: Error) => errors.push(error);
  server = await serve({ folder: folder.path, web, token, port: 0, host: "127.0.0.1", onError });
  media = await server.registry.register(clip);
});
afterAll(async () => server[Symbol.asyncDispose]());

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Without any token. */
  readonly isStranger?: boolean;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Sent as it is: no client tidies up the path. No answer says where it comes from. */
async function ask(path: string, asked: Asked = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body, isStranger = false } = asked;
  const authorization = isStranger ? {} : { authorization: `Bearer ${token}` };
  const answer = await new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        port: server.port,
        host: "127.0.0.1",
        path,
        method,
        headers: { ...authorization, ...headers },
      },
      async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        const text = Buffer.concat(parts).toString("latin1");
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
  const said = `${answer.text}\n${JSON.stringify(answer.headers)}`;
  expect(said).not.toContain(token);
  expect(said).not.toContain(folder.path);
  expect(said).not.toContain(elsewhere.path);
  expect(said).not.toContain("the secret");
  return answer;
}

describe("who may ask", () => {
  it.each([
    ["no token", {}, 401],
    ["a wrong token", { authorization: "Bearer wrong" }, 401],
    ["an empty token", { authorization: "Bearer " }, 401],
    ["a wrong cookie", { cookie: `vidimus-${0}=x` }, 401],
    ["the token as another scheme", { authorization: `Basic ${token}` }, 401],
  ])("not with %s", async (_, headers, status) => {
    for (const path of ["/", "/data/runs.json", `/media/${media}/file`, "/api/x", "/live/x"])
      expect((await ask(path, { headers, isStranger: true })).status).toBe(status);
    expect((await ask("/?token=wrong", { headers, isStranger: true })).status).toBe(status);
  });

  it("with the token in the address, and then with a strict cookie that does not hold it", async () => {
    const first = await ask(`/?token=${token}`, { isStranger: true });
    expect(first.status).toBe(200);
    const [cookie] = first.headers["set-cookie"] as readonly string[];
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    const headers = { cookie: cookie!.split(";")[0]! };
    expect((await ask("/data/app.json", { headers, isStranger: true })).status).toBe(200);
  });

  it.each([
    "evil.example",
    "evil.example:80",
    "127.0.0.1",
    "localhost:1",
    "",
    "127.0.0.1.evil.example",
  ])("not under the name %j", async (host) => {
    const port = host.includes(":") || host === "127.0.0.1" ? "" : `:${server.port}`;
    const { status } = await ask("/data/app.json", { headers: { host: host + port } });
    expect(status).toBe(host === "" ? 400 : 403);
  });

  it("under its own names", async () => {
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
      const headers = { host: `${name}:${server.port}` };
      expect((await ask("/data/app.json", { headers })).status).toBe(200);
    }
  });

  it.each(["http://evil.example", "null", "http://127.0.0.1:1", "file://", "http://localhost"])(
    "not from the origin %s",
    async (origin) => {
      expect((await ask("/data/app.json", { headers: { origin } })).status).toBe(403);
    },
  );

  it.each([
    ["cross-site", "cors", 403],
    ["cross-site", "no-cors", 403],
    ["same-site", "no-cors", 403],
    ["same-site", "cors", 403],
    ["same-origin", "cors", 200],
    ["none", "navigate", 200],
    ["cross-site", "navigate", 200],
  ])("fetched as %s, %s: %s", async (site, mode, status) => {
    const headers = { "sec-fetch-site": site, "sec-fetch-mode": mode };
    expect((await ask("/data/app.json", { headers })).status).toBe(status);
    expect((await ask(`/media/${media}/file`, { headers })).status).toBe(status);
  });

  it("changes nothing for a page of another site, nor without an origin", async () => {
    const cookie = (await ask(`/?token=${token}`, { isStranger: true })).headers["set-cookie"];
    const known = { cookie: (cookie as readonly string[])[0]!.split(";")[0]! };
    const post = (headers: Record<string, string>) =>
      ask("/api/x", { method: "POST", isStranger: true, headers: { ...known, ...headers } });
    expect((await post({})).status).toBe(403);
    expect(
      (await post({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).status,
    ).toBe(403);
    expect((await post({ origin: "http://evil.example" })).status).toBe(403);
    expect((await post({ origin: `http://127.0.0.1:${server.port}` })).status).toBe(404);
  });
});

describe("what can be asked for", () => {
  const names = ["../secret", "..", ".", "link", "one/../../secret", "\0", "one\0", "..\\secret"];

  it.each(names)("no run outside the folder: %j", async (name) => {
    const once = encodeURIComponent(`runs/${name}`);
    const twice = encodeURIComponent(once);
    const dots = `runs/${name}`
      .replaceAll(".", "%2e")
      .replaceAll("/", "%2f")
      .replaceAll("\0", "%00");
    for (const id of [
      once,
      twice,
      dots.replaceAll("\\", "%5c"),
      encodeURIComponent(`../${name}`),
    ]) {
      const { status } = await ask(`/data/runs/${id}/run.json`);
      expect([400, 404]).toContain(status);
    }
  });

  it.each([
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/../../secret.mp4",
    "/assets/..%2f..%2fsecret.mp4",
    "/assets/%252e%252e%252fsecret.mp4",
    "/assets/out/secret.mp4",
    "/assets/~2E~2E~2Fsecret.mp4",
    "/media/~2E~2E~2Fclip.mp4/file",
    "/assets/.hidden",
    "/assets/main.js%00.css",
    "//etc/passwd",
    "/media/../../etc/passwd",
    "/media/%2e%2e%2fclip.mp4/file",
    "/media/clip.mp4/file",
    `/media/${"0".repeat(24)}/file`,
    "/media/%00/file",
    "/media/%/file",
    "/data/media/%2e%2e/times.json",
  ])("no file outside the app: %s", async (path) => {
    const { status, text } = await ask(path);
    expect([200, 400, 404]).toContain(status);
    // What is no file of the app is the app itself.
    if (status === 200) expect(text).toContain("<title>app</title>");
  });

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("nothing by %s", async (method) => {
    const headers = { origin: `http://127.0.0.1:${server.port}` };
    for (const path of ["/", "/data/runs.json", `/media/${media}/file`]) {
      const answer = await ask(path, { method, headers });
      expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  it("no more than the limit of a body", async () => {
    const headers = { "content-length": String(9 * 2 ** 20) };
    const answer = await ask("/api/x", {
      method: "POST",
      headers,
      body: Buffer.alloc(9 * 2 ** 20),
    });
    expect(answer.status).toBe(413);
  });

  it.each(["bytes=9999999-", "bytes=-0", "bytes=0-1,2-3", "bytes=z", `bytes=${"9".repeat(400)}-`])(
    "a range that is none: %s",
    async (range) => {
      const answer = await ask(`/media/${media}/file`, { headers: { range } });
      expect([200, 416]).toContain(answer.status);
      if (answer.status === 416) expect(answer.headers["content-range"]).toBe("bytes */16");
      else expect(answer.text).toHaveLength(16);
    },
  );

  it("what is not HTTP is not answered with more than an error", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.end("GET /data/app.json HTTP/1.0\r\n\r\n");
    let text = "";
    for await (const part of socket) text += String(part);
    expect(text).toMatch(/^HTTP\/1\.[01] 4\d\d/);
  });
});

describe("what is said", () => {
  it("forbids scripts and styles of others on every answer", async () => {
    for (const path of ["/", "/data/app.json", "/data/nothing", `/media/${media}/file`]) {
      const { headers } = await ask(path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/(?:script-src|style-src|style-src-elem) [^;]*unsafe/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  it("keeps paths of the machine to itself", () => {
    const text =
      "/a/b/runs/x/run.jsonl: cannot be read; see '/etc/some/file' or /home, http://a/b/c";
    expect(publicMessage(text, "/a/b/runs")).toBe(
      "x/run.jsonl: cannot be read; see '…/file' or /home, http://a/b/c",
    );
  });
});

describe("a server for other machines", () => {
  it.each([
    [["--host", "0.0.0.0"], "needs a token of your choice"],
    [["--host", "0.0.0.0", "--token", "short"], "16 characters"],
  ])("is refused with %j", async (flags, message) => {
    const { status, stderr } = await cli(["view", ".", "--no-open", ...flags], {
      cwd: folder.path,
    });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it("warns, prints its address, and ends on Ctrl+C", async () => {
    builtWeb();
    const flags = ["--no-open", "--host", "0.0.0.0", "--token", token];
    const running = startCli(["view", ".", ...flags], { cwd: folder.path });
    await running.says("Press Ctrl+C");
    running.process.kill("SIGINT");
    const { status, stdout, stderr } = await running.finished;
    expect(stderr).toContain("Warning: on 0.0.0.0 other machines can reach this server");
    expect(stdout).toMatch(/^http:\/\/[\d.]+:\d+\/\?token=a-token-of-this-test\n$/);
    expect(status).toBe(0);
  });

  it("is called by the addresses and the name of the machine, and nothing else", () => {
    const all = hostHeaders(hostNames("0.0.0.0"), 8080);
    expect(all.has("127.0.0.1:8080")).toBe(true);
    expect(all.has(`${hostname().toLowerCase()}:8080`)).toBe(true);
    expect(all.has("0.0.0.0:8080")).toBe(false);
    expect([...hostHeaders(hostNames("fd00::1"), 80)]).toEqual(["[fd00::1]", "[fd00::1]:80"]);
    expect([...hostHeaders(hostNames("Eval.Example"), 81)]).toEqual(["eval.example:81"]);
    expect(hostNames("::1").shown).toBe("[::1]");
    expect(hostNames("127.0.0.1").shown).toBe("127.0.0.1");
  });
});

it("had no error of its own in all of this", () => {
  expect(errors).toEqual([]);
});
