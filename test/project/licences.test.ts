import { readFileSync } from "node:fs";
import { getFFmpegInfo } from "node-av/lib";
import { describe, expect, it } from "vitest";
import {
  builtInPackages,
  ffmpeg,
  type LockFile,
  sbom,
  shippedPackages,
} from "../../scripts/sbom.ts";

const lock = JSON.parse(
  readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
) as LockFile;
type Needs = Readonly<Record<string, string>>;

const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as Readonly<Record<"dependencies" | "optionalDependencies" | "devDependencies", Needs>>;
const direct = Object.keys({ ...dependencies, ...optionalDependencies });
const placesOf = (names: readonly string[]) => names.map((name) => `node_modules/${name}`);
/** As the build writes it for packages that are installed for development only. */
const parts = ["node-av", "vega"];
const builtIn = builtInPackages(
  parts
    .map(
      (name) => `${name} ${lock.packages[`node_modules/${name}`]!.version} (MIT)\n\nText of it.\n`,
    )
    .join("\n"),
);

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
  readonly components?: readonly Component[];
}
interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe("the bill of materials", () => {
  const bill = sbom(lock, builtIn) as Bill;
  const refs = bill.components.map((one) => one["bom-ref"]);

  it("says of FFmpeg what the installed binary says of itself", () => {
    const { version, configuration } = getFFmpegInfo();
    expect(version).toBe(ffmpeg.version);
    const switches = configuration
      .split(" ")
      .filter((one) => /^--enable-(?:gpl|version3|nonfree)$/.test(one));
    expect(switches.toSorted()).toEqual([...ffmpeg.configuredWith]);
    expect(configuration.split(" ")).toContain(ffmpeg.unusual);
    const carriers = bill.components.filter(({ name }) => name.startsWith("@seydx/node-av-"));
    expect(carriers.length).toBeGreaterThanOrEqual(6);
    for (const { components = [] } of carriers)
      expect(components).toMatchObject([
        { name: "FFmpeg", version, licenses: [{ license: { id: "GPL-3.0-or-later" } }] },
      ]);
  });

  it("takes the binaries of FFmpeg from the release that the program was built with", () => {
    const own = lock.packages["node_modules/node-av"]!.optionalDependencies!;
    // Official builds of Node for Windows are made with MSVC.
    const carriers = Object.keys(own).filter((name) => /^@seydx.*(?<!-mingw)$/.test(name));
    expect(optionalDependencies).toEqual(
      Object.fromEntries(carriers.map((name) => [name, devDependencies["node-av"]])),
    );
  });

  it("holds every package that is not only for development, once", () => {
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs).toEqual(shippedPackages(lock, builtIn).map(({ place }) => place));
    expect(refs).toEqual(expect.arrayContaining(placesOf([...direct, ...parts])));
    expect(shippedPackages(lock).map(({ name }) => name)).not.toContain("vega");
    expect(bill.components.find(({ name }) => name === "vitest")).toBeUndefined();
  });

  it("says which package needs which, and nothing that is not there", () => {
    const known = new Set([...refs, bill.metadata.component["bom-ref"]]);
    expect(
      bill.dependencies
        .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
        .filter((ref) => !known.has(ref)),
    ).toEqual([]);
    expect(bill.dependencies[0]!.dependsOn).toEqual([
      ...placesOf(direct.toSorted()),
      ...placesOf(parts),
    ]);
    const needed = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect(refs.filter((ref) => !needed.has(ref))).toEqual([]);
  });
});
