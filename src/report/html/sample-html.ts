import type {
  ExplainedAnswer,
  ExplainedAsk,
  ExplainedLook,
  SampleExplanation,
} from "../../summary/sample-explanation.ts";
import { type Markup, markup, when } from "../chart/markup.ts";
import { type Fact, htmlFacts } from "./html-facts.ts";
import { htmlPage } from "./html-page.ts";

/** All about one sample as one page; `thumbnails` are data addresses by the digests of frames. */
export function sampleHtml(
  { run, sample, samples, answers, withheld = [] }: SampleExplanation,
  about: {
    readonly version: string;
    readonly createdAt: string;
    readonly thumbnails: ReadonlyMap<string, string>;
  },
): string {
  return htmlPage({
    title: `${sample}: Vidimus sample`,
    about,
    header: markup`<p class="kind">Vidimus sample</p>
<h1>${sample}</h1>
<p class="meta">of <code>${run}</code></p>
${when(withheld.length > 0, () => markup`<p class="caution">The data of ${withheld.join(", ")} may not be handed on (<code>data.redistribute: false</code>): questions, frames, replies and evidence are left out.</p>`)}`,
    main: markup`${samples.map(
      ({ task, sample: content }) => markup`<section><h2>${task}</h2>
<details class="fold"><summary>The sample as the data has it now</summary><pre class="text">${JSON.stringify(content, null, 2)}</pre></details></section>`,
    )}
${answers.map((answer) => answerPart(answer, about.thumbnails))}`,
  });
}

function answerPart(answer: ExplainedAnswer, thumbnails: ReadonlyMap<string, string>): Markup {
  const { task, system, repeat, outcome, reason, extractor, errorClass, looks, asks } = answer;
  const facts: Fact[] = [
    ["outcome", reason === undefined ? outcome : `${outcome}: ${reason}`],
    ...(answer.said === undefined ? [] : [["answer", answer.said] as const]),
    ...(outcome === "answered" && answer.answer !== null
      ? [[answer.said === undefined ? "answer" : "answer, as data", answer.answer] as const]
      : []),
    ...(extractor === undefined ? [] : [["read by", extractor] as const]),
    ...(errorClass === undefined ? [] : [["mistake", errorClass] as const]),
    ...Object.entries(answer.grades),
    ...Object.entries(answer.values),
    ...(answer.requests === undefined ? [] : [["requests", answer.requests] as const]),
    ...(answer.tokens === undefined
      ? []
      : [["tokens in, out", `${answer.tokens.input}, ${answer.tokens.output}`] as const]),
    ...(answer.costUsd === undefined ? [] : [["cost, USD", answer.costUsd] as const]),
    ...Object.entries(answer.milliseconds).map(
      ([part, ms]) => [`${part}, ms`, Math.round(ms)] as const,
    ),
  ];
  return markup`<section><h2>${system}</h2><p class="meta">${task}${repeat === undefined ? "" : ` · repeat ${repeat}`}</p>
${htmlFacts(facts)}
${when(looks.length > 0, () => markup`<h3>What was shown</h3>${looks.map((look) => lookPart(look, thumbnails))}`)}
${when(asks.length > 0, () => markup`<h3>What was asked and answered</h3>${asks.map(askPart)}`)}
${when(Object.keys(answer.evidence).length > 0, () => markup`<h3>What metrics read of it</h3><details class="fold"><summary>Evidence</summary>${htmlFacts(Object.entries(answer.evidence))}</details>`)}
</section>`;
}

function lookPart(
  { path, source, decoder, seconds, warnings, frames }: ExplainedLook,
  thumbnails: ReadonlyMap<string, string>,
): Markup {
  const length = seconds === null ? "" : `, ${Number(seconds.toFixed(2))} s long`;
  const [first] = frames;
  const size = first ? ` · ${first.width} × ${first.height} ${first.mediaType}` : "";
  return markup`<p class="caption"><code>${path}</code>${length} · ${frames.length} frames${size} · <code>${source.slice(0, 12)}</code><br>${decoder}</p>
${warnings.map((warning) => markup`<p class="caution">${warning}</p>`)}
<ul class="frames">${frames.map(({ atSeconds, digest }) => {
    const picture = thumbnails.get(digest);
    const time = `${Number(atSeconds.toFixed(3))} s`;
    return markup`<li>${picture === undefined ? markup`<div class="gone">not there any more</div>` : markup`<img src="${picture}" alt="Frame at ${time}">`}<span>${time}</span></li>`;
  })}</ul>`;
}

function askPart({ messages, reply, failure }: ExplainedAsk): Markup {
  const asked = messages ?? [{ role: "asked", text: "What was asked cannot be worded again." }];
  return markup`${asked.map(({ role, text }) => markup`<div class="block"><p class="label">${role}</p><pre class="text">${text}</pre></div>`)}
<div class="block"><p class="label">reply, as it came</p><pre class="text">${failure ?? reply}</pre></div>`;
}
