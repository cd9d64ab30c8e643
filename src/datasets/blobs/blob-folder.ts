import { createHash, hash, randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { type Blob, type BlobDraft, type BlobSink, blobFile, blobPath } from "./blob.ts";
import { blobEnding } from "./blob-ending.ts";

/**
 * Keeps blobs as files named by their content, so that media are decoded by path and a blob that
 * many rows share lies there once. Safe for processes that write the same at the same time: a file
 * appears under its name only when it is whole.
 */
export function blobFolder(folder: string): BlobSink {
  return {
    take(bytes) {
      const blob = describe(hash("sha256", bytes, "hex"), bytes.length, bytes);
      const path = placeOf(folder, blob);
      if (isThere(path, blob.sizeBytes)) return blob;
      const draft = `${path}.${randomUUID()}.part`;
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(draft, bytes, { flag: "wx" });
        renameSync(draft, path);
      } catch (error) {
        rmSync(draft, { force: true });
        throw unwritable(error, folder);
      }
      return blob;
    },
    async draft() {
      const path = join(folder, `${randomUUID()}.part`);
      try {
        await mkdir(folder, { recursive: true });
        return new FileDraft(folder, path, await open(path, "wx"));
      } catch (error) {
        throw unwritable(error, folder);
      }
    },
  };
}

/** Digests blobs and keeps nothing: for scoring, which looks at no picture. */
export const digestOnly: BlobSink = {
  take: (bytes) => describe(hash("sha256", bytes, "hex"), bytes.length, bytes),
  draft: async () => new DigestDraft(),
};

function describe(digest: string, sizeBytes: number, start: Uint8Array): Blob {
  return { digest, sizeBytes, ending: blobEnding(start) };
}

function placeOf(folder: string, blob: Blob): string {
  return join(folder, blobFile(blobPath(blob))!);
}

function isThere(path: string, sizeBytes: number): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === sizeBytes;
}

class DigestDraft implements BlobDraft {
  readonly #sum = createHash("sha256");
  #start: Uint8Array = new Uint8Array(0);
  #sizeBytes = 0;

  async add(piece: Uint8Array): Promise<void> {
    if (this.#start.length < 16) this.#start = Buffer.concat([this.#start, piece.subarray(0, 16)]);
    this.#sum.update(piece);
    this.#sizeBytes += piece.length;
  }

  async finish(): Promise<Blob> {
    return describe(this.#sum.digest("hex"), this.#sizeBytes, this.#start);
  }

  async discard(): Promise<void> {}
}

class FileDraft extends DigestDraft {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: FileHandle;

  constructor(folder: string, path: string, file: FileHandle) {
    super();
    this.#folder = folder;
    this.#path = path;
    this.#file = file;
  }

  override async add(piece: Uint8Array): Promise<void> {
    await super.add(piece);
    try {
      await this.#file.writeFile(piece);
    } catch (error) {
      throw unwritable(error, this.#folder);
    }
  }

  override async finish(): Promise<Blob> {
    const blob = await super.finish();
    await this.#file.close();
    const path = placeOf(this.#folder, blob);
    await mkdir(dirname(path), { recursive: true });
    await rename(this.#path, path);
    return blob;
  }

  override async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#path, { force: true });
  }
}

function unwritable(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (!["EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOSPC", "EDQUOT"].includes(code)) return error;
  return new UserError(
    `cannot write to the cache: ${code} (${folder})`,
    "make room or name another directory: VIDIMUS_CACHE=<dir>",
  );
}
