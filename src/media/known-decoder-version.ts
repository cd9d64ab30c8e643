import { mkdirSync, readFileSync, statSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { UserError } from "../core/user-error.ts";
import { writeAtomically } from "../files/write-atomically.ts";
import { codecManifest } from "./video/codec-manifest.ts";

export interface KnownDecoderVersion {
  readonly version: string;
  /** Loads the decoders and makes sure; to be called before anything is decoded or looked up. */
  confirm(): Promise<void>;
}

/**
 * What decodes here, as an earlier start noted it in the cache's directory: loading the decoders
 * only to ask them takes a tenth of a second and 40 MB, which runs that show nothing would pay too.
 * A note of another installation does not count.
 * @throws {UserError} from `confirm`, where the note was wrong; it is right from then on.
 */
export async function knownDecoderVersion(directory: string): Promise<KnownDecoderVersion> {
  const path = join(directory, "decoder-version.json");
  const installation = installed();
  const ask = async () => (await import("./decoder-version.ts")).decoderVersion();
  const note = (version: string) => {
    try {
      mkdirSync(directory, { recursive: true });
      writeAtomically(path, `${JSON.stringify({ installation, version })}\n`);
    } catch {
      // The next start asks again.
    }
  };
  const noted = readNote(path);
  if (noted?.installation !== installation) {
    const version = await ask();
    note(version);
    return { version, confirm: async () => undefined };
  }
  const { version } = noted;
  let confirmed: Promise<void> | undefined;
  const confirm = async () => {
    const now = await ask();
    if (now === version) return;
    note(now);
    throw new UserError(
      `what decodes pictures has changed: ${version} before, ${now} now`,
      "run the same command again",
    );
  };
  return {
    version,
    confirm() {
      confirmed ??= confirm();
      return confirmed;
    },
  };
}

interface Note {
  readonly installation: string;
  readonly version: string;
}

function readNote(path: string): Note | undefined {
  try {
    const { installation, version } = JSON.parse(readFileSync(path, "utf8")) as Readonly<
      Record<string, unknown>
    >;
    return typeof installation === "string" && typeof version === "string"
      ? { installation, version }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The packages that decode, by where and since when they lie there. */
function installed(): string {
  const manifests = [codecManifest(), findPackageJSON("sharp", import.meta.url)];
  const facts = manifests.map((path) =>
    path === undefined ? "none" : `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`,
  );
  return [process.platform, process.arch, ...facts].join("; ");
}
