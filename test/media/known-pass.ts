import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readChecksums } from "../../src/evaluation/task/read-checksums.ts";
import { type MediaSourceOptions, mediaSource } from "../../src/media/media-source.ts";
import { mutationFormats } from "./mutation-formats.ts";
import type { MutationLab } from "./mutation-lab.ts";

/** What became of damaged files whose digests were known before. */
export interface KnownPass {
  readonly files: number;
  readonly refused: number;
  /** Damage that left every byte as it was. */
  readonly unchanged: number;
  /** Numbers of files that were changed and shown all the same. */
  readonly shown: readonly number[];
}

/**
 * Shows damaged files to a source of media that was given the digests of the whole ones, as a task
 * with `checksums` is.
 */
export async function knownPass(
  lab: MutationLab,
  count: number,
  folder: string,
): Promise<KnownPass> {
  const root = join(folder, "known");
  mkdirSync(root, { recursive: true });
  const nameOf = (number: number) =>
    `${number}.${mutationFormats[number % mutationFormats.length]!.name.split(" ").at(-1)}`;
  const lines: string[] = [];
  for (let number = 0; number < count; number++)
    lines.push(`${sha256((await lab.damaged(number)).original.bytes)}  ${nameOf(number)}\n`);
  const list = join(folder, "known.sha256");
  writeFileSync(list, lines.join(""));
  await using source = mediaSource({
    ...settings(folder),
    root,
    known: await readChecksums(list, root),
  });
  let [refused, unchanged] = [0, 0];
  const shown: number[] = [];
  for (let number = 0; number < count; number++) {
    const { bytes, original, format } = await lab.damaged(number);
    const path = join(root, nameOf(number));
    writeFileSync(path, bytes);
    const [outcome] = await source.look({ kind: format.kind, path: nameOf(number) }, [{}], {
      signal: new AbortController().signal,
    });
    rmSync(path);
    if (
      outcome?.kind === "media-error" &&
      outcome.reason.includes("differs from the digest in known.sha256")
    )
      refused++;
    else if (bytes.equals(original.bytes)) unchanged++;
    else shown.push(number);
  }
  return { files: count, refused, unchanged, shown };
}

function settings(folder: string): Omit<MediaSourceOptions, "root" | "known"> {
  return {
    request: {
      sampler: { strategy: "uniform", count: 1 },
      encoding: { format: "png", quality: 100, longestSide: null },
    },
    cache: { directory: join(folder, "known-cache"), maxBytes: 1e9 },
    timeLimitMs: 15_000,
    decoder: "",
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
