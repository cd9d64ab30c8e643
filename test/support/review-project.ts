import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { encodeVideo } from "../media/encode-video.ts";
import { cli } from "./cli.ts";
import type { temporaryFolder } from "./temporary-folder.ts";

const verdicts = ["Faithful", "Partially Faithful", "Unfaithful"];

/** A run of two systems with answers, evidence and a judge, to be reviewed; gives its folder. */
export async function reviewProject(
  folder: ReturnType<typeof temporaryFolder>,
  questions = 12,
): Promise<string> {
  encodeVideo(join(folder.path, "v0.webm"), {
    ...{ width: 176, height: 96, ticksPerSecond: 1000, gop: 12 },
    ...{ encoder: "libvpx-vp9", encoderOptions: { deadline: "realtime", "cpu-used": "8" } },
    container: "webm",
    ticks: Array.from({ length: 50 }, (_, frame) => frame * 100),
  });
  const places = Array.from({ length: questions }, (_, at) => at);
  for (const at of places.slice(1))
    copyFileSync(join(folder.path, "v0.webm"), join(folder.path, `v${at}.webm`));
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  folder.file(
    "qa.jsonl",
    lines(
      places.map((at) => ({
        ...{ id: `q${at}`, video: `v${at}.webm`, question: `What is picked up in scene ${at}?` },
        ...{ answer: `gold-${at}`, evidence: [{ start: 3, end: 4 }] },
      })),
    ),
  );
  for (const system of ["alpha-net", "beta-net"])
    folder.file(
      `${system}.jsonl`,
      lines(
        places.map((at) => ({
          id: `q${at}`,
          answer: at % 3 === 0 ? `As ${system} I see thing ${at}` : `thing ${at}`,
          clips: [
            { start: 1, end: 2 },
            { start: 3, end: 3.5 },
          ],
        })),
      ),
    );
  folder.file(
    "vidimus.yaml",
    `name: plant
tasks:
  - id: qa
    family: retrieval
    data: { path: qa.jsonl }
    graders: { judge: referee }
systems:
  - { id: alpha-net, kind: predictions, path: alpha-net.jsonl }
  - { id: beta-net, kind: predictions, path: beta-net.jsonl }
  - { id: oracle, kind: oracle }
graders:
  - id: referee
    kind: scripted
    rules:
      - { match: "True answer", reply: '{"correct": false}' }
${verdicts.map((label, at) => `      - { match: "judged: .*thing ${at}\\\\n", reply: '{"label": "${label}"}' }`).join("\n")}
      - { reply: '{"label": "Faithful"}' }
`,
  );
  const made = await cli(["run", "vidimus.yaml"], { cwd: folder.path });
  expect(made.status, made.stderr + made.stdout).toBe(0);
  return folder.path;
}
