/** Writes the bill of materials beside the build: part of `npm run build`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtInPackages, type LockFile, sbom } from "./sbom.ts";

const lock = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
) as LockFile;
const target = new URL("../dist/sbom.cdx.json", import.meta.url);
mkdirSync(new URL(".", target), { recursive: true });
const licences = ["program", "library"].map((part) =>
  readFileSync(new URL(`../dist/${part}/licences.txt`, import.meta.url), "utf8"),
);
const bill = sbom(lock, builtInPackages(licences.join("\n")));
writeFileSync(target, `${JSON.stringify(bill, null, 1)}\n`);
