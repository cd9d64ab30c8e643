import { existsSync } from "node:fs";
import { type FileFacts, fileFacts } from "../../files/content-digest.ts";
import type { VerifiedPart } from "../../summary/verification.ts";

/** A file as it was recorded, under the name that people know it by. */
export interface RecordedFile {
  readonly name: string;
  /** Where it is now; `undefined` where nobody knows. */
  readonly path: string | undefined;
  readonly sha256: string;
}

interface FilesAbout {
  readonly part: VerifiedPart["part"];
  /** What they are, in words. */
  readonly what: string;
  /** Whether they lie in the run itself: one that is gone was removed, not moved. */
  readonly isOwn?: boolean;
  /** What else is to be said where all are as they were. */
  readonly also?: string;
}

const atOnce = 4;
const mostNamed = 5;

/** Digests files as they are now and compares them with what was recorded. */
export async function verifiedFiles(
  files: readonly RecordedFile[],
  { part, what, isOwn = false, also = "" }: FilesAbout,
): Promise<VerifiedPart> {
  const [changed, gone]: [string[], string[]] = [[], []];
  const left = [...files];
  const check = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const { name, path, sha256 } = file;
      const now = path !== undefined && existsSync(path) ? await factsOf(path) : undefined;
      if (!now) gone.push(name);
      else if (now.sha256 !== sha256) changed.push(name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, check));
  const troubles = [
    ...(changed.length > 0 ? [`changed: ${named(changed)}`] : []),
    ...(gone.length > 0 ? [`not there any more: ${named(gone)}`] : []),
  ];
  if (troubles.length > 0)
    return {
      part,
      state: changed.length > 0 || isOwn ? "changed" : "unchecked",
      text: `${changed.length + gone.length} of ${files.length} ${what}; ${troubles.join("; ")}`,
      changed: [...changed, ...(isOwn ? gone : [])].sort(),
    };
  return { part, state: "unchanged", text: `${files.length} ${what}${also}`, changed: [] };
}

async function factsOf(path: string): Promise<FileFacts | undefined> {
  return fileFacts(path).catch(() => undefined);
}

/** The first few, in their order, and how many more. */
function named(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.toSorted().slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(
    ", ",
  );
}
