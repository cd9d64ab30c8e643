import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRecord } from "../../core/json.ts";
import { UserError } from "../../core/user-error.ts";
import { TooManyBytes, wholeBytes } from "../../files/limited-bytes.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import { type Checksum, download } from "../web/download.ts";
import type { WebClient } from "../web/web-client.ts";
import { type HubSettings, tokenVariables } from "./hub-settings.ts";

/** One file of a dataset at one commit. */
export interface HubFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly checksum: Checksum;
}

export interface HubDatasetOptions {
  /** What kind of repository it is; a dataset if left out. */
  readonly kind?: "dataset" | "model" | undefined;
  /** `owner/name` */
  readonly name: string;
  /** Commit, tag or branch. */
  readonly revision: string;
  readonly settings: HubSettings;
  readonly client: WebClient;
  readonly isOffline: boolean;
  /** Where everything that was fetched is kept. */
  readonly cache: string;
}

const commitPattern = /^[0-9a-f]{40}$/;

/**
 * A dataset or model on the hub at one commit. The commit, the list of its files and the files
 * themselves are kept, so that one that was fetched once can be read offline.
 */
export class HubDataset {
  readonly #options: HubDatasetOptions;
  #commit: Promise<string> | undefined;
  #files: Promise<readonly HubFile[]> | undefined;
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(options: HubDatasetOptions) {
    this.#options = options;
  }

  /**
   * The commit that the revision stands for now; offline, the one it stood for when it was last
   * asked.
   */
  commit(): Promise<string> {
    this.#commit ??= this.#resolve();
    return this.#commit;
  }

  files(): Promise<readonly HubFile[]> {
    this.#files ??= this.#list();
    return this.#files;
  }

  /**
   * Asks whether its files may be read: anybody may list those of a gated repository.
   * @throws {UserError} with what would help, where they may not.
   */
  async checkAccess(): Promise<void> {
    const answer = await this.#options.client.get(`${this.#api()}/auth-check`);
    await answer.body?.cancel();
    if (answer.ok) return;
    // A mirror may not know the question, and is asked for the commit instead.
    if (answer.status === 404 && answer.headers.get("x-error-code") !== "RepoNotFound")
      await this.commit();
    else throw this.#refusal(answer, "such name");
  }

  /** Path of a file on this disk, fetched when it is not there. */
  async fetch(path: string): Promise<string> {
    const file = await this.#file(path);
    let fetching = this.#underWay.get(path);
    if (!fetching) {
      fetching = this.#fetch(file).finally(() => this.#underWay.delete(path));
      this.#underWay.set(path, fetching);
    }
    return fetching;
  }

  /** Where a file lies that was fetched before; `undefined` where it was not. */
  async kept(path: string): Promise<string | undefined> {
    const place = this.#place(await this.#file(path));
    return existsSync(place) ? place : undefined;
  }

  /**
   * The last bytes of a file, without the rest of it; `undefined` where the server gives no parts
   * of files.
   */
  async tail(path: string, lengthBytes: number): Promise<Buffer | undefined> {
    const { sizeBytes } = await this.#file(path);
    const from = Math.max(0, sizeBytes - lengthBytes);
    const answer = await this.#options.client.get(await this.#address(path), {
      "accept-encoding": "identity",
      range: `bytes=${from}-`,
    });
    const isPart = answer.status === 206 || (answer.ok && from === 0);
    // Where there is no tail, the whole is read and taken up again where it broke.
    if (isPart) return wholeBytes(answer.body, lengthBytes).catch(() => undefined);
    await answer.body?.cancel();
    if (answer.ok) return undefined;
    throw this.#refusal(answer, `file ${path}`);
  }

  /** Removes a file that was fetched and is kept in another form by now. */
  async forget(path: string): Promise<void> {
    await rm(this.#place(await this.#file(path)), { force: true });
  }

  async #file(path: string): Promise<HubFile> {
    const file = (await this.files()).find((each) => each.path === path);
    if (!file) throw new UserError(`${this.#options.name}: has no file ${path}`);
    return file;
  }

  async #address(path: string): Promise<string> {
    return `${this.#page()}/resolve/${await this.commit()}/${path.split("/").map(encodeURIComponent).join("/")}`;
  }

  #place({ checksum }: HubFile): string {
    return join(this.#options.cache, "blobs", checksum.value);
  }

  async #fetch(file: HubFile): Promise<string> {
    const { path, sizeBytes, checksum } = file;
    const { name, client } = this.#options;
    const target = this.#place(file);
    if (existsSync(target)) return target;
    if (sizeBytes > 50e6)
      client.note(`fetching ${path} of ${name} (${Math.round(sizeBytes / 1e6)} MB)`);
    return download(client, {
      url: await this.#address(path),
      target,
      sizeBytes,
      checksum,
      refusal: (answer) => this.#refusal(answer, `file ${path}`),
    });
  }

  async #resolve(): Promise<string> {
    const { revision, isOffline } = this.#options;
    if (commitPattern.test(revision)) return revision;
    const record = this.#record(`refs/${encodeURIComponent(revision)}.json`);
    const url = `${this.#api()}/revision/${encodeURIComponent(revision)}`;
    if (isOffline) {
      const known = readRecord(record);
      if (isRecord(known) && typeof known.commit === "string") return known.commit;
    }
    const answer = await this.#json(url, `revision "${revision}"`);
    const commit = isRecord(answer.value) ? answer.value.sha : undefined;
    if (typeof commit !== "string" || !commitPattern.test(commit))
      throw new UserError(`${url}: answers with no commit`);
    writeRecord(record, { commit });
    return commit;
  }

  async #list(): Promise<readonly HubFile[]> {
    const commit = await this.commit();
    const record = this.#record(`trees/${commit}.json`);
    const known = readRecord(record);
    if (Array.isArray(known)) return known as HubFile[];
    const files: HubFile[] = [];
    for (
      let url: string | undefined = `${this.#api()}/tree/${commit}?recursive=true`;
      url !== undefined;
    ) {
      const { value, next } = await this.#json(url, `commit ${commit}`);
      if (!Array.isArray(value)) throw new UserError(`${url}: answers with no list of files`);
      files.push(...value.flatMap(hubFile));
      url = next;
    }
    writeRecord(record, files);
    return files;
  }

  async #json(
    url: string,
    what: string,
  ): Promise<{ readonly value: unknown; readonly next: string | undefined }> {
    const answer = await this.#options.client.get(url);
    if (!answer.ok) {
      await answer.body?.cancel();
      throw this.#refusal(answer, what);
    }
    const value: unknown = await jsonOf(answer).catch((error: unknown) => {
      const why = error instanceof TooManyBytes ? `: ${error.message}` : "";
      throw new UserError(`${url}: answers with something that is not JSON${why}`);
    });
    const link = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    const next = link === undefined ? undefined : new URL(link, url);
    // A list that goes on elsewhere would lead the token there.
    return { value, next: next?.origin === new URL(url).origin ? next.href : undefined };
  }

  #refusal(answer: Response, what: string): UserError {
    const { kind = "dataset", name, settings } = this.#options;
    const code = answer.headers.get("x-error-code") ?? "";
    const page = this.#page();
    const login =
      settings.token === undefined
        ? `no token was found: set ${tokenVariables.join(" or ")}, or log in with \`hf auth login\``
        : `the token of ${settings.tokenFrom ?? "the environment"} may not read it`;
    if (code === "GatedRepo" || answer.status === 403)
      return new UserError(
        `the ${kind} ${name} is gated (${answer.status})`,
        `accept its terms at ${page}; ${login}`,
      );
    if (answer.status === 401)
      return new UserError(
        `there is no ${kind} ${name}, or it is private (401)`,
        `look at ${page}; ${login}`,
      );
    if (answer.status !== 404) return new UserError(`${page}: answered ${answer.status}`);
    const isRepository = code === "RepoNotFound";
    return new UserError(
      isRepository
        ? `there is no ${kind} ${name} (404)`
        : `the ${kind} ${name} has no ${what} (404)`,
      `look at ${page}`,
    );
  }

  #page(): string {
    const { kind, name, settings } = this.#options;
    return kind === "model"
      ? `${settings.endpoint}/${name}`
      : `${settings.endpoint}/datasets/${name}`;
  }

  #api(): string {
    const { kind = "dataset", name, settings } = this.#options;
    return `${settings.endpoint}/api/${kind}s/${name}`;
  }

  #record(path: string): string {
    const { kind, name, settings, cache } = this.#options;
    return join(
      cache,
      encodeURIComponent(new URL(settings.endpoint).host),
      kind === "model" ? "models" : "",
      name,
      path,
    );
  }
}

function hubFile(entry: unknown): readonly HubFile[] {
  if (!isRecord(entry) || entry.type !== "file" || typeof entry.path !== "string") return [];
  const large = isRecord(entry.lfs) ? entry.lfs : undefined;
  const checksum: Checksum = large
    ? { kind: "sha256", value: String(large.oid) }
    : { kind: "git-sha1", value: String(entry.oid) };
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(checksum.value))
    throw new UserError(`the hub gives no checksum of ${entry.path}`);
  return [{ path: entry.path, sizeBytes: Number(large?.size ?? entry.size), checksum }];
}

function readRecord(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function writeRecord(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeAtomically(path, JSON.stringify(value));
}

/** No list of files is so long. */
const longestAnswerBytes = 64_000_000;

async function jsonOf(answer: Response): Promise<unknown> {
  const bytes = await wholeBytes(answer.body, longestAnswerBytes);
  return JSON.parse(bytes.toString("utf8"));
}
