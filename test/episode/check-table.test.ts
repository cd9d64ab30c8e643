import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { writeEpisodeTable } from "../support/episode-table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const check = async (...more: readonly string[]) => {
  const args = ["check", "table", "--family", "episode", "--format", "xperience", ...more];
  const { status, stdout, stderr } = await cli(args, { cwd: folder.path });
  return { status, text: stdout.replace(/\s+/g, " "), stderr };
};

it("checks one task where it is named, and says of a broken table once what is wrong", async () => {
  await writeEpisodeTable(join(folder.path, "table"), { windows: 40 });
  const one = await check("--task", "next_action");
  expect(one.status, one.stderr).toBe(0);
  expect(one.text).toMatch(/^next_action: \d+ samples/);
  expect(one.text).not.toContain("timeline_action");
  expect(await check("--tsk", "next_action")).toMatchObject({ status: 2 });
  rmSync(join(folder.path, "table/feature_manifest.json"));
  const broken = await check();
  expect(broken.status).toBe(2);
  expect(broken.text).toMatch(/^timeline_action, timeline_subtask, .*: 0 samples/);
  expect(broken.text.match(/no such file/g)).toHaveLength(1);
});
