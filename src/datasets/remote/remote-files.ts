import { rm } from "node:fs/promises";
import { type Result, success } from "../../core/result.ts";
import { Slots } from "../../core/slots.ts";
import { UserError } from "../../core/user-error.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { ChangedMeanwhile, download } from "../web/download.ts";
import { KeptObjects, unwritable } from "./kept-objects.ts";
import { endingOf, withoutSecrets } from "./remote-address.ts";
import type { RemoteClient } from "./remote-client.ts";
import {
  type RemoteFacts,
  type RemoteRecord,
  readRecord,
  stateOf,
  writeRecord,
} from "./remote-record.ts";

export interface RemoteFilesOptions {
  /** Where they are kept. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly client: RemoteClient;
  readonly isOffline: boolean;
  /** SHA-256 of a file on this disk. */
  digest(path: string): Promise<string>;
}

/** A file on this disk that stays there until it is released. */
export interface HeldFile extends AsyncDisposable {
  readonly path: string;
}

/** So many are asked about, and so many fetched, at once. */
const asksAtOnce = 16;
const transfersAtOnce = 6;
const changesTaken = 3;
const noted = 200e6;

/**
 * Remote files, each fetched when it is first wanted and kept within a bound. A version is known by
 * its address, ETag (else time of modification) and size; each is a file of its own here.
 */
export class RemoteFiles {
  readonly #options: RemoteFilesOptions;
  readonly #kept: KeptObjects;
  readonly #facts = new Map<string, Promise<Result<RemoteFacts>>>();
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #asking = new Slots(asksAtOnce);
  readonly #transfers = new Slots(transfersAtOnce);

  constructor(options: RemoteFilesOptions) {
    const { folder, maxBytes, client } = options;
    this.#options = options;
    this.#kept = new KeptObjects({ folder, maxBytes, onNote: (text) => client.note(text) });
  }

  /**
   * How a file is now, asked once; offline, how it was when it was fetched, `undefined` where it was
   * not. A file that is not there is a reason, one that may not be read an error.
   */
  async facts(address: string): Promise<Result<RemoteFacts> | undefined> {
    if (this.#options.isOffline) {
      const record = this.#record(address);
      return record && success(record);
    }
    let asked = this.#facts.get(address);
    if (!asked) {
      asked = this.#asking.run(() => this.#ask(address));
      // What failed for now may do better next time.
      asked.catch(() => this.#facts.delete(address));
      this.#facts.set(address, asked);
    }
    return asked;
  }

  /** What it digests to, where that is known of the version there is now. */
  knownDigest(address: string, facts: RemoteFacts): string | undefined {
    const record = this.#record(address);
    return record && stateOf(record) === stateOf(facts) ? record.sha256 : undefined;
  }

  /** Whether another version was fetched before. */
  isChanged(address: string, facts: RemoteFacts): boolean {
    const record = this.#record(address);
    return record !== undefined && stateOf(record) !== stateOf(facts);
  }

  /** Where it lies, if it was fetched and is still kept. */
  async place(address: string, facts: RemoteFacts): Promise<string | undefined> {
    const name = this.#nameOf(address, facts);
    return (await this.#kept.has(name)) ? this.#kept.path(name) : undefined;
  }

  /** Brings a file here and keeps it until it is released. */
  async hold(address: string, signal?: AbortSignal): Promise<Result<HeldFile>> {
    for (let changes = 0; ; changes++) {
      const facts = await this.facts(address);
      if (!facts) throw this.#offline(address);
      if (!facts.ok) return facts;
      const name = this.#nameOf(address, facts.value);
      try {
        while (!(await this.#held(name)))
          await this.#fetchOnce(address, { name, facts: facts.value, signal });
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || changes === changesTaken) throw error;
        this.#facts.delete(address);
        continue;
      }
      return success({
        path: this.#kept.path(name),
        [Symbol.asyncDispose]: () => this.#kept.release(name),
      });
    }
  }

  /**
   * Holds a file that is there. One that is not must not be held while it is waited for: those who
   * wait for each other's files would leave no room for any.
   */
  async #held(name: string): Promise<boolean> {
    if (await this.#kept.hold(name)) return true;
    await this.#kept.release(name);
    return false;
  }

  /** Those who want the same share one transfer. */
  async #fetchOnce(address: string, wanted: Wanted): Promise<void> {
    const { name } = wanted;
    if (this.#options.isOffline) throw this.#offline(address);
    let fetching = this.#underWay.get(name);
    if (!fetching) {
      fetching = this.#transfers
        .run(() => this.#fetch(address, wanted))
        .finally(() => this.#underWay.delete(name));
      this.#underWay.set(name, fetching);
    }
    return fetching;
  }

  async #fetch(address: string, { name, facts, signal }: Wanted): Promise<void> {
    const kept = this.#kept;
    using lock = await kept.toFetch(name, signal);
    if (!lock) return;
    await kept.reserve(name, signal);
    await kept.hold(name);
    try {
      await this.#download(address, { name, facts, signal });
    } finally {
      // Those who waited for it come first: a use that goes on is none that ends.
      setImmediate(() => void kept.release(name));
    }
  }

  async #download(address: string, { name, facts, signal }: Wanted): Promise<void> {
    const { client, folder, digest } = this.#options;
    const kept = this.#kept;
    // One that has not the size it must have was damaged since.
    await rm(kept.path(name), { force: true });
    const { sizeBytes, etag } = facts;
    if ((sizeBytes ?? 0) > noted)
      client.note(`fetching ${withoutSecrets(address)} (${Math.round(sizeBytes! / 1e6)} MB)`);
    try {
      await download(client.leavable(signal), {
        ...{ url: address, target: kept.path(name), draft: kept.draft(name), sizeBytes, etag },
        refusal: (answer) => client.refusalOf(address, answer),
      });
      await kept.settle(name);
    } catch (error) {
      const told = unwritable(error, folder);
      // A full disk is not helped by what is left; parts of another version are of no use.
      if (told !== error || error instanceof ChangedMeanwhile) await kept.discard(name);
      throw told;
    }
    const sha256 = await digest(kept.path(name));
    writeRecord(folder, client.placeOf(address), { ...facts, sha256 });
  }

  async #ask(address: string): Promise<Result<RemoteFacts>> {
    const { client } = this.#options;
    const headers = { "accept-encoding": "identity" };
    const head = await client.get(address, headers, { method: "HEAD" });
    if (head.ok) return success(factsOf(head));
    if (head.status === 404) return client.lackOf(address, head);
    // Some answer to no such question; others say only here what is wrong.
    const part = await client.get(address, { ...headers, range: "bytes=0-0" });
    if (part.ok) {
      await part.body?.cancel();
      return success(factsOf(part));
    }
    return client.lackOf(address, part);
  }

  #record(address: string): RemoteRecord | undefined {
    const { folder, client } = this.#options;
    return readRecord(folder, client.placeOf(address));
  }

  #nameOf(address: string, facts: RemoteFacts): string {
    const id = contentDigest(`${this.#options.client.placeOf(address)}\n${stateOf(facts)}`);
    const ending = endingOf(address);
    const size = facts.sizeBytes === undefined ? "" : `-${facts.sizeBytes}`;
    return `${id}${size}${ending === "" ? "" : `.${ending}`}`;
  }

  #offline(address: string): UserError {
    return new UserError(
      `offline, but this would be fetched: ${withoutSecrets(address)}`,
      "leave out --offline, or fetch it once before",
    );
  }
}

interface Wanted {
  readonly name: string;
  readonly facts: RemoteFacts;
  readonly signal: AbortSignal | undefined;
}

/** A weak validator says nothing of bytes, and cannot keep parts of versions apart. */
function factsOf({ status, headers }: Response): RemoteFacts {
  const size =
    status === 206
      ? /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1]
      : (headers.get("content-length") ?? undefined);
  const etag = headers.get("etag");
  const modified = headers.get("last-modified");
  return {
    ...(size === undefined ? {} : { sizeBytes: Number(size) }),
    ...(etag?.startsWith('"') ? { etag } : {}),
    ...(modified === null ? {} : { modified }),
  };
}
