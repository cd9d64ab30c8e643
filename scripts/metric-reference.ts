import { metricInputs } from "../src/cli/commands/metric/index.ts";
import type { MetricInput } from "../src/cli/commands/metric/metric-input.ts";
import { metricPages } from "../src/metrics/index.ts";
import type { MetricPage } from "../src/metrics/metric-page.ts";

/** Headings of the groups, in the order of the page. */
const groups: Readonly<Record<MetricPage["group"], string>> = {
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

/** docs/metrics.md: what every metric is, from the pages that stand beside the metrics. */
export function metricReference(note: string): string {
  const present = (Object.keys(groups) as MetricPage["group"][]).filter((group) => metricPages.some((page) => page.group === group));
  const contents = present.map((group) => `- [${groups[group]}](#${anchor(groups[group])}): ${listed(group)}`);
  return `# Metrics

${note}

Every score of Vidimus carries a signature: the name of the metric, every parameter with defaults included, and a version. Equal signatures
mean comparable numbers. Where published definitions differ, each is an option, and its row says who uses which. A metric that is not defined
on some data gives no number, never 0 or NaN. How intervals are made is told in [statistics.md](statistics.md).

${contents.join("\n")}

${present.map(groupSection).join("\n")}
## On the command line

\`vidimus metric <names>\` computes these from plain files. Options are set by \`--option name=value\`, or \`--option metric.name=value\` for
one of several metrics, and as flags of their own names; \`vidimus metric --list\` shows all of them.

${metricInputs.map(inputSection).join("\n")}`;
}

function listed(group: MetricPage["group"]): string {
  return pagesOf(group)
    .map(({ id, title }) => `[${title}](#metric-${id})`)
    .join(", ");
}

function pagesOf(group: MetricPage["group"]): readonly MetricPage[] {
  return metricPages.filter((page) => page.group === group);
}

function groupSection(group: MetricPage["group"]): string {
  return `## ${groups[group]}\n\n${pagesOf(group).map(pageSection).join("\n")}`;
}

function pageSection({ id, title, definition, formula, options, citation, checkedAgainst, edgeCases, signatures }: MetricPage): string {
  const rows = options.map((option) => `| \`${option.name}\` | ${cell(option.default)} | ${cell(option.meaning)} |`);
  const parts = [
    // Titles may be alike in two groups, so that anchors of headings would not do.
    `<a id="metric-${id}"></a>\n\n### ${title}`,
    `\`${id}\`. ${definition}`,
    ...(formula === undefined ? [] : [`\`\`\`text\n${formula}\n\`\`\``]),
    ...(options.length === 0 ? [] : [`| option | default | meaning |\n|---|---|---|\n${rows.join("\n")}`]),
    `Edge cases: ${edgeCases}`,
    `Source: ${citation}${ended(citation)} Checked against ${checkedAgainst}${ended(checkedAgainst)}`,
    ...(signatures.length === 0 ? [] : [`\`\`\`text\n${signatures.join("\n")}\n\`\`\``]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function inputSection({ id, summary, usage, metrics, options }: MetricInput): string {
  const metricRows = metrics.map((metric) => {
    const own = metric.defaults ?? {};
    const names = metric.options.map((name) => `\`${name}\`${own[name] === undefined ? "" : ` (${own[name]})`}`).join(", ");
    return `| \`${metric.id}\` | ${cell(metric.title)} | ${names === "" ? "–" : names} |`;
  });
  const optionRows = options.map(
    ({ name, default: usual, meaning, expects }) => `| \`${name}\` | ${cell(usual)} | ${cell(meaning)} | ${cell(expects)} |`,
  );
  const parts = [
    `### Files of ${id}`,
    `\`${usage}\`: ${summary}.`,
    `| name | what it is | options |\n|---|---|---|\n${metricRows.join("\n")}`,
    ...(options.length === 0 ? [] : [`| option | default | meaning | values |\n|---|---|---|---|\n${optionRows.join("\n")}`]),
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
