import { sampleScript } from "./sample-script.ts";

/**
 * The script of pages: a button that copies the command, folded parts that open for printing, and
 * the list of samples. What is long and seldom read on paper stays folded: baselines, signatures,
 * configuration, and all but the first examples. Scores, charts and examples need no script.
 */
export const pageScript = `
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open], .quiet, .hit, .card:nth-of-type(n+3), .card details)")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
${sampleScript}`;

/** The only script that the report's policy allows, by its SHA-256; a test keeps it right. */
export const pageScriptHash = "sha256-LfOAZMntzEq7QVXQvPHiOndnjSbxSmKzGYBqjKpfYi4=";
