import type { OnEvent } from "./evaluation-event.ts";

/** Passes each warning on once: tasks and runs share data, which is read several times. */
export function saidOnce(onEvent: OnEvent): OnEvent {
  const said = new Set<string>();
  return (event) => {
    if (event.type === "warning" && said.has(event.text)) return;
    if (event.type === "warning") said.add(event.text);
    onEvent(event);
  };
}
