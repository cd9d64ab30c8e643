import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { limitedBytes, TooManyBytes } from "../../files/limited-bytes.ts";
import { connectionProblem, type WebClient, withoutQuery } from "./web-client.ts";

export interface Download {
  readonly url: string;
  /** Where the whole and checked file goes. */
  readonly target: string;
  readonly sizeBytes?: number | undefined;
  /** Left out where nobody knows it: then `etag` keeps parts of different versions apart. */
  readonly checksum?: Checksum | undefined;
  /**
   * The version that is wanted, as a strong validator (RFC 9110): of another one nothing is taken.
   * Without it and without a checksum, parts are never continued.
   */
  readonly etag?: string | undefined;
  /** Where parts are gathered, for whoever has this file to himself; else a name of its own. */
  readonly draft?: string | undefined;
  /** Says what a status other than success means. */
  refusal?(answer: Response): UserError | Promise<UserError>;
}

/** The file became another one since it was looked at. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
}

/** Asks for files; `pauseBefore` is waited for before an attempt is repeated. */
export type FileClient = Pick<WebClient, "get" | "pauseBefore">;

/** `git-sha1`: as Git names a file's content. */
export interface Checksum {
  readonly kind: "sha256" | "git-sha1";
  readonly value: string;
}

const attempts = 5;

/**
 * Fetches a file unless it is there. What arrived is kept when a connection breaks or the program
 * ends, and the rest is asked for next time; the file appears under its name only after its
 * checksum was found right. Processes that fetch the same at once do not disturb each other.
 */
export async function download(client: FileClient, wanted: Download): Promise<string> {
  const { target, checksum } = wanted;
  if (await stat(target).catch(() => undefined)) return target;
  await mkdir(dirname(target), { recursive: true });
  const draft = wanted.draft ?? `${target}.${process.pid}-${randomUUID()}.part`;
  if (wanted.draft === undefined) await takeOver(target, draft);
  for (let mismatches = 0; ; mismatches++) {
    await fetchRest(client, wanted, draft);
    const found = checksum && (await checksumOf(draft, checksum.kind));
    if (found === checksum?.value) break;
    await rm(draft, { force: true });
    // A part from an earlier try may have been damaged: a second one starts afresh.
    if (mismatches > 0)
      throw new UserError(
        `${withoutQuery(wanted.url)}: the checksum is wrong: ${checksum?.kind} is ${found}, expected ${checksum?.value}`,
        "the file was changed or damaged on its way",
      );
  }
  await rename(draft, target);
  return target;
}

/** Continues what a process left behind that is no longer there. */
async function takeOver(target: string, draft: string): Promise<void> {
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const owner = name.startsWith(`${basename(target)}.`)
      ? /\.(\d+)-[0-9a-f-]{36}\.part$/.exec(name)?.[1]
      : undefined;
    if (owner === undefined || isAlive(Number(owner))) continue;
    const isOurs = await rename(join(dirname(target), name), draft).then(
      () => true,
      () => false,
    );
    if (isOurs) return;
  }
}

function isAlive(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Asks for what is missing until it is there; every attempt that brings something forward counts as
 * none.
 */
async function fetchRest(client: FileClient, wanted: Download, draft: string): Promise<void> {
  let failures = 0;
  for (;;) {
    const before = await sizeOf(draft);
    if (wanted.sizeBytes !== undefined && before === wanted.sizeBytes) return;
    const problem = await fetchOnce(client, wanted, draft);
    const after = await sizeOf(draft);
    const isWhole =
      problem === undefined && (wanted.sizeBytes === undefined || after === wanted.sizeBytes);
    if (isWhole) return;
    failures = after > before ? 0 : failures + 1;
    const reason = problem ?? `ended after ${after} of ${wanted.sizeBytes} bytes`;
    if (failures === attempts)
      throw new UserError(
        `${withoutQuery(wanted.url)}: ${reason}`,
        "what arrived is kept; run again to go on",
      );
    await client.pauseBefore(failures + 1);
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** One request, written as it comes; returns what broke it. */
async function fetchOnce(
  client: FileClient,
  wanted: Download,
  draft: string,
): Promise<string | undefined> {
  const { etag, checksum } = wanted;
  const from = etag === undefined && !checksum ? 0 : await sizeOf(draft);
  const headers = {
    "accept-encoding": "identity",
    ...(from > 0 ? { range: `bytes=${from}-` } : {}),
    ...(from > 0 && etag !== undefined ? { "if-range": etag } : {}),
  };
  const answer = await client.get(wanted.url, headers);
  if (answer.status === 416) {
    await answer.body?.cancel();
    await rm(draft, { force: true });
    return "has no such range";
  }
  if (!answer.ok) {
    const refusal = await wanted.refusal?.(answer);
    await answer.body?.cancel();
    if (refusal) throw refusal;
    throw new UserError(`${withoutQuery(wanted.url)}: answered ${answer.status}`);
  }
  if (isAnother(answer, wanted)) {
    await answer.body?.cancel();
    throw new ChangedMeanwhile(`${withoutQuery(wanted.url)}: changed while it was fetched`);
  }
  const continues =
    answer.status === 206 && answer.headers.get("content-range")?.startsWith(`bytes ${from}-`);
  await using file = await open(draft, continues ? "a" : "w");
  try {
    const left =
      wanted.sizeBytes === undefined
        ? Number.POSITIVE_INFINITY
        : wanted.sizeBytes - (continues ? from : 0);
    if (answer.body)
      for await (const piece of limitedBytes(answer.body, left)) await file.writeFile(piece);
    // What no checksum vouches for must be on the disk before it counts as whole.
    if (!checksum) await file.datasync();
  } catch (error) {
    if (error instanceof TooManyBytes)
      throw new UserError(
        `${withoutQuery(wanted.url)}: sends more than the ${wanted.sizeBytes} bytes that the file has`,
      );
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return connectionProblem(error);
  }
  return undefined;
}

/** Whether what is sent is of another version than is wanted. */
function isAnother({ status, headers }: Response, { etag, sizeBytes }: Download): boolean {
  if (etag === undefined) return false;
  const whole = Number(
    status === 206
      ? /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1]
      : (headers.get("content-length") ?? undefined),
  );
  const isOtherSize = sizeBytes !== undefined && Number.isFinite(whole) && whole !== sizeBytes;
  return headers.get("etag") !== etag || isOtherSize;
}

async function checksumOf(path: string, kind: Checksum["kind"]): Promise<string> {
  const sum = createHash(kind === "sha256" ? "sha256" : "sha1");
  if (kind === "git-sha1") sum.update(`blob ${await sizeOf(path)}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    sum.update(chunk as Buffer);
  return sum.digest("hex");
}
