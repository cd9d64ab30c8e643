import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const turn = (time: number, content: string) => ({ role: "assistant", time, content, labels: "" });
const conversation = (user_type: string, ...turns: readonly object[]) => ({
  user_type,
  conversation: turns,
});
const videos = [
  {
    video_uid: "T48",
    parsed_video_anns: { duration: 30 },
    conversations: [
      conversation("no_talk", turn(5, "Fill the kettle.")),
      conversation("no_talk", turn(6, "Fill it with water.")),
      conversation("talk_some", turn(7, "Take the kettle.")),
    ],
  },
];
const steps = [
  "type\tid\tstart_ts\tend_ts\tname",
  "SUBSTEP\t1.1\t0\t5\tfill",
  "SUBSTEP\t1.2\t5\t30\tboil",
].join("\n");
type Told = Summary & { readonly directory: string };

describe("ProAssist's folders", () => {
  let summary: Told;
  beforeAll(async () => {
    folder.file("processed/wtag/generated_dialogs/val_filtered.json", JSON.stringify(videos));
    // Whoever reads it fails.
    folder.file("processed/wtag/generated_dialogs/train.json", "[{");
    folder.file("manual/wtag/T48.tsv", steps);
    folder.file(
      "vidimus.yaml",
      `name: talk
tasks: [{ id: talk, family: dialogue, data: { format: proassist-folder, path: [processed/wtag, manual/wtag], split: val } }]
systems: [{ kind: oracle }, { id: steps, kind: baseline, name: substep-transitions }]
`,
    );
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: folder.path });
    expect(status, stderr).toBe(0);
    summary = JSON.parse(stdout) as Told;
  }, 60_000);

  it("are read for the split alone that is asked for, with an id for each conversation", () => {
    expect(summary.tasks[0]!.systems[0]).toMatchObject({ n: 3, outcomes: { answered: 3 } });
  });

  it("may have their tables of steps in a folder of their own", () => {
    expect(summary.tasks[0]!.systems[1]!.outcomes).toMatchObject({ answered: 3 });
  });

  it("a split that there is not is told with those there are", async () => {
    const args = [
      "--family",
      "dialogue",
      "--format",
      "proassist-folder",
      "--data",
      "processed/wtag",
      "--split",
      "dev",
    ];
    folder.file("none.jsonl", JSON.stringify({ id: "x", utterances: [] }));
    const told = await cli(["score", ...args, "--predictions", "none.jsonl"], { cwd: folder.path });
    expect(told.stderr).toContain('there is no file of the split "dev"; splits here: train, val');
  });

  it("a run whose data was moved can be scored where it is now", async () => {
    const score = (...args: readonly string[]) =>
      cli(["score", summary.directory, "--json", ...args], { cwd: folder.path });
    mkdirSync(join(folder.path, "elsewhere"));
    for (const name of ["processed", "manual"])
      renameSync(join(folder.path, name), join(folder.path, "elsewhere", name));
    const lost = await score();
    expect(lost.status).toBe(2);
    expect(lost.stderr).toContain("--data <place> of score");
    const found = await score("--data", "elsewhere");
    expect(found.status, found.stderr).toBe(0);
    const scores = ({ tasks }: Summary) => tasks[0]!.systems.map(({ metrics }) => metrics.F1);
    expect(scores(JSON.parse(found.stdout) as Summary)).toEqual(scores(summary));
  }, 60_000);
});

describe("runs with several not-talk thresholds", () => {
  const frames = (said: readonly number[]) =>
    Array.from({ length: 40 }, (_, at) => ({
      gen: said.includes(at) ? `Do step ${at} now.` : "",
      ref: at % 10 === 5 ? `Do step ${at} now.` : "",
    }));
  const result = (uid: string, said: readonly number[]) =>
    JSON.stringify({
      metadata: { dataset: "wtag", sample_idx: uid === "T1" ? 0 : 1, video_uid: uid, fps: 2 },
      predictions: frames(said),
    });

  it("are one system with one curve", async () => {
    const said = { 0.3: [5], 0.5: [5, 15, 25], 0.7: [5, 15, 25, 35, 2, 12, 22] };
    for (const [threshold, frameNumbers] of Object.entries(said))
      for (const [at, uid] of ["T1", "T2"].entries())
        folder.file(
          `eval/wtag/stream/notalk${threshold}-maxlen_4k/results/${at}.json`,
          result(uid, frameNumbers),
        );
    const args = [
      "--family",
      "dialogue",
      "--format",
      "proassist-results",
      "--data",
      "eval/wtag/stream",
    ];
    const { status, stdout, stderr } = await cli(["score", "--json", ...args], {
      cwd: folder.path,
    });
    expect(status, stderr).toBe(0);
    const [system] = (JSON.parse(stdout) as Summary).tasks[0]!.systems;
    const analyses = Object.fromEntries(system!.analyses.map(({ id, data }) => [id, data]));
    expect(system).toMatchObject({ n: 2, outcomes: { answered: 2 } });
    expect(system!.metrics.F1!.value).toBeCloseTo(6 / 7, 12);
    expect(analyses["talk-levels"]).toMatchObject({
      kind: "curve",
      x: "not-talk threshold",
      points: [
        [0.3, expect.closeTo(2 / 5, 12) as number],
        [0.5, expect.closeTo(6 / 7, 12) as number],
        [0.7, expect.closeTo(8 / 11, 12) as number],
      ],
    });
    expect(analyses["talk-threshold"]).toMatchObject({
      rows: [["all", 0.5, "all", expect.closeTo(6 / 7, 12) as number]],
    });
    folder.file("eval/wtag/stream/notalk0.3-maxlen_8k/results/0.json", result("T1", [5]));
    const twice = await cli(["score", ...args], { cwd: folder.path });
    expect(twice.stderr).toContain(
      'two results of "0/T1" at the not-talk threshold 0.3: name the folder of one of them',
    );
  }, 60_000);
});
