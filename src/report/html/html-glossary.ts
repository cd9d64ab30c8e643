import { type Markup, markup } from "../chart/markup.ts";

const terms: readonly (readonly [term: string, meaning: string])[] = [
  [
    "Coverage",
    "The share of the planned samples that were put to the system and came back. Broken media, failed attempts and answers that a predictions file lacks lower it; a refusal or an unreadable reply does not.",
  ],
  [
    "Answered",
    "The share of the planned samples with a readable answer. What a system did not answer is scored as an empty answer; broken media and failed attempts (a server, program or function that gave up) are not scored at all.",
  ],
  [
    "95 % interval",
    "Where the score of the system would lie on other samples of the same kind. Samples of one group (usually a video) are not independent, so groups are what is counted; below ten there is no interval.",
  ],
  [
    "Chance",
    "What guessing reaches on average on the same samples. A score whose interval contains it does not show that the system sees anything.",
  ],
  [
    "Majority",
    "What always giving the most frequent answer reaches. Where it was fitted on the test data it is somewhat too high, and says so.",
  ],
  [
    "Oracle",
    "What a perfect system would reach on these samples. It can be below 100 %, for example for precision at ten with two relevant items.",
  ],
  [
    "Bounds",
    "Where the score would lie if all samples that could not be scored were wrong, or all were right. Shown only where there are some.",
  ],
  [
    "Extractor",
    "The rule that reads an answer out of a reply. The same replies are read by several, so that one sees how much of a score is due to the rule.",
  ],
];

/** What the words of a report mean. */
export function htmlGlossary(): Markup {
  return markup`<dl class="glossary">${terms.map(([term, meaning]) => markup`<div><dt>${term}</dt><dd>${meaning}</dd></div>`)}</dl>`;
}
