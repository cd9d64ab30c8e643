import { randomBytes } from "node:crypto";
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
  /**
   * Whether asks outlive the program, as those of batches do: files are then named by their
   * content, so that another start asks the same and finds them again, and those in use are not
   * deleted at the end.
   */
  readonly isLasting?: boolean;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /**
   * A name for a file, unlike any other: `files/` and up to 40 small letters, digits and dashes.
   */
  readonly newName?: () => string;
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
  readonly startedAt: number;
  /** Ends the upload, once nobody waits for it any more. */
  readonly leaving: AbortController;
  users: number;
}

/** The provider deletes files after two days: an older one is uploaded anew before that. */
const longestMs = 40 * 3_600_000;
const usualPollMs = 2_000;

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
 * Videos on a provider's file interface (Google's). Each file is uploaded once for all asks about
 * it, told apart by its digest; it stays while it is used, and afterwards until the room is needed
 * or the pool is disposed of, when everything is deleted. What a crash leaves behind the provider
 * deletes after two days.
 */
export class VideoUploads implements AsyncDisposable {
  readonly #server: UploadServer;
  readonly #known = new Map<string, Upload>();
  /** Uploads that nobody waits for any more and that are being ended. */
  readonly #ending = new Set<Promise<unknown>>();
  readonly #maxBytes: number;

  constructor(server: UploadServer) {
    this.#server = server;
    this.#maxBytes = server.maxBytes ?? 15e9;
  }

  /** Uploads the video unless it is there; callers must `release` it. */
  async take(video: VideoFile, signal: AbortSignal): Promise<UploadedVideo> {
    await this.#endOld(video.digest);
    let upload = this.#known.get(video.digest);
    if (!upload) {
      await this.#makeRoom(video.sizeBytes);
      // Another ask may have begun the same upload while room was made.
      upload = this.#known.get(video.digest) ?? this.#begin(video);
    }
    upload.users++;
    try {
      return await before(upload.ready, signal);
    } catch (error) {
      upload.users--;
      // A caller that gives up does not take the upload from others that wait for it.
      if (upload.users === 0 && signal.aborted) this.#leave(video.digest, upload, signal.reason);
      throw error;
    }
  }

  /** The next request for the video uploads it anew. */
  #leave(digest: string, upload: Upload, reason: unknown): void {
    if (this.#known.get(digest) === upload) this.#known.delete(digest);
    upload.leaving.abort(reason);
    const ended = this.#delete(upload).finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  async #endOld(digest: string): Promise<void> {
    const upload = this.#known.get(digest);
    if (!upload || this.#now() - upload.startedAt < longestMs || upload.users > 0) return;
    this.#known.delete(digest);
    await this.#delete(upload);
  }

  #begin(video: VideoFile): Upload {
    const leaving = new AbortController();
    const ready = this.#upload(video, leaving.signal);
    const upload = { ready, sizeBytes: video.sizeBytes, startedAt: this.#now(), leaving, users: 0 };
    this.#known.set(video.digest, upload);
    ready.catch(() => {
      if (this.#known.get(video.digest) === upload) this.#known.delete(video.digest);
    });
    return upload;
  }

  #now(): number {
    return (this.#server.clock ?? Date.now)();
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
    const isDone = ({ users }: Upload) => users === 0 || this.#server.isLasting !== true;
    await Promise.all([
      ...all.filter(isDone).map((upload) => this.#delete(upload)),
      ...this.#ending,
    ]);
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
    video: VideoFile,
    signal: AbortSignal,
  ): Promise<UploadedVideo & { readonly name: string }> {
    const sending: Sending = { name: this.#nameFor(video), mayBeThere: false };
    try {
      const file = await this.#remoteFile(video, sending, signal);
      sending.name = file.name;
      await this.#untilActive(file, signal);
      return { uri: file.uri, mediaType: file.mimeType ?? video.mediaType, name: file.name };
    } catch (error) {
      if (sending.mayBeThere) await this.#deleteSent(sending.name);
      throw error;
    }
  }

  /**
   * Files have names before they are there, so that one whose bytes arrived, and word of it did
   * not, can be deleted.
   */
  #nameFor({ digest }: VideoFile): string {
    if (this.#server.isLasting === true) return `files/vidimus-${digest.slice(0, 32)}`;
    return (this.#server.newName ?? randomName)();
  }

  /** The file on the server, sent there unless an earlier start left it. */
  async #remoteFile(video: VideoFile, sending: Sending, signal: AbortSignal): Promise<RemoteFile> {
    try {
      return await this.#store(video, sending, signal);
    } catch (error) {
      if (
        this.#server.isLasting !== true ||
        !(error instanceof UploadError) ||
        error.status !== 409
      )
        throw error;
      sending.mayBeThere = true;
      // A name may be taken by an upload that never ended.
      return await this.#stateOf(sending.name, signal).catch(() => {
        sending.name = randomName();
        return this.#store(video, sending, signal);
      });
    }
  }

  async #store(
    { digest, mediaType, sizeBytes, path }: VideoFile,
    sending: Sending,
    signal: AbortSignal,
  ): Promise<RemoteFile> {
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
      body: JSON.stringify({ file: { name: sending.name, display_name: digest.slice(0, 40) } }),
      signal,
    });
    await start.text();
    const target = start.headers.get("x-goog-upload-url");
    if (!target) throw new UploadError(start, "no upload address was given");
    sending.mayBeThere = true;
    const sent = await this.#send(target, {
      method: "POST",
      headers: { "x-goog-upload-offset": "0", "x-goog-upload-command": "upload, finalize" },
      body: await openAsBlob(path),
      signal,
    });
    return ((await sent.json()) as { readonly file: RemoteFile }).file;
  }

  async #untilActive(file: RemoteFile, signal: AbortSignal): Promise<RemoteFile> {
    const { pollMs = usualPollMs } = this.#server;
    let now = file;
    while (now.state === "PROCESSING") {
      await sleep(pollMs, undefined, { signal });
      now = await this.#stateOf(now.name, signal);
    }
    if (now.state === "FAILED")
      throw new UnreadableMedia(`the provider could not process the video ${now.name}`);
    return now;
  }

  async #stateOf(name: string, signal: AbortSignal): Promise<RemoteFile> {
    const { baseUrl, apiKey } = this.#server;
    return (await (
      await this.#send(`${baseUrl}/${name}`, { headers: { "x-goog-api-key": apiKey }, signal })
    ).json()) as RemoteFile;
  }

  async #delete({ ready, leaving, users }: Upload): Promise<void> {
    if (users > 0) leaving.abort();
    const file = await ready.catch(() => undefined);
    if (file) await this.#deleteFile(file.name);
  }

  /**
   * Of bytes that were on their way nobody knows whether they arrived: the server may come to have
   * the file a moment later.
   */
  async #deleteSent(name: string): Promise<void> {
    if (await this.#deleteFile(name)) return;
    await sleep(this.#server.pollMs ?? usualPollMs);
    await this.#deleteFile(name);
  }

  /**
   * Whether it was there. Cleaning up must not fail what went well: what cannot be deleted ends by
   * itself.
   */
  async #deleteFile(name: string): Promise<boolean> {
    const { baseUrl, apiKey } = this.#server;
    try {
      await this.#send(`${baseUrl}/${name}`, {
        method: "DELETE",
        headers: { "x-goog-api-key": apiKey },
        signal: AbortSignal.timeout(10_000),
      });
      return true;
    } catch {
      return false;
    }
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const reply = await this.#server.fetch(url, init);
    if (reply.ok) return reply;
    throw new UploadError(reply, await reply.text());
  }
}

function before<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

function randomName(): string {
  return `files/vidimus-${randomBytes(16).toString("hex")}`;
}

/** An upload on its way. */
interface Sending {
  name: string;
  /** Whether there may be a file of this name. */
  mayBeThere: boolean;
}

interface RemoteFile {
  readonly name: string;
  readonly uri: string;
  readonly mimeType?: string;
  readonly state?: string;
}
