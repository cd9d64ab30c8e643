import { openAsBlob } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { UnreadableMedia, type UploadedVideo } from "./chat-prompt.ts";

export interface UploadServer {
  /** Without a slash at the end; the version is its last segment, as in `https://host/v1beta`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
  /** How much may lie on the server at once; the provider's own quota is 20 GB for a project. */
  readonly maxBytes?: number;
  readonly pollMs?: number;
}

/** A file that is to be uploaded. */
export interface VideoFile {
  /** SHA-256 of its content. */
  readonly digest: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly path: string;
}

interface Upload {
  readonly ready: Promise<UploadedVideo & { readonly name: string }>;
  readonly sizeBytes: number;
  users: number;
}

/** A reply of the file interface that is no success, with all that classification needs. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(reply: Response, body: string) {
    super(`the upload was refused: ${reply.status}`);
    this.status = reply.status;
    this.headers = Object.fromEntries(reply.headers);
    this.body = body;
  }
}

/**
 * Videos on a provider's file interface (Google's). Each file is uploaded once for all asks about it, told apart by its digest; it stays while it is
 * used, and afterwards until the room is needed or the pool is disposed of, when everything is deleted. What a crash leaves behind the
 * provider deletes after two days.
 */
export class VideoUploads implements AsyncDisposable {
  readonly #server: UploadServer;
  readonly #known = new Map<string, Upload>();
  readonly #maxBytes: number;

  constructor(server: UploadServer) {
    this.#server = server;
    this.#maxBytes = server.maxBytes ?? 15e9;
  }

  /** Uploads the video unless it is there; whoever took it must `release` it. */
  async take(video: VideoFile, signal: AbortSignal): Promise<UploadedVideo> {
    let upload = this.#known.get(video.digest);
    if (!upload) {
      await this.#makeRoom(video.sizeBytes);
      // Another ask may have begun the same upload while room was made.
      upload = this.#known.get(video.digest);
    }
    if (!upload) {
      upload = { ready: this.#upload(video, signal), sizeBytes: video.sizeBytes, users: 0 };
      this.#known.set(video.digest, upload);
      upload.ready.catch(() => this.#known.delete(video.digest));
    }
    upload.users++;
    try {
      return await upload.ready;
    } catch (error) {
      upload.users--;
      throw error;
    }
  }

  /** The newest used stay longest: a map keeps the order of insertion. */
  release(digest: string): void {
    const upload = this.#known.get(digest);
    if (!upload) return;
    upload.users--;
    this.#known.delete(digest);
    this.#known.set(digest, upload);
  }

  /** How many files lie on the server. */
  get size(): number {
    return this.#known.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#known.values()];
    this.#known.clear();
    await Promise.all(all.map((upload) => this.#delete(upload)));
  }

  async #makeRoom(bytes: number): Promise<void> {
    let total = bytes;
    for (const { sizeBytes } of this.#known.values()) total += sizeBytes;
    for (const [digest, upload] of this.#known) {
      if (total <= this.#maxBytes) return;
      if (upload.users > 0) continue;
      this.#known.delete(digest);
      total -= upload.sizeBytes;
      await this.#delete(upload);
    }
  }

  async #upload(
    { digest, mediaType, sizeBytes, path }: VideoFile,
    signal: AbortSignal,
  ): Promise<UploadedVideo & { readonly name: string }> {
    const { baseUrl, apiKey } = this.#server;
    const version = baseUrl.slice(baseUrl.lastIndexOf("/") + 1);
    const start = await this.#send(`${baseUrl.slice(0, -version.length)}upload/${version}/files`, {
      method: "POST",
      headers: {
        "x-goog-api-key": apiKey,
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": String(sizeBytes),
        "x-goog-upload-header-content-type": mediaType,
        "content-type": "application/json",
      },
      body: JSON.stringify({ file: { display_name: digest.slice(0, 40) } }),
      signal,
    });
    await start.text();
    const target = start.headers.get("x-goog-upload-url");
    if (!target) throw new UploadError(start, "no upload address was given");
    const sent = await this.#send(target, {
      method: "POST",
      headers: { "x-goog-upload-offset": "0", "x-goog-upload-command": "upload, finalize" },
      body: await openAsBlob(path),
      signal,
    });
    const { file } = (await sent.json()) as { readonly file: RemoteFile };
    return { uri: file.uri, mediaType: file.mimeType ?? mediaType, name: (await this.#untilActive(file, signal)).name };
  }

  async #untilActive(file: RemoteFile, signal: AbortSignal): Promise<RemoteFile> {
    const { baseUrl, apiKey, pollMs = 2_000 } = this.#server;
    let now = file;
    while (now.state === "PROCESSING") {
      await sleep(pollMs, undefined, { signal });
      const reply = await this.#send(`${baseUrl}/${now.name}`, { headers: { "x-goog-api-key": apiKey }, signal });
      now = (await reply.json()) as RemoteFile;
    }
    if (now.state === "FAILED") throw new UnreadableMedia(`the provider could not process the video ${now.name}`);
    return now;
  }

  /** Cleaning up must not fail what went well: what cannot be deleted ends by itself. */
  async #delete({ ready }: Upload): Promise<void> {
    const { baseUrl, apiKey } = this.#server;
    try {
      const { name } = await ready;
      await this.#send(`${baseUrl}/${name}`, {
        method: "DELETE",
        headers: { "x-goog-api-key": apiKey },
        signal: AbortSignal.timeout(10_000),
      });
    } catch {
      return;
    }
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const reply = await this.#server.fetch(url, init);
    if (reply.ok) return reply;
    throw new UploadError(reply, await reply.text());
  }
}

interface RemoteFile {
  readonly name: string;
  readonly uri: string;
  readonly mimeType?: string;
  readonly state?: string;
}
