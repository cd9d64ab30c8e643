/** One package as the lock file knows it. */
interface LockedPackage {
  /** If it is not the one that its place says. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  /** Whether it stands for a folder of the repository. */
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  /** By place, such as `node_modules/a/node_modules/b`; the package itself is at the empty one. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface ShippedPackage extends Pick<LockedPackage, "integrity" | "optional"> {
  readonly place: string;
  readonly name: string;
  readonly version: string;
  /** As the package states it. */
  readonly licence: string | undefined;
}

/**
 * FFmpeg as it is linked into the binaries of `node-av`; a test compares it with the binary that is
 * installed.
 */
export const ffmpeg = {
  version: "8.1-Jellyfin",
  licence: "GPL-3.0-or-later",
  configuredWith: ["--enable-gpl", "--enable-version3"],
  /** What the makers of FFmpeg count as not to be distributed under the GPL. */
  unusual: "--enable-libfdk-aac",
  carriers: /^@seydx\/node-av-/,
} as const;

/**
 * Packages that an installation may hold, for all platforms: everything that is not only for
 * development, and what is built into the program, as `name@version`.
 */
export function shippedPackages(
  { packages }: LockFile,
  builtIn: ReadonlySet<string> = new Set(),
): readonly ShippedPackage[] {
  return Object.entries(packages).flatMap(([place, locked]) => {
    const { name = nameAt(place), version = "", license, integrity, optional, dev, link } = locked;
    // Workspaces are part of this repository; what they need is only there to build them.
    if (!place.startsWith("node_modules/") || link) return [];
    const isBuiltIn = builtIn.has(`${name}@${version}`);
    if (dev && !isBuiltIn) return [];
    return [
      {
        place,
        name,
        version,
        licence: license,
        ...(integrity ? { integrity } : {}),
        ...(optional && !isBuiltIn ? { optional } : {}),
      },
    ];
  });
}

/** Packages that became part of what was built, read from the licences that lie beside it. */
export function builtInPackages(licences: string): ReadonlySet<string> {
  const heads = licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*) \(.+\)$/gm);
  return new Set([...heads].map(([, name, version]) => `${name}@${version}`));
}

/**
 * A bill of materials in CycloneDX 1.6. The same lock file always gives the same text: it has no
 * date and no serial number.
 */
export function sbom(lock: LockFile, builtIn: ReadonlySet<string>): object {
  const shipped = shippedPackages(lock, builtIn);
  const parts = shipped.filter(({ place }) => lock.packages[place]!.dev);
  const { version = "", license = "" } = lock.packages[""]!;
  const root = {
    type: "application",
    name: "vidimus",
    version,
    "bom-ref": `vidimus@${version}`,
    licenses: licences(license),
  };
  const places = new Set(["", ...shipped.map(({ place }) => place)]);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: root },
    components: shipped.map(component),
    dependencies: [...places].map((place) => ({
      ref: place === "" ? root["bom-ref"] : place,
      dependsOn: [
        ...neededBy(lock.packages[place]!).flatMap((name) => placeOf(name, place, places) ?? []),
        ...(place === "" ? parts.map((part) => part.place) : []),
      ],
    })),
  };
}

function component({ place, name, version, licence, integrity, optional }: ShippedPackage): object {
  return {
    type: "library",
    "bom-ref": place,
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    scope: optional ? "optional" : "required",
    ...(licence === undefined ? {} : { licenses: licences(licence) }),
    ...(integrity?.startsWith("sha512-")
      ? {
          hashes: [
            { alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") },
          ],
        }
      : {}),
    ...(ffmpeg.carriers.test(name) ? { components: [ffmpegIn(place)] } : {}),
  };
}

function ffmpegIn(place: string): object {
  return {
    type: "library",
    "bom-ref": `${place}#ffmpeg`,
    name: "FFmpeg",
    version: ffmpeg.version,
    licenses: licences(ffmpeg.licence),
    description: `linked statically, configured with ${ffmpeg.configuredWith.join(" ")}`,
    externalReferences: [{ type: "vcs", url: "https://github.com/jellyfin/jellyfin-ffmpeg" }],
  };
}

function licences(text: string): readonly object[] {
  return [/ (?:AND|OR|WITH) /.test(text) ? { expression: text } : { license: { id: text } }];
}

function nameAt(place: string): string {
  return place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

function neededBy({
  dependencies = {},
  optionalDependencies = {},
}: LockedPackage): readonly string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies }).toSorted();
}

/** Where Node finds a package from another one: in the nearest `node_modules` that has it. */
function placeOf(name: string, from: string, places: ReadonlySet<string>): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (places.has(place)) return place;
    if (folder === "") return undefined;
  }
}
