import { type GateDocument, gateCheckName } from "../../summary/gate-summary.ts";
import { gateLine } from "../table/gate-table.ts";

/**
 * What GitHub Actions shows beside a commit: an error for each check that failed, a warning for each
 * that could not be decided.
 */
export function githubAnnotations({ checks }: GateDocument): string {
  return checks
    .filter(({ state }) => state !== "passed")
    .map((check) => {
      const command = check.state === "failed" ? "error" : "warning";
      const title = escaped(`vidimus: ${gateCheckName(check)}`).replace(
        /[:,]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      );
      return `::${command} title=${title}::${escaped(gateLine(check))}\n`;
    })
    .join("");
}

/** Line ends would end the command. */
function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
