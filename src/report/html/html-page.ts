import { type Markup, markup, trusted } from "../chart/markup.ts";
import { pageScript, pageScriptHash } from "./page-script.ts";
import { styleSheet } from "./style-sheet.ts";

export interface HtmlPage {
  readonly title: string;
  readonly about: { readonly version: string; readonly createdAt: string };
  readonly header: Markup;
  readonly main: Markup;
}

/** One HTML file that needs nothing else: no network, no other file. */
export function htmlPage({ title, about: { version, createdAt }, header, main }: HtmlPage): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src '${pageScriptHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Vidimus ${version}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(styleSheet)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the scores</a>
<header>${header}</header>
<main id="main">
${main}
</main>
<footer><p>Made by Vidimus ${version}, ${createdAt}. This file is complete: it loads nothing and sends nothing.</p></footer>
<script>${trusted(pageScript)}</script>
</body>
</html>
`.source;
}

/** What must be known before anything is read. */
export function verdictLine(text: string, isGood: boolean): Markup {
  return markup`<p class="verdict ${isGood ? "good" : "caution"}"><span aria-hidden="true">${isGood ? "✓" : "!"}</span> ${text.charAt(0).toUpperCase() + text.slice(1)}.</p>`;
}
