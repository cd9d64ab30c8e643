import { expect, it } from "vitest";
import { wallTimeText } from "./wall-time-text.ts";

it("shows all parts of the wall time, which add up to the total", () => {
  const nothing = { seconds: 0, busySeconds: 0 };
  const text = wallTimeText(
    {
      seconds: 9,
      activities: {
        reading: { seconds: 0.5, busySeconds: 0.5 },
        decoding: { seconds: 2.5, busySeconds: 5 },
        asking: { seconds: 4, busySeconds: 6.5 },
        grading: nothing,
        scoring: { seconds: 0.5, busySeconds: 0.5 },
        writing: { seconds: 0.25, busySeconds: 0.25 },
      },
      otherSeconds: 0.75,
      idleSeconds: 0.5,
    },
    1,
  );
  expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
    "activity    seconds    share  in progress",
    "──────────  ───────  ───────  ───────────",
    "starting       1.00   10.0 %",
    "reading        0.50    5.0 %         0.50",
    "decoding       2.50   25.0 %         5.00",
    "asking         4.00   40.0 %         6.50",
    "grading        0.00    0.0 %         0.00",
    "scoring        0.50    5.0 %         0.50",
    "writing        0.25    2.5 %         0.25",
    "other work     0.75    7.5 %",
    "idle           0.50    5.0 %",
    "total         10.00  100.0 %",
    'activities at the same time share it equally; "in progress" counts each in full',
    "",
  ]);
});
