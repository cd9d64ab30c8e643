import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { dependsOnNeighbours } from "./onnx-graph.ts";

const folder = temporaryFolder();
const operator = "DynamicQuantizeLinear";
/** Files are read in pieces of this length. */
const pieceBytes = 1 << 20;

async function isFound(at: number, name = operator): Promise<boolean> {
  const path = join(folder.path, "model.onnx");
  const bytes = Buffer.alloc(2 * pieceBytes + 100, 1);
  bytes.write(name, at, "latin1");
  writeFileSync(path, bytes);
  return dependsOnNeighbours(path);
}

it.each([0, 1, 7, 14, 15, 16, 20])(
  "finds the operator that begins %i bytes before the end of a piece",
  async (before) => {
    expect(await isFound(pieceBytes - before)).toBe(true);
    expect(await isFound(2 * pieceBytes - before)).toBe(true);
  },
);

it("finds nothing in a graph without the operator", async () => {
  expect(await isFound(pieceBytes, "QuantizeLinear")).toBe(false);
});
