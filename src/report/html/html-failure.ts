import type { ViewBlock, ViewOption } from "../../core/scores/view.ts";
import type { Failure } from "../../summary/failure.ts";
import { type Markup, markup, when } from "../chart/markup.ts";
import { htmlFacts } from "./html-facts.ts";
import { htmlTimeline } from "./html-timeline.ts";

/** A mistake as a card that opens: what was asked, what was expected and what came. */
export function htmlFailure({ sample, errorClass, outcome, reason, reply, view }: Failure): Markup {
  const kind =
    errorClass === outcome || outcome === "answered" ? errorClass : `${errorClass}, ${outcome}`;
  const replies: readonly ViewBlock[] =
    reply === undefined ? [] : [{ kind: "text", label: "Reply, as it was written", text: reply }];
  const isFact = (block: ViewBlock) => block.kind === "facts";
  const blocks = [
    ...view.blocks.filter((block) => !isFact(block)),
    ...replies,
    ...view.blocks.filter(isFact),
  ];
  return markup`<details class="card"><summary><span class="sample">${sample}</span><span class="chip">${kind}</span></summary>
${when(view.title !== sample, () => markup`<p class="question">${view.title}</p>`)}
${when(reason !== undefined, () => markup`<p class="caution">${outcome}: ${reason ?? ""}</p>`)}
${blocks.map(htmlBlock)}</details>`;
}

function htmlBlock(block: ViewBlock): Markup {
  switch (block.kind) {
    case "text":
      return markup`<div class="block"><p class="label">${block.label}</p><pre class="text">${block.text}</pre></div>`;
    case "options":
      return markup`<div class="block"><p class="label">${block.label}</p><ul class="options">${block.options.map(htmlOption)}</ul></div>`;
    case "media":
      return markup`<div class="block"><p class="label">Media</p><ul class="plain">${block.media.map(({ kind, path }) => markup`<li>${kind} <code>${path}</code></li>`)}</ul></div>`;
    case "timeline":
      return htmlTimeline(block);
    case "facts":
      return htmlFacts(block.facts);
  }
}

function htmlOption({ text, isReference, isPrediction }: ViewOption): Markup {
  const signs = [
    ...(isReference ? [markup`<span class="good">✓ reference</span>`] : []),
    ...(isPrediction
      ? [
          markup`<span class="${isReference ? "good" : "bad"}">${isReference ? "✓" : "✗"} prediction</span>`,
        ]
      : []),
  ];
  return markup`<li><span>${text}</span> ${signs}</li>`;
}
