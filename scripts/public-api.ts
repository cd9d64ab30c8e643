import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../src/public/", import.meta.url));

/** What can be imported, and from which file. */
export const entries: Readonly<Record<string, string>> = {
  vidimus: "index.ts",
  "vidimus/metrics": "metrics.ts",
  "vidimus/families": "families.ts",
  "vidimus/media": "media.ts",
  "vidimus/report": "report.ts",
};

export interface PublicName {
  readonly name: string;
  readonly isType: boolean;
  /** The first sentence of its comment. */
  readonly summary: string;
}

/** The names that a file exports, in the order of the alphabet. */
export function publicNames(file: string): readonly PublicName[] {
  const found = new Map<string, PublicName>();
  for (const one of namesOf(join(root, file)))
    if (!found.get(one.name) || found.get(one.name)!.isType) found.set(one.name, one);
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function namesOf(path: string): readonly PublicName[] {
  const text = readFileSync(path, "utf8");
  const names: PublicName[] = [...typesIn(path), ...valuesIn(path)];
  for (const [, type, star, list, from] of text.matchAll(
    /^export (type )?(?:(\*)|\{([^}]*)\}) from "([^"]+)";/gm,
  )) {
    const source = from!.startsWith(".") ? join(dirname(path), from!) : undefined;
    if (star) names.push(...(type ? typesIn(source!) : namesOf(source!)));
    else
      for (const item of list!
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "")) {
        const [, isType, own, as] = /^(type )?(\w+)(?: as (\w+))?$/.exec(item)!;
        names.push({
          name: as ?? own!,
          isType: Boolean(type ?? isType),
          summary: source ? summaryOf(source, own!) : "",
        });
      }
  }
  return names;
}

function typesIn(path: string): readonly PublicName[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => ({
    name: name!,
    isType: true,
    summary: summaryOf(path, name!),
  }));
}

function valuesIn(path: string): readonly PublicName[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
    ([, name]) => ({ name: name!, isType: false, summary: summaryOf(path, name!) }),
  );
}

function summaryOf(path: string, name: string): string {
  const text = readFileSync(path, "utf8");
  const at = text.search(
    new RegExp(
      `^export (?:async )?(?:abstract )?(?:interface|type|function\\*?|const|class) ${name}\\b`,
      "m",
    ),
  );
  const before = at < 0 ? "" : text.slice(0, at);
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before)?.[1] ?? "";
  const plain = comment
    .replace(/^\s*\*\s?/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /^.*?[.;:](?=\s|$)/.exec(plain)?.[0].replace(/[;:]$/, ".") ?? plain;
}
