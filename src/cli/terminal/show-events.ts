import type { OnEvent } from "../../evaluation/evaluation-event.ts";
import { shortPath } from "../../files/short-path.ts";
import { exportedLines } from "./exported-lines.ts";
import type { Progress } from "./progress.ts";

/**
 * Shows what an evaluation reports. `isQuiet`: for programs, which read the document at the end.
 */
export function showEvents(progress: Progress, { isQuiet = false } = {}): OnEvent {
  return (event) => {
    switch (event.type) {
      case "progress":
        return progress.show(event);
      case "row":
        return progress.say(`row ${event.number} of ${event.count}: ${event.name}`);
      case "started":
        progress.restart();
        if (event.isContinued && event.row === null && !isQuiet)
          progress.say(`continuing ${shortPath(event.directory)}`);
        return;
      case "exported":
        for (const line of exportedLines(event.paths, event.directory)) progress.say(line);
        return;
      case "warning":
      case "remark":
        return progress.say(`${event.type}: ${event.text}`);
      case "note":
      case "health":
        return progress.say(event.text);
      case "scored":
      case "machine":
        return;
    }
  };
}
