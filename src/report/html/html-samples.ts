import { formatCount, formatQuantity } from "../../summary/format-number.ts";
import type { ListedTask, SampleListing } from "../../summary/sample-listing.ts";
import { type Markup, markup, nothing, when } from "../chart/markup.ts";

/** Whether there is anything to filter and search. */
export function hasSamples(listing: SampleListing | undefined): listing is SampleListing {
  return listing?.tasks.some(({ systems }) => systems.some(({ listed }) => listed > 0)) ?? false;
}

/**
 * All samples to filter and search; the page's script fills what stands here empty. `directory` is
 * the run's, for commands that tell more.
 */
export function htmlSamples({ tasks }: SampleListing, directory: string): Markup {
  const notes = tasks.flatMap(sizeNotes);
  return markup`<section class="samples" aria-labelledby="samples"><h2 id="samples">Samples</h2>
<p class="meta">Every answer of the systems; baselines are listed only where a task has nothing else.</p>
${when(notes.length > 0, () => markup`<ul class="notes">${notes.map((note) => markup`<li class="caution">${note}</li>`)}</ul>`)}
<noscript><p>Filtering needs scripts, which are switched off here: samples.csv in the folder of the run has a row for each sample.</p></noscript>
<form id="finder" role="search" data-run="${directory}" hidden>
<label class="broad-field">Text<input type="search" name="text" autocomplete="off" placeholder="words of id, question, answer or truth"></label>
${select("task", "Task")}${select("system", "System")}${select("result", "Mistake")}${select("outcome", "Outcome")}${select("slice", "Slice")}
<div class="range"><label>Score from<input type="number" name="from" step="any"></label><label>to<input type="number" name="to" step="any"></label></div>
<label>Order<select name="order"><option value="">Mistakes first</option><option value="lowest">Lowest score first</option><option value="highest">Highest score first</option><option value="name">By sample</option></select></label>
<button type="button">Clear</button>
</form>
<p class="found meta" role="status"></p>
<ol class="hits"></ol>
<div class="pager"></div></section>`;
}

function select(name: string, label: string): Markup {
  return markup`<label>${label}<select name="${name}"><option value=""></option></select></label>`;
}

/** What is not in the list. */
function sizeNotes({ id, systems, hasTexts }: ListedTask): readonly string[] {
  const cut = systems.filter(({ listed, total }) => listed < total);
  return [
    ...(hasTexts
      ? []
      : [
          `${id}: ids and scores alone, since the data may not be handed on (redistribute: false).`,
        ]),
    ...cut.map(
      (system) =>
        `${id}, ${system.id}: ${formatCount(system.listed)} of ${formatQuantity(system.total, "answer")} are listed, mistakes first; ${formatCount(system.total - system.listed)} are left out, which samples.csv has.`,
    ),
  ];
}

/** Where the mistakes of a system are found; its script narrows the list to them. */
export function samplesLink(
  listing: SampleListing | undefined,
  { task, system }: { readonly task: string; readonly system: string },
): Markup {
  const own = listing?.tasks.find(({ id }) => id === task)?.systems.find(({ id }) => id === system);
  if (!own || own.listed === 0) return nothing;
  const query = new URLSearchParams({ task, system, result: "mistakes" }).toString();
  return markup`<p class="meta to-samples"><a href="#samples" data-find="${query}">Find all mistakes of ${system}</a></p>`;
}
