import { type Markup, markup, nothing, trusted, when } from "../chart/markup.ts";
import { pageScript, pageScriptHash } from "./page-script.ts";
import { styleSheet } from "./style-sheet.ts";

export interface HtmlPage {
  readonly title: string;
  readonly about: { readonly version: string; readonly createdAt: string };
  readonly header: Markup;
  /** Links to the parts of the page. */
  readonly contents?: Markup;
  readonly main: Markup;
  /** What its scores are computed from, packed; for programs, not for eyes. */
  readonly evidence?: string | undefined;
  /** The list of samples that the script unpacks. */
  readonly listing?: string | undefined;
}

/** One HTML file that needs nothing else: no network, no other file. */
export function htmlPage(page: HtmlPage): string {
  const { title, about, header, contents = nothing, main, evidence, listing } = page;
  const { version, createdAt } = about;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${pageScriptHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Vidimus ${version}">
<meta name="vidimus-digest" content="">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(styleSheet)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the scores</a>
<header>${header}</header>
${contents}
<main id="main">
${main}
</main>
<footer><p>Made by Vidimus ${version}, ${createdAt}. This file is complete: it loads nothing and sends nothing.</p></footer>
${when(listing !== undefined, () => markup`<script type="application/gzip" id="listing">${listing ?? ""}</script>`)}
<script>${trusted(pageScript)}</script>
${when(evidence !== undefined, () => markup`<script type="application/gzip" id="evidence">${evidence ?? ""}</script>`)}
</body>
</html>
`.source;
}

/** What must be known before anything is read. */
export function verdictLine(text: string, isGood: boolean): Markup {
  return markup`<p class="verdict ${isGood ? "good" : "caution"}"><span aria-hidden="true">${isGood ? "✓" : "!"}</span> ${text.charAt(0).toUpperCase() + text.slice(1)}.</p>`;
}
