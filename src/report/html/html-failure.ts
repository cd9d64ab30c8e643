import type { ViewBlock, ViewOption } from "../../core/scores/view.ts";
import type { Failure, ShownFrame } from "../../summary/failure.ts";
import { type Markup, markup, nothing, when } from "../chart/markup.ts";
import { htmlFacts } from "./html-facts.ts";
import { htmlTimeline } from "./html-timeline.ts";

/** What can be shown of media. */
export interface MediaPictures {
  /** Data addresses by the digests of frames. */
  readonly frames: Readonly<Record<string, string>>;
  /** Addresses of files, by task and then by the name that the data has for them. */
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface TaskPictures {
  readonly frames: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** A mistake as a card that opens: what was asked, what was expected and what came. */
export function htmlFailure(
  failure: Failure,
  of: { readonly task: string; readonly system: string },
  pictures?: TaskPictures,
): Markup {
  const { sample, errorClass, outcome, reason, reply, view, frames = [] } = failure;
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
  return markup`<details class="card" data-task="${of.task}" data-system="${of.system}" data-sample="${sample}"><summary><span class="sample">${sample}</span><span class="chip">${kind}</span></summary>
${when(view.title !== sample, () => markup`<p class="question">${view.title}</p>`)}
${when(reason !== undefined, () => markup`<p class="caution">${outcome}: ${reason ?? ""}</p>`)}
${pictures ? framesPart(frames, pictures) : nothing}
${blocks.map(htmlBlock)}</details>`;
}

/** Frames that there are pictures of; each leads to its moment in the file, where that is there. */
function framesPart(shown: readonly ShownFrame[], { frames, files }: TaskPictures): Markup {
  const items = shown.flatMap(({ path, digest, from = 0, atSeconds }) => {
    const picture = frames[digest];
    if (picture === undefined) return [];
    const time = `${Number(atSeconds.toFixed(2))} s`;
    const image = markup`<img src="${picture}" alt="Frame at ${time}" loading="lazy">`;
    const file = files[path];
    const seen =
      file === undefined
        ? image
        : markup`<a href="${encodeURI(file)}#t=${from + atSeconds}">${image}</a>`;
    return [markup`<li>${seen}<span>${time}</span></li>`];
  });
  return when(
    items.length > 0,
    () =>
      markup`<div class="block"><p class="label">Shown</p><ul class="frames">${items}</ul></div>`,
  );
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
