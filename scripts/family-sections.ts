import { existsSync, readFileSync } from "node:fs";
import type { BlockChoice } from "../src/families/episode/blocks.ts";
import { episodeTaskIds, taskOf } from "../src/families/episode/tasks.ts";

/** What pages say of every family; written from the families and their own pages. */
interface ListedFamily {
  readonly id: string;
  readonly summary: string;
}

/** The README with its table of families. */
export function readmePage(families: readonly ListedFamily[]): string {
  const rows = families.map(
    ({ id, summary }) => `| [${id}](${linkedPage(id)}) | ${summary} | ${readsOf(ownPage(id))} |`,
  );
  const table = [
    "| family | question it answers | reads, among others |",
    "|---|---|---|",
    ...rows,
  ];
  return withSection(page("README.md"), table.join("\n"));
}

/** docs/systems.md with a request and a reply of each family. */
export function systemsPage(families: readonly ListedFamily[]): string {
  const parts = families.flatMap(({ id }) => exchangeOf(ownPage(id), id) ?? []);
  return withSection(page("docs/systems.md"), parts.join("\n\n"));
}

/** docs/families/episode.md with its table of tasks. */
export function episodePage(): string {
  const side = ({ of, without = [] }: BlockChoice) =>
    `${of.map((name) => `\`${name}\``).join(", ")}${without.length === 0 ? "" : ` without ${without.map((name) => `\`${name}\``).join(", ")}`}`;
  const rows = episodeTaskIds.map((id) => {
    const { name, reads, target, metrics, leakageRule } = taskOf(id);
    const [first, second] = reads;
    const blocks = second && second !== first ? `${side(first)}; ${side(second)}` : side(first);
    const [primary, ...others] = metrics;
    const scores = `**\`${primary}\`**${others.map((other) => `, \`${other}\``).join("")}`;
    return `| \`${id}\` | ${name} | ${blocks} | ${target} | ${scores} | ${leakageRule} |`;
  });
  const table = [
    "| task | name | blocks that are read | target | metrics, the headline first | rule against leaks |",
    "|---|---|---|---|---|---|",
    ...rows,
  ];
  return withSection(page("docs/families/episode.md"), table.join("\n"));
}

/** Benchmarks by name, as the family's page has them. */
function readsOf(text: string): string {
  return /^Reads, among others: ([\s\S]*?)\.\n\n/m.exec(text)?.[1]?.replaceAll("\n", " ") ?? "–";
}

/** What the family's page says of services: words, and a row, a request and a reply. */
function exchangeOf(text: string, id: string): string | undefined {
  const section = /^## Asked as a service\n\n([\s\S]*?)(?=\n## |$(?![\s\S]))/m.exec(text)?.[1];
  return section && `\`${id}\`: ${section.trim()}`;
}

/** What users read, where there is such a page; it is part of the package too. */
function linkedPage(id: string): string {
  const path = `docs/families/${id}.md`;
  return existsSync(new URL(`../${path}`, import.meta.url)) ? path : `src/families/${id}/README.md`;
}

function ownPage(id: string): string {
  return page(`src/families/${id}/README.md`);
}

function page(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

const start = "<!-- families: written by `npm run generate` from src/families -->";
const end = "<!-- /families -->";

function withSection(text: string, section: string): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page lacks ${start} … ${end}`);
  return `${text.slice(0, from)}${start}\n\n${section}\n\n${text.slice(to)}`;
}
