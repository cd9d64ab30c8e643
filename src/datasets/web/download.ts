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
  readonly checksum: Checksum;
  /** Says what a status other than success means. */
  refusal?(answer: Response): UserError;
}

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
export async function download(client: WebClient, wanted: Download): Promise<string> {
  if (await stat(wanted.target).catch(() => undefined)) return wanted.target;
  await mkdir(dirname(wanted.target), { recursive: true });
  const draft = `${wanted.target}.${process.pid}-${randomUUID()}.part`;
  await takeOver(wanted.target, draft);
  for (let mismatches = 0; ; mismatches++) {
    await fetchRest(client, wanted, draft);
    const found = await checksumOf(draft, wanted.checksum.kind);
    if (found === wanted.checksum.value) break;
    await rm(draft, { force: true });
    // A part from an earlier try may have been damaged: a second one starts afresh.
    if (mismatches > 0)
      throw new UserError(
        `${withoutQuery(wanted.url)}: the checksum is wrong: ${wanted.checksum.kind} is ${found}, expected ${wanted.checksum.value}`,
        "the file was changed or damaged on its way",
      );
  }
  await rename(draft, wanted.target);
  return wanted.target;
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
async function fetchRest(client: WebClient, wanted: Download, draft: string): Promise<void> {
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
  client: WebClient,
  wanted: Download,
  draft: string,
): Promise<string | undefined> {
  const from = await sizeOf(draft);
  const headers = {
    "accept-encoding": "identity",
    ...(from > 0 ? { range: `bytes=${from}-` } : {}),
  };
  const answer = await client.get(wanted.url, headers);
  if (answer.status === 416) {
    await answer.body?.cancel();
    await rm(draft, { force: true });
    return "has no such range";
  }
  if (!answer.ok) {
    await answer.body?.cancel();
    throw (
      wanted.refusal?.(answer) ??
      new UserError(`${withoutQuery(wanted.url)}: answered ${answer.status}`)
    );
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

async function checksumOf(path: string, kind: Checksum["kind"]): Promise<string> {
  const sum = createHash(kind === "sha256" ? "sha256" : "sha1");
  if (kind === "git-sha1") sum.update(`blob ${await sizeOf(path)}\0`);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    sum.update(chunk as Buffer);
  return sum.digest("hex");
}
