import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { describe, expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { hubServer } from "../support/hub-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true });
  writeFileSync(join(folder.path, path), content);
}

async function summaryOf(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd: folder.path, env });
  expect(status, stderr).toBe(0);
  const [task] = (JSON.parse(stdout) as Summary).tasks;
  return { task: task!, system: task!.systems[0]!, stderr };
}

describe("ProAssist's result files", () => {
  // References on frames 10, 20 and 30; said a frame late, right but in other words, and three
  // seconds late.
  const said = new Map([
    [11, "Boil the water in the kettle."],
    [20, "Crush some beans for coffee."],
    [36, "Pour the water over the coffee."],
  ]);
  const wanted = new Map([
    [10, "Boil the water in the kettle."],
    [20, "Now grind the coffee."],
    [30, "Pour the water over the coffee."],
  ]);
  const predictions = Array.from({ length: 60 }, (_, frame) => ({
    gen: said.get(frame) ?? "",
    ref: wanted.get(frame) ?? "",
    text_inputs: [],
  }));
  write("results/0.json", JSON.stringify({ video_id: "T1", predictions }));
  const pairs = [...said.values()].flatMap((one) =>
    [...wanted.values()].map((other) => [one, other, one === other ? 1 : 0.6]),
  );
  write("table.json", JSON.stringify(pairs));
  const score = [
    "score",
    "--family",
    "dialogue",
    "--format",
    "proassist-results",
    "--data",
    "results/",
  ];

  it("are scored by every key, with windows in frames and in seconds alike, and by the removed averages", async () => {
    const asked = [...score, "--similarity", "table.json", "--zero-edge", "drop"];
    const { system, task } = await summaryOf([...asked, "--window=-4,4", "--averages", "true"]);
    expect(Object.keys(system.metrics)).toEqual([
      ..."F1 precision recall jaccard_index missing_rate redundant_rate semantic_score time_diff".split(
        " ",
      ),
      ..."num_matched num_mismatched num_missed num_redundant".split(" "),
      ...["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "CIDEr", "METEOR"].flatMap((id) => [
        id,
        `${id}_w`,
      ]),
      ...["AP", "AR", "Avg_F1"],
    ]);
    const value = (id: string) => system.metrics[id]!.value!;
    expect([
      value("num_matched"),
      value("num_missed"),
      value("num_redundant"),
      value("time_diff"),
    ]).toEqual([2, 1, 1, 0.25]);
    for (const id of ["Bleu_1", "Bleu_4", "CIDEr", "METEOR"])
      expect(value(`${id}_w`)).toBeCloseTo(value(id) * value("jaccard_index"), 12);
    // One pair reaches all eleven similarities, the other .50, .55 and .60.
    expect(value("AP")).toBeCloseTo((11 + 3) / 11 / 3, 9);
    expect(task.notes![0]).toMatch(
      /^meanings compared by table:table\.json@[0-9a-f]{8}; window -4,4;/,
    );
    const seconds = await summaryOf([...asked, "--window=-2s,2s"]);
    expect(seconds.system.metrics.F1!.value).toBe(value("F1"));
    expect(
      (await summaryOf([...asked, "--window", "auto"])).system.metrics.num_matched!.value,
    ).toBe(3);
  });

  it("are scored as PROSPECT's DST evaluator does, frames of speech included", async () => {
    const { system } = await summaryOf([
      ...score,
      "--window=-5,5",
      "--factor",
      "0.2",
      "--threshold",
      "null",
      "--speaking",
      "true",
    ]);
    expect(system.metrics).toMatchObject({
      num_matched: { value: 2 },
      num_mismatched: { value: 0 },
      F1: { value: 2 / 3 },
    });
    expect(system.metrics).toMatchObject({
      speaking_precision: { value: 1 / 3 },
      speaking_recall: { value: 1 / 3 },
      speaking_f1: { value: 1 / 3 },
    });
    expect(system.metrics.speaking_balanced_acc!.value).toBeCloseTo((1 / 3 + 55 / 57) / 2, 12);
  });

  it("are compared by an encoder of the hub, named as it is there", async () => {
    const root = fileURLToPath(new URL("../reference/sentence-encoder/bert", import.meta.url));
    const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.includes("."),
    );
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name))]));
    await using server = await hubServer({ "lab/tiny": { commit: "b".repeat(40), files } });
    const { system } = await summaryOf([...score, "--similarity", "lab/tiny"], {
      HF_ENDPOINT: server.endpoint,
    });
    expect(system.metrics.F1!.signature).toMatch(/similarity:sentence-encoder:tiny@[0-9a-f]{8}/);
    const offline = await cli([...score, "--similarity", "lab/other", "--offline"], {
      cwd: folder.path,
      env: { HF_ENDPOINT: server.endpoint },
    });
    expect(offline).toMatchObject({ status: 2, stderr: expect.stringContaining("lab/other") });
  });
});

describe("ProAssist's six sets side by side", () => {
  const videos = {
    assembly101:
      "assembly_nusar-2021_action_both_9011-c03f_9011_user_id_2021-02-01_160239__HMC_21176875_mono10bit",
    ego4d: "grp-cec778f9-9b54-4b67-b013-116378fd7a85",
    egoexolearn: "bee9d8dc-ac78-11ee-819f-80615f12b59e",
    epickitchens: "P01_11",
    holoassist: "R0027-12-GoPro",
    wtag: "T48",
  };
  const frames = tableToIPC(
    tableFromArrays({ frame: Array.from({ length: 90 }, (_, at) => `${at}`) }),
    "stream",
  );
  const conversations = ["no_talk", "talk_some", "talk_more"].map((user_type) => ({
    user_type,
    conversation: [10, 25, 40].map((time) => ({
      role: "assistant",
      time,
      content: `Please turn part ${time} of it, ${user_type}.`,
      labels: time === 25 ? "initiative|instruction" : "responsive|feedback",
    })),
  }));
  for (const [set, video_uid] of Object.entries(videos)) {
    const damaged = set === "wtag" ? [{ video_uid: "T49", conversations }] : [];
    write(
      `data/${set}/generated_dialogs/val_filtered.json`,
      JSON.stringify([{ video_uid, conversations }, ...damaged]),
    );
    write(
      `data/${set}/frames/${set === "assembly101" ? video_uid.slice("assembly_".length) : video_uid.replace("grp-", "")}.arrow`,
      frames,
    );
  }
  write("data/wtag/frames/T49.arrow", frames.subarray(0, 50));

  it("have a mean over sets beside the pooled score, user types, labels and moments; a damaged video is named and the rest runs", async () => {
    write(
      "vidimus.yaml",
      `name: six
tasks: [{ id: val, family: dialogue, data: { format: proassist-folder, path: data } }]
systems: [{ id: late, kind: degraded, degradation: late, amount: 3 }]
`,
    );
    const { task, system, stderr } = await summaryOf(["run", "--set", "minCoverage=0.8"]);
    expect(system).toMatchObject({ n: 18, total: 21, coverage: 18 / 21 });
    expect(stderr).toMatch(/T49: lost: .*T49\.arrow/);
    expect(task.notes!.join("\n")).toContain("T49: lost");
    expect(Object.keys(system.slices.userType!).sort()).toEqual([
      "no_talk",
      "talk_more",
      "talk_some",
    ]);
    const tableOf = (id: string) => {
      const data = system.analyses.find((analysis) => analysis.id === id)!.data;
      return data.kind === "table" ? data.rows.map((row) => [row[0], row[2]] as const) : [];
    };
    // Three seconds late is within the window of ego4d, of assembly101 and of wtag's −3 s alone.
    const bySet = new Map(tableOf("by-dataset"));
    const each = Object.keys(videos).map((set) => bySet.get(set) as number);
    expect(new Set(each)).toEqual(new Set([0, 1]));
    const mean = [...bySet].find(([name]) => String(name).startsWith("mean"))!;
    expect(mean[1]).toBeCloseTo(each.reduce((sum, f1) => sum + f1, 0) / 6, 12);
    expect(tableOf("by-label").map(([label]) => label)).toEqual(
      expect.arrayContaining(["initiative", "responsive", "instruction", "feedback"]),
    );
    expect(new Map(tableOf("timing")).get("late")).toBe(1);
  });
});
