import type { Summary } from "../../summary/summary.ts";
import { type Markup, markup, when } from "../chart/markup.ts";
import { verdict } from "../notes/verdict.ts";
import { type Fact, htmlFacts, withoutJsonTexts } from "./html-facts.ts";
import { htmlGlossary } from "./html-glossary.ts";
import { htmlPage, verdictLine } from "./html-page.ts";
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
  /** What the headline scores are computed from, packed. */
  readonly evidence?: string | undefined;
}

/** A run as one HTML file that needs nothing else: no network, no other file. */
export function reportHtml(summary: Summary, about: ReportFacts): string {
  return htmlPage({
    title: `${summary.name}: Vidimus report`,
    about,
    evidence: about.evidence,
    header: pageHead(summary, about),
    main: markup`${summary.tasks.length === 0 ? markup`<p>This run has no tasks.</p>` : summary.tasks.map((task, at) => htmlTask(task, `task-${at + 1}`))}
${reproducePart(about)}
<section aria-labelledby="glossary"><h2 id="glossary">What the words mean</h2>${htmlGlossary()}</section>`,
  });
}

function pageHead(summary: Summary, about: ReportFacts): Markup {
  const { isComplete, text, selection, shortfall } = verdict(summary);
  const contents = summary.tasks.map(
    (task, at) => markup`<li><a href="#task-${at + 1}">${task.id}</a></li>`,
  );
  return markup`<p class="kind">Vidimus report</p>
<h1>${summary.name}</h1>
${when(shortfall !== null, () => verdictLine(shortfall ?? "", false))}
${verdictLine(text, isComplete && shortfall === null)}
${when(selection !== null, () => verdictLine(selection ?? "", false))}
<p class="meta">${about.createdAt} · Vidimus ${about.version} · <code>${about.directory}</code></p>
${when(contents.length > 1, () => markup`<nav aria-label="Tasks"><ul>${contents}</ul></nav>`)}`;
}

function reproducePart({ command, config, facts }: ReportFacts): Markup {
  return markup`<section aria-labelledby="reproduce"><h2 id="reproduce">How to reproduce</h2>
<div class="command"><pre><code id="command">${command}</code></pre><button type="button" data-copy="command" hidden>Copy</button></div>
${when(facts.length > 0, () => markup`<h3>Fingerprints and versions</h3>${htmlFacts(facts.map(([name, value]) => [name, withoutJsonTexts(value)]))}`)}
<h3>Configuration</h3>
<details class="fold"><summary>Resolved configuration</summary><pre class="text">${config}</pre></details>
</section>`;
}
