import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runStores } from "../../store/run-stores.ts";
import { newestRun } from "./newest-run.ts";

const folder = temporaryFolder();

it("is the run with the latest name, whatever other folders lie beside it", async () => {
  expect(await newestRun(folder.path)).toBeUndefined();
  for (const name of ["20260101-a", "20260202-b"]) {
    const header = { schema: "vidimus-run/1", name, spec: null, createdAt: 1 } as const;
    await using _ = await runStores.create(join(folder.path, name), header);
  }
  folder.file("reviews/queue.json", "{}");
  expect(await newestRun(folder.path)).toBe(join(folder.path, "20260202-b"));
});
