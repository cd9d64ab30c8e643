import { loadMetrics } from "../src/cli/commands/metric/load-metrics.ts";
import type { LoadedInput } from "../src/cli/commands/metric/metric-input.ts";
import { metricList } from "../src/metrics/index.ts";
import type { MetricDeclaration, MetricPage } from "../src/metrics/metric-declaration.ts";
import type { MetricOption, OptionWords } from "../src/metrics/metric-option.ts";

type Group = MetricDeclaration["group"];
type Documented = MetricDeclaration & { readonly page: () => MetricPage };

/** Headings of the groups, in the order of the page. */
const groups: Readonly<Record<Group, string>> = {
  choice: "Questions with choices",
  classification: "Classification",
  text: "Text",
  detection: "Events in videos",
  moments: "Moments and highlights",
  retrieval: "Retrieval",
  dialogue: "Dialogue",
  agreement: "Agreement of raters",
  regression: "Regression, poses and boundaries",
};

/** docs/metrics.md: what every metric is, from its declaration. */
export async function metricReference(note: string): Promise<string> {
  const modules = await Promise.all(metricList.map(({ load }) => load()));
  const all = modules
    .flatMap(({ declarations }) => declarations)
    .filter((one): one is Documented => typeof one.page === "function");
  const pagesOf = (group: Group) => all.filter((one) => one.group === group);
  const present = (Object.keys(groups) as Group[]).filter((group) => pagesOf(group).length > 0);
  const contents = present.map(
    (group) =>
      `- [${groups[group]}](#${anchor(groups[group])}): ${pagesOf(group).map(link).join(", ")}`,
  );
  return `# Metrics

${note}

Every score of Vidimus carries a signature: the name of the metric, every parameter with defaults included, and a version. Equal signatures
mean comparable numbers. Where published definitions differ, each is an option, and its row says who uses which. Options have the same names
in \`vidimus metric\`, in \`vidimus score --option\` and in a configuration's \`options\`, where the family has them. A metric that is not defined
on some data gives no number, never 0 or NaN. [statistics.md](statistics.md) says how intervals are made.

${contents.join("\n")}

${present.map((group) => `## ${groups[group]}\n\n${pagesOf(group).map(pageSection).join("\n")}`).join("\n")}
## On the command line

\`vidimus metric <names>\` computes these from plain files. Options are set by \`--option name=value\`, or \`--option metric.name=value\` for
one of several metrics, and as flags of their own names; \`vidimus metric --list\` shows all of them.

${(await loadMetrics()).map(inputSection).join("\n")}`;
}

function link({ id, title }: MetricDeclaration): string {
  return `[${title}](#metric-${id})`;
}

function pageSection({ id, title, options, page }: Documented): string {
  const { definition, formula, citation, checkedAgainst, edgeCases, signatures } = page();
  const parts = [
    // Titles may be alike in two groups, so that anchors of headings would not do.
    `<a id="metric-${id}"></a>\n\n### ${title}`,
    `\`${id}\`. ${definition}`,
    ...(formula === undefined ? [] : [`\`\`\`text\n${formula}\n\`\`\``]),
    ...(options.length === 0 ? [] : [optionTable(options)]),
    `Edge cases: ${edgeCases}`,
    `Source: ${citation}${ended(citation)} Checked against ${checkedAgainst}${ended(checkedAgainst)}`,
    ...(signatures.length === 0 ? [] : [`\`\`\`text\n${signatures.join("\n")}\n\`\`\``]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Parameters that only a family or the library sets accept no written value. */
function optionTable(options: readonly (OptionWords | MetricOption)[]): string {
  const rows = options.map((option) => {
    const { name, default: usual, meaning } = option;
    return `| \`${name}\` | ${cell(usual)} | ${cell(meaning)} | ${"expects" in option ? cell(option.expects) : "–"} |`;
  });
  return `| option | default | meaning | values |\n|---|---|---|---|\n${rows.join("\n")}`;
}

function inputSection({ id, summary, usage, metrics, reader }: LoadedInput): string {
  const rows = metrics.map(({ offer, options, page }) => {
    const names = options
      .map(({ name, default: usual }) => `\`${name}\` (${cell(usual)})`)
      .join(", ");
    const described =
      page === offer.id ? `\`${offer.id}\`` : `\`${offer.id}\` ([${page}](#metric-${page}))`;
    return `| ${described} | ${cell(offer.title)} | ${names === "" ? "–" : names} |`;
  });
  const ofFiles = [...new Set(Object.values(reader.options ?? {}).flat())];
  const parts = [
    `### Files of ${id}`,
    `\`${usage}\`: ${summary}.`,
    `| name | what it is | options and their defaults |\n|---|---|---|\n${rows.join("\n")}`,
    ...(ofFiles.length === 0 ? [] : [optionTable(ofFiles)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<");
}

function ended(text: string): string {
  return /[.?!]$/.test(text) ? "" : ".";
}

/** As GitHub makes anchors of headings. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
