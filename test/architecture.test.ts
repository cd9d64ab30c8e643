import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { families } from "../src/families/index.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const root = join(repository, "src");
/** What is made here and not committed. */
const made = ["node_modules", ".git", "dist", "runs", "coverage"];

/** Which folders each folder may import, beside itself. Everything may import `core`. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: [],
  math: [],
  metrics: ["math"],
  families: ["math", "metrics"],
  summary: [],
  scoring: ["math", "summary"],
  report: ["summary"],
  files: [],
  config: [],
  resources: ["files", "metrics"],
  datasets: ["files", "math"],
  media: ["files", "math"],
  systems: ["files", "math", "media"],
  engine: [],
  store: ["files"],
  evaluation: [
    ...["config", "datasets", "engine", "families", "files", "math", "media", "metrics"],
    ...["report", "resources", "scoring", "store", "summary", "systems"],
  ],
  server: [
    ...["config", "datasets", "evaluation", "families", "files", "math", "media"],
    ...["metrics", "report", "scoring", "store", "summary"],
  ],
  cli: [
    ...[
      "config",
      "datasets",
      "engine",
      "evaluation",
      "families",
      "files",
      "math",
      "media",
      "metrics",
    ],
    ...["report", "resources", "scoring", "server", "store", "summary", "systems"],
  ],
  public: [
    ...["config", "engine", "evaluation", "families", "files", "media", "metrics"],
    ...["report", "scoring", "store", "summary"],
  ],
};
const prints = /\bconsole\.|\bprocess\.(?:stdout|stderr)\b/;
const pure = ["core", "math", "metrics", "families", "summary", "scoring", "report"];
/** Files past this length need a reason in their first comment: "Long because …". */
const longestFile = 400;
/** Of one folder, beside tests. */
const mostFiles = 40;

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: readonly Source[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    return { path, folder: path.split("/")[0]!, text, imports };
  });

/** Imports within the project, as paths below src. */
function local({ path, imports }: Source): readonly string[] {
  return imports
    .filter((name) => name.startsWith("."))
    .map((name) => relative(root, resolve(root, dirname(path), name)));
}

describe("architecture", () => {
  it("finds the sources", () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter(({ imports }) => imports.length > 0).length).toBeGreaterThan(
      sources.length / 2,
    );
  });

  it("knows every folder", () => {
    const folders = new Set(
      sources.filter(({ path }) => path.includes("/")).map(({ folder }) => folder),
    );
    expect([...folders].filter((folder) => !(folder in allowed))).toEqual([]);
  });

  it("keeps the direction of imports", () => {
    const wrong = sources
      .filter(({ path }) => path.includes("/"))
      .flatMap((source) =>
        local(source)
          .filter((target) => target.includes("/") && !target.startsWith("../"))
          .filter(
            (target) =>
              ![source.folder, "core", ...allowed[source.folder]!].includes(target.split("/")[0]!),
          )
          .map((target) => `${source.path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it("keeps pure folders pure", () => {
    const impure =
      /\bfrom\s*"node:|\bimport\("node:|\bfetch\(|\bprocess\.|\bconsole\.|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bsetTimeout\b|\bsetInterval\b/;
    const wrong = sources
      .filter(({ folder, text }) => pure.includes(folder) && impure.test(withoutComments(text)))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it("lets the browser app import what is pure, and the contract with its server", () => {
    const web = join(repository, "web/src");
    const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((path) =>
      /\.tsx?$/.test(path),
    );
    expect(files.length).toBeGreaterThan(5);
    const wrong = files.flatMap((path) => {
      const text = readFileSync(join(web, path), "utf8");
      return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
        .map((match) => relative(root, resolve(web, dirname(path), match[1]!)))
        .filter((target) => !target.startsWith("../"))
        .filter(
          (target) => !pure.includes(target.split("/")[0]!) && target !== "server/contract.ts",
        )
        .map((target) => `${path} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it("lets the application report events and print nothing", () => {
    const wrong = sources
      .filter(({ folder, text }) => folder === "evaluation" && prints.test(withoutComments(text)))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it("compares no family's id to a literal in shared code", () => {
    const compared = /family(?:\.id|Id)\s*[!=]==?\s*"|"\s*[!=]==?\s*(?:\w+\.)*family(?:\.id|Id)\b/;
    const wrong = sources
      .filter(({ folder, text }) => folder !== "families" && compared.test(text))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it("names families only in their own folders and in one list", () => {
    const folders = readdirSync(join(root, "families"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "shared")
      .map(({ name }) => name);
    expect(folders).toEqual(families.map(({ id }) => id).toSorted());
    // Metrics have subjects, and their command inputs, some of which are called as a family is.
    const subjects = ["metrics/", "cli/commands/metric/"];
    const named = new RegExp(`"(?:${folders.join("|")})"|families/(?:${folders.join("|")})/`);
    const wrong = sources
      .filter(({ path }) => ![...subjects, "families/"].some((place) => path.startsWith(place)))
      .filter(({ text }) => named.test(withoutComments(text)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("knows the file of a run's log only in the store", () => {
    const wrong = sources.filter(
      ({ folder, text }) => folder !== "store" && withoutComments(text).includes("run.jsonl"),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("has no import cycles", () => {
    const graph = new Map(sources.map((source) => [source.path, local(source)]));
    expect(cycleIn(graph)).toEqual([]);
  });

  it("has no folder with more files than anybody reads through", () => {
    const counts = Map.groupBy(sources, ({ path }) => dirname(path));
    expect(
      [...counts].flatMap(([folder, own]) =>
        own.length > mostFiles ? [`${folder}: ${own.length}`] : [],
      ),
    ).toEqual([]);
  });

  it("uses no name that says nothing", () => {
    const vague = /(?:^|\/)(?:utils?|helpers?|misc|common|types|base)(?:\.ts|\/)/;
    expect(sources.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });

  it("looks at no folder beside the repository, but for .ci/run", () => {
    const beside = new RegExp(`${["..", "shared"].join("/").replaceAll(".", "[.]")}(?![\\w-])`);
    const top = readdirSync(repository, { withFileTypes: true }).filter(
      ({ name }) => !made.includes(name),
    );
    const files = top.flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(repository, entry.name), { recursive: true, withFileTypes: true })
            .filter((inner) => inner.isFile() && !inner.parentPath.includes("node_modules"))
            .map((inner) => relative(repository, join(inner.parentPath, inner.name)))
        : entry.isFile()
          ? [entry.name]
          : [],
    );
    expect(files).toContain(".ci/run");
    expect(
      files.filter((path) =>
        beside.test(withoutImports(readFileSync(join(repository, path), "latin1"))),
      ),
    ).toEqual([".ci/run"]);
  });

  it("pins packages whose inner modules it imports by path: no version promises to keep those", () => {
    const { dependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const inner = sources.flatMap(({ imports }) =>
      imports.filter((name) => /^[\w-]+\/src\//.test(name)),
    );
    const packages = new Set(inner.map((name) => name.split("/")[0]!));
    expect(packages).toContain("hyparquet");
    expect([...packages].filter((name) => !/^\d/.test(dependencies[name] ?? ""))).toEqual([]);
  });

  it("has no long file without a reason", () => {
    const long = sources
      .filter(({ text }) => text.split("\n").length > longestFile && !text.includes("Long because"))
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });
});

/** Directions of imports are tested by themselves. */
function withoutImports(text: string): string {
  return text.replace(/from "[^"]+";/g, "");
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** The files of one cycle, or none. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): readonly string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
