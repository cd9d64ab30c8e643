import { describe, expect, it } from "vitest";
import { metricRunner } from "./metric-runner.ts";

const { write, scores, refusal } = metricRunner();

describe("regression", () => {
  it.each([
    [
      "[[[0,0]],[[0,0]]]",
      "[[[0,0]]]",
      "truth has 2 frames of 1 joints of 2 coordinates, prediction 1 frames of 1 joints",
    ],
    [
      "[[[0,0],[1,1]]]",
      "[[[0,0]]]",
      "of 2 joints of 2 coordinates, prediction 1 frames of 1 joints",
    ],
    [
      "[[[0,0]]]",
      "[[[0,0,0]]]",
      "of 2 coordinates, prediction 1 frames of 1 joints of 3 coordinates",
    ],
    [
      "[[[0],[1]],[[2]]]",
      "[[[0]],[[1],[2]]]",
      "2 frames of 2, 1 joints of 1 coordinates, prediction 2 frames of 1, 2 joints",
    ],
  ])("refuses poses %s and %s", async (truth, prediction, message) => {
    write(
      "shapes.jsonl",
      `{"truth":${truth},"prediction":null}\n{"truth":${truth},"prediction":${prediction}}\n`,
    );
    const refused = await refusal("mpjpe", "--table", "shapes.jsonl");
    expect(refused).toContain("shapes.jsonl:2: ");
    expect(refused).toContain(message);
  });

  it("scores numbers, vectors, poses and boundaries", async () => {
    write("numbers.csv", "truth,prediction\n1,2\n3,3\n5,2\n7,\n");
    const numbers = await scores("regression", "--table", "numbers.csv");
    expect(numbers.mae).toMatchObject({ value: 4 / 3, n: 3 });
    expect(numbers.mse!.value).toBeCloseTo(10 / 3, 12);
    expect(numbers.r2!.value).toBeCloseTo(1 - 10 / 8, 12);
    write("poses.jsonl", '{"truth": [[[0, 0]], [[0, 0]]], "prediction": [[[3, 4]], [[0, 1]]]}\n');
    const poses = await scores("mpjpe,mpjpe-final", "--table", "poses.jsonl");
    expect([poses.mpjpe!.value, poses["mpjpe-final"]!.value]).toEqual([3, 1]);
    write("boundaries.csv", "truth,prediction\n1 5 9,1.5 9\n");
    expect(
      (await scores("boundary-f1", "--table", "boundaries.csv", "--option", "tolerance=1"))[
        "boundary-f1"
      ]!.value,
    ).toBeCloseTo(0.8, 12);
    expect(await refusal("boundary-f1", "--table", "boundaries.csv")).toContain(
      "boundary-f1 needs the tolerance",
    );
    write("words.csv", "truth,prediction\n1,two\n");
    expect(await refusal("mae", "--table", "words.csv")).toContain(
      'words.csv:2: expected a number, got "two"',
    );
    write("lengths.csv", "truth,prediction\n1 2,1\n");
    expect(await refusal("mae", "--table", "lengths.csv")).toContain(
      "lengths.csv:2: truth has 2 numbers, prediction 1",
    );
  });
});
