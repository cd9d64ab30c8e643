import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listening } from "./provider-server.ts";

export interface GoogleFilesServer extends AsyncDisposable {
  readonly url: string;
  /** What was done, in order: `start`, `bytes 18`, `state files/1`, `delete files/1`. */
  readonly done: readonly string[];
  /** Files that lie on the server now. */
  readonly files: ReadonlySet<string>;
}

/**
 * Google's file interface: resumable upload, a file that is first being processed, deletion. Fails
 * the first `failures` uploads with 503. With `isTaciturn` it has files and does not say so.
 */
export async function googleFilesServer({
  failures = 0,
  state = "ACTIVE",
  isTaciturn = false,
} = {}): Promise<GoogleFilesServer> {
  const done: string[] = [];
  const files = new Set<string>();
  let [failed, made] = [0, 0];
  const named = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const reply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    const file = (name: string, now: string) => ({
      name,
      uri: `${origin}/v1beta/${name}`,
      mimeType: "video/mp4",
      sizeBytes: "18",
      state: now,
    });
    const { url = "", method, headers } = request;
    if (url === "/upload/v1beta/files" && headers["x-goog-upload-command"] === "start") {
      done.push("start");
      if (!headers["x-goog-api-key"] || headers["x-goog-upload-protocol"] !== "resumable")
        return reply(400, { error: { message: "bad start" } });
      if (failed++ < failures)
        return reply(503, {
          error: { code: 503, message: "The service is unavailable", status: "UNAVAILABLE" },
        });
      const { name = `files/${++made}` } = JSON.parse(Buffer.concat(chunks).toString()).file as {
        readonly name?: string;
      };
      if (!/^files\/[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(name))
        return reply(400, { error: { message: "bad name" } });
      if (files.has(name))
        return reply(409, {
          error: { code: 409, message: `${name} already exists.`, status: "ALREADY_EXISTS" },
        });
      const session = `/upload/session/${named.size + 1}`;
      named.set(session, name);
      return reply(200, {}, { "x-goog-upload-url": `${origin}${session}` });
    }
    if (url.startsWith("/upload/session/")) {
      if (
        headers["x-goog-upload-command"] !== "upload, finalize" ||
        headers["x-goog-upload-offset"] !== "0"
      )
        return reply(400, { error: { message: "bad upload" } });
      const name = named.get(url)!;
      done.push(`bytes ${Buffer.concat(chunks).length}`);
      files.add(name);
      if (isTaciturn) return;
      return reply(200, { file: file(name, "PROCESSING") });
    }
    if (url.endsWith(":generateContent")) {
      const { fileUri } =
        /"fileData":\{(?:"mimeType":"video\/mp4",)?"fileUri":"(?<fileUri>[^"]+)"/.exec(
          Buffer.concat(chunks).toString(),
        )?.groups ?? {};
      const isThere = fileUri !== undefined && files.has(fileUri.replace(`${origin}/v1beta/`, ""));
      done.push(`asked about ${isThere ? "a file that is there" : "nothing"}`);
      return reply(200, {
        candidates: [{ content: { parts: [{ text: "B" }], role: "model" }, finishReason: "STOP" }],
      });
    }
    const name = url.replace("/v1beta/", "");
    if (!files.has(name))
      return reply(404, { error: { code: 404, message: "no such file", status: "NOT_FOUND" } });
    done.push(`${method === "DELETE" ? "delete" : "state"} ${name}`);
    if (method !== "DELETE") return reply(200, file(name, state));
    files.delete(name);
    return reply(200, {});
  });
  await listening(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    files,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
