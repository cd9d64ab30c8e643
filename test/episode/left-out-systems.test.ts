import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { writeEpisodeTable } from "../support/episode-table.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
beforeAll(() => writeEpisodeTable(join(folder.path, "table"), { windows: 40 }));

const task = (id: string, more = "") =>
  `  - { id: ${id}, family: episode, data: { format: xperience, path: table }, options: { task: ${id} }${more} }\n`;
const systems = `systems:
  - { kind: chance }
  - { id: copy, kind: baseline, name: copy-last }
  - { id: yes, kind: baseline, name: always-positive }
`;

it("leaves baselines out of tasks that they are not for, with a line each, in the run and after", async () => {
  folder.file(
    "fit.yaml",
    `name: fit\ntasks:\n${task("timeline_action")}${task("temporal_order")}${systems}`,
  );
  const run = await cli(["run", "fit.yaml", "--json"], { cwd: folder.path });
  expect(run.status, run.stderr).toBe(0);
  expect(run.stderr.replace(/\s+/g, " ")).toContain(
    "copy is left out of timeline_action, temporal_order: it is for next_action and hand_trajectory_forecast",
  );
  const asked = ({ tasks }: Summary) =>
    tasks.map(({ id, systems: own }) => [id, own.map((system) => system.id)]);
  const expected = [
    ["timeline_action", ["chance"]],
    ["temporal_order", ["chance", "yes"]],
  ];
  const summary = JSON.parse(run.stdout) as Summary & { readonly directory: string };
  expect(asked(summary)).toEqual(expected);
  const again = await cli(["score", summary.directory, "--json"], { cwd: folder.path });
  expect(asked(JSON.parse(again.stdout) as Summary)).toEqual(expected);
});

it("asks a system that a task names, whatever it can say", async () => {
  folder.file(
    "named.yaml",
    `name: named\ntasks:\n${task("timeline_action", ", systems: [copy]")}${systems}`,
  );
  const run = await cli(["run", "named.yaml", "--json"], { cwd: folder.path });
  expect(run.status, run.stderr).toBe(3);
});
