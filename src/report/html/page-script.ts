/**
 * The report's script: a button that copies the command, and folded parts that open for printing,
 * but for those of baselines. The report is complete without it.
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
  opened = [...document.querySelectorAll("details:not([open], .quiet)")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
`;

/** The only script that the report's policy allows, by its SHA-256; a test keeps it right. */
export const pageScriptHash = "sha256-0sa4MRSMT+ElBRwi4QtXl0ctQKOobmrCPLMS5BoFC6E=";
