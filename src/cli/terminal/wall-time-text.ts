import { activities, type WallTime } from "../../evaluation/machine/activity-clock.ts";
import { formatPercent } from "../../summary/format-number.ts";
import { textRows } from "./text-rows.ts";

/** Where the wall time of a run went: whole lines, whose seconds and shares add up. */
export function wallTimeText(wall: WallTime, startSeconds: number): string {
  const total = startSeconds + wall.seconds;
  const row = (name: string, seconds: number, busySeconds?: number) => [
    name,
    seconds.toFixed(2),
    formatPercent(total === 0 ? 0 : seconds / total, 1),
    busySeconds?.toFixed(2) ?? "",
  ];
  const table = textRows(
    ["activity", "seconds", "share", "in progress"],
    [
      row("starting", startSeconds),
      ...activities.map((name) => {
        const { seconds, busySeconds } = wall.activities[name];
        return row(name, seconds, busySeconds);
      }),
      row("other work", wall.otherSeconds),
      row("idle", wall.idleSeconds),
      row("total", total),
    ],
  );
  return `${table}activities at the same time share it equally; "in progress" counts each in full\n`;
}
