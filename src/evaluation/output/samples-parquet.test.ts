import { join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { answered } from "../../core/run/outcome.ts";
import { sampleTables } from "./sample-tables.ts";

const folder = temporaryFolder();

it("writes rows group by group, and loses none between them", async () => {
  const table = await sampleTables(folder.path, ["accuracy"], ["parquet"]);
  const marked = { outcome: answered({ choice: 1 }), errorClass: null };
  for (let at = 0; at < 20_000; at++)
    table.add(
      { task: "qa", system: "model" },
      { id: `q${at}`, group: `v${at % 7}` },
      { ...marked, values: { accuracy: at % 2 } },
    );
  table.finish();
  const file = await asyncBufferFromFile(join(folder.path, "samples.parquet"));
  const { row_groups: groups } = await parquetMetadataAsync(file);
  expect(groups.length).toBeGreaterThan(1);
  const rows = await parquetReadObjects({ file, columns: ["sample", "accuracy", "split"] });
  expect(rows.map(({ sample }) => sample)).toEqual(
    Array.from({ length: 20_000 }, (_, at) => `q${at}`),
  );
  expect(rows.slice(8_190, 8_194)).toEqual(
    [0, 1, 0, 1].map((accuracy, i) => ({ sample: `q${8_190 + i}`, accuracy, split: null })),
  );
});
