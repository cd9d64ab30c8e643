import { expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import { warningTable } from "./warning-table.ts";

const task = exampleSummary().tasks[0]!;
const chat = task.systems.find(({ warnings }) => warnings)!;

it("has a row for each kind, with files to look at, and a column for each system that saw such files", () => {
  const [first] = chat.warnings!.kinds;
  const other = {
    ...chat,
    id: "other",
    warnings: { samples: 2, kinds: [{ ...first!, samples: 2 }] },
  };
  const { columns, rows } = warningTable({ ...task, systems: [...task.systems, other] });
  expect(columns.map(({ title }) => title)).toEqual(["warning", "for instance", chat.id, "other"]);
  expect(rows).toEqual([
    [
      "8 frames, of which 3 different, and alike",
      "fluid/BentPipe_dp01.mp4 (BentPipe_dp01.mp4#q1), fluid/BentPipe_dp07.mp4 (BentPipe_dp07.mp4#q2)",
      "9",
      "2",
    ],
    [
      "FFmpeg complains: File ended prematurely",
      "fluid/HeatSink_dp09.mkv (HeatSink_dp09.mkv#q1)",
      "4",
      "0",
    ],
  ]);
});

it("is empty where nothing was noticed", () => {
  expect(
    warningTable({ ...task, systems: task.systems.filter(({ warnings }) => !warnings) }).rows,
  ).toEqual([]);
});
