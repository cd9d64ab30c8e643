import { type Overview, type OverviewRow, overviewOf, withRows } from "../../summary/overview.ts";
import type { SampleListing } from "../../summary/sample-listing.ts";
import type { Summary } from "../../summary/summary.ts";
import { type Markup, markup, nothing, when } from "../chart/markup.ts";
import { verdict } from "../notes/verdict.ts";
import { machineTable } from "../table/machine-table.ts";
import { overviewTable } from "../table/overview-table.ts";
import { type Fact, htmlFacts, withoutJsonTexts } from "./html-facts.ts";
import type { MediaPictures } from "./html-failure.ts";
import { htmlGlossary } from "./html-glossary.ts";
import { htmlPage, verdictLine } from "./html-page.ts";
import { hasSamples, htmlSamples } from "./html-samples.ts";
import { htmlTable } from "./html-table.ts";
import { htmlTask } from "./html-task.ts";

/** What a report tells beside the scores. All of its texts are shown as they are. */
export interface ReportFacts {
  /** Of Vidimus. */
  readonly version: string;
  readonly createdAt: string;
  /** Name of the run's directory. */
  readonly directory: string;
  /** What to type to get the same run. */
  readonly command: string;
  /** The resolved configuration. */
  readonly config: string;
  /** Fingerprints, versions, seed, host; texts of JSON are shown as the data that they hold. */
  readonly facts: readonly Fact[];
  /** Pictures of frames by their digests, and addresses of files by task and name. */
  readonly pictures?: MediaPictures | undefined;
  /** The samples that can be filtered and searched. */
  readonly listing?: SampleListing | undefined;
  /** What the headline scores are computed from, packed. */
  readonly evidence?: string | undefined;
}

/** A run as one HTML file that needs nothing else: no network, no other file. */
export function reportHtml(summary: Summary, about: ReportFacts): string {
  return htmlPage({
    title: `${summary.name}: Vidimus report`,
    about,
    evidence: about.evidence,
    listing: hasSamples(about.listing) ? about.listing.packed : undefined,
    header: pageHead(summary, about),
    contents: contentsPart(summary, about),
    main: markup`${overviewPart(summary)}${summary.tasks.length === 0 ? markup`<p>This run has no tasks.</p>` : summary.tasks.map((task, at) => htmlTask(task, { ...about, anchor: `task-${at + 1}` }))}
${hasSamples(about.listing) ? htmlSamples(about.listing, about.directory) : nothing}
${machinePart(summary)}
${reproducePart(about)}
<section aria-labelledby="glossary"><h2 id="glossary">What the words mean</h2>${htmlGlossary()}</section>`,
  });
}

/** Stays in view, since a report is many screens long. */
function contentsPart({ tasks, machine }: Summary, { listing }: ReportFacts): Markup {
  const places = [
    ...(tasks.length > 0 ? [["overview", "Overview"]] : []),
    ...tasks.map(({ id }, at) => [`task-${at + 1}`, id]),
    ...(hasSamples(listing) ? [["samples", "Samples"]] : []),
    ...(machine ? [["machine", "Machine"]] : []),
    ["reproduce", "Reproduce"],
    ["glossary", "Words"],
  ];
  const items = places.map(
    ([anchor = "", name = ""]) => markup`<li><a href="#${anchor}">${name}</a></li>`,
  );
  return markup`<nav aria-label="Contents"><ul>${items}</ul></nav>`;
}

function pageHead(summary: Summary, about: ReportFacts): Markup {
  const { isComplete, text, selection, shortfall } = verdict(summary);
  return markup`<p class="kind">Vidimus report</p>
<h1>${summary.name}</h1>
${when(shortfall !== null, () => verdictLine(shortfall ?? "", false))}
${verdictLine(text, isComplete && shortfall === null)}
${when(selection !== null, () => verdictLine(selection ?? "", false))}
<p class="meta">${about.createdAt} · Vidimus ${about.version} · <code>${about.directory}</code></p>`;
}

/** Systems by tasks. */
function overviewPart(summary: Summary): Markup {
  if (summary.tasks.length === 0) return nothing;
  const overview = overviewOf([{ name: summary.name, summary }]);
  const isOwn = ({ role }: OverviewRow) =>
    role === "system" || role === "people" || role === "published";
  const own = withRows(overview, isOwn);
  const others = withRows(overview, (row) => !isOwn(row));
  const table = (shown: Overview) => htmlTable(overviewTable(shown), { isTitleSeen: false });
  const folded = when(
    own.rows.length > 0 && others.rows.length > 0,
    () =>
      markup`<details class="fold quiet"><summary>Baselines and probes</summary>${table(others)}</details>`,
  );
  return markup`<section aria-labelledby="overview"><h2 id="overview">Overview</h2>${table(own.rows.length > 0 ? own : others)}${folded}</section>`;
}

/** What the run took of its machine, where it was watched. */
function machinePart({ machine }: Summary): Markup {
  if (!machine) return nothing;
  return markup`<section aria-labelledby="machine"><h2 id="machine">Machine</h2>${htmlTable(machineTable(machine), { isTitleSeen: false })}</section>`;
}

function reproducePart({ command, config, facts }: ReportFacts): Markup {
  return markup`<section aria-labelledby="reproduce"><h2 id="reproduce">How to reproduce</h2>
<div class="command"><pre><code id="command">${command}</code></pre><button type="button" data-copy="command" hidden>Copy</button></div>
${when(facts.length > 0, () => markup`<details class="fold quiet"><summary>Fingerprints and versions</summary>${htmlFacts(facts.map(([name, value]) => [name, withoutJsonTexts(value)]))}</details>`)}
<details class="fold quiet"><summary>Resolved configuration</summary><pre class="text">${config}</pre></details>
<p class="meta printed">Fingerprints, signatures and the resolved configuration are in the file.</p>
</section>`;
}
