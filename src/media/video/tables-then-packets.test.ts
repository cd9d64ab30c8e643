import { expect, it } from "vitest";
import { TableError } from "./mp4/table-error.ts";
import { tablesThenPackets } from "./tables-then-packets.ts";

it.each([
  ["right tables", undefined, ["table"]],
  ["wrong tables", new TableError("no"), ["table", "packets"]],
])("with %s", async (_, error, ways) => {
  const tried: string[] = [];
  const answer = await tablesThenPackets(async (index) => {
    tried.push(index);
    if (index === "table" && error) throw error;
    return index;
  });
  expect(tried).toEqual(ways);
  expect(answer).toBe(ways.at(-1));
});

it("hands on every other failure", async () => {
  const failure = new Error("damaged");
  await expect(tablesThenPackets(() => Promise.reject(failure))).rejects.toBe(failure);
});
