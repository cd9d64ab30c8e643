import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { afterEach, describe, expect, it } from "vitest";
import { loadSamples } from "../../../datasets/load-samples.ts";
import { openDataFile } from "../../../datasets/open-data-file.ts";
import { contentDigest } from "../../../files/content-digest.ts";
import { formats } from "../formats.ts";
import { dialogue } from "../index.ts";
import type { DialogueSample } from "../schema.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function video(video_uid: string, seconds = 9.5) {
  const conversation = [
    { role: "user", time: 1, content: "Hello.", labels: "" },
    { role: "assistant", time: seconds, content: "Start.", labels: "responsive|instruction" },
  ];
  return {
    video_uid,
    conversations: ["no_talk", "talk_some"].map((user_type) => ({ user_type, conversation })),
  };
}

/** Frames as the original writes them: an Arrow stream with one column of texts. */
function frames(count: number): Uint8Array {
  return tableToIPC(
    tableFromArrays({ frame: Array.from({ length: count }, (_, i) => `frame ${i}`) }),
    "stream",
  );
}

const steps =
  "type\tid\tstart_ts\tend_ts\tname\nSTEP\t1\t0\t9\tMake it\nSUBSTEP\t1.1\t0.0\t4.5\tOpen\nsubstep\t1.2\t4.6\t9\tClose\n";

async function load(files: Readonly<Record<string, string | Uint8Array>>, conversations = "each") {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-test-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const warnings: string[] = [];
  const format = formats.find(({ id }) => id === "proassist-folder")!;
  const source = {
    family: dialogue,
    format,
    file: openDataFile(folder),
    options: { conversations },
    digest: contentDigest,
  };
  const [samples, lost]: [DialogueSample[], DialogueSample[]] = [[], []];
  for await (const batch of loadSamples({
    ...source,
    onWarning: (text: string) => void warnings.push(text.slice(folder.length + 1)),
  } as never))
    for (const { sample, lost: reason } of batch)
      (reason === undefined ? samples : lost).push(sample as DialogueSample);
  return { samples, lost, warnings };
}

const dialogues = (...videos: readonly unknown[]) => JSON.stringify(videos);

describe("a folder of ProAssist's data", () => {
  it("counts frames, reads substeps and tells splits by the names of files", async () => {
    const { samples, warnings } = await load({
      "generated_dialogs/val_filtered.json": dialogues(video("T48")),
      "generated_dialogs/val.json": dialogues(video("T47")),
      "generated_dialogs/test_filtered.json": dialogues(video("T49")),
      "frames/T48.arrow": frames(33),
      "frames/T49.arrow": frames(50),
      "dst/T48_steps.tsv": steps,
    });
    expect(warnings).toEqual([]);
    expect(samples.map(({ id, split, frameCount }) => [id, split, frameCount])).toEqual([
      ["T49/no_talk", "test", 50],
      ["T49/talk_some", "test", 50],
      ["T48/no_talk", "val", 33],
      ["T48/talk_some", "val", 33],
    ]);
    expect(samples[2]!.substeps).toEqual([
      { startSeconds: 0, endSeconds: 4.5, name: "Open" },
      { startSeconds: 4.6, endSeconds: 9, name: "Close" },
    ]);
    expect(samples[0]!.substeps).toBeUndefined();
    expect(samples[2]!.dataset).toBe("wtag");
  });

  it("names videos that cannot be read and goes on with the rest", async () => {
    const { samples, lost, warnings } = await load({
      "generated_dialogs/val_filtered.json": dialogues(
        video("T1"),
        video("T2"),
        video("T3"),
        { video_uid: "T4", conversations: 3 },
        video("T5"),
      ),
      "frames/T1.arrow": frames(40),
      "frames/T2.arrow": "no arrow",
      "frames/T4.arrow": frames(40),
      "frames/T5.arrow": frames(40),
      "dst/T5.tsv": "type\tid\tstart_ts\tend_ts\tname\nSUBSTEP\t1.1\tsoon\t4\tOpen\n",
    });
    expect(samples.map(({ id }) => id)).toEqual(["T1/no_talk", "T1/talk_some"]);
    expect(lost.map(({ id }) => id)).toEqual(
      ["T2", "T3", "T5"].flatMap((id) => [`${id}/no_talk`, `${id}/talk_some`]),
    );
    expect(warnings).toEqual([
      expect.stringMatching(
        /^generated_dialogs\/val_filtered\.json: T2: lost: .*frames\/T2\.arrow: /,
      ),
      expect.stringMatching(
        /: T3: lost: no file of frames is named after it, such as frames\/T3\.arrow/,
      ),
      expect.stringMatching(/: T4: left out: conversations is 3/),
      expect.stringMatching(/: T5: lost: dst\/T5\.tsv:2: start_ts and end_ts are "soon" and "4"/),
    ]);
  });

  it("takes the length of videos where there are no frames, and other readings of conversations", async () => {
    const files = { "generated_dialogs/val_filtered.json": dialogues(video("T1")) };
    expect((await load(files)).samples.map(({ frameCount }) => frameCount)).toEqual([21, 21]);
    expect((await load(files, "first")).samples.map(({ id }) => id)).toEqual(["T1"]);
    expect((await load(files, "concatenate")).samples[0]!.references.length).toBe(2);
  });

  it("keeps sets apart that lie side by side, by their own rules for names", async () => {
    const uuid = "bee9d8dc-ac78-11ee-819f-80615f12b59e";
    const uids: Readonly<Record<string, readonly [uid: string, file: string]>> = {
      assembly101: [
        "disassembly_nusar-2021_9011__HMC_1_mono10bit",
        "nusar-2021_9011__HMC_1_mono10bit",
      ],
      ego4d: [`grp-${uuid}`, uuid],
      egoexolearn: [uuid, uuid],
      epickitchens: ["P01_11", "P01_11"],
      holoassist: ["R0027-12-GoPro", "R0027-12-GoPro"],
      wtag: ["T48", "T48"],
    };
    const files = Object.entries(uids).flatMap(([set, [uid, file]], at) => [
      [`${set}/generated_dialogs/val_filtered.json`, dialogues(video(uid))] as const,
      [`${set}/frames/${file}.arrow`, frames(30 + at)] as const,
    ]);
    const { samples, warnings } = await load(Object.fromEntries(files), "first");
    expect(warnings).toEqual([]);
    expect(samples.map(({ dataset, group, frameCount }) => [dataset, group, frameCount])).toEqual(
      Object.entries(uids).map(([set, [uid]], at) => [set, uid, 30 + at]),
    );
  });

  it("takes the length of videos in a set without frames, also where another set has some", async () => {
    const { samples, warnings } = await load(
      {
        "epickitchens/generated_dialogs/val_filtered.json": dialogues(video("P01_11")),
        "wtag/generated_dialogs/val_filtered.json": dialogues(video("T48"), video("T49")),
        "wtag/frames/T48.arrow": frames(33),
      },
      "first",
    );
    expect(samples.map(({ id, frameCount }) => [id, frameCount])).toEqual([
      ["P01_11", 21],
      ["T48", 33],
    ]);
    expect(warnings).toEqual([expect.stringMatching(/wtag.*T49: lost: no file of frames/)]);
  });

  it("finds frames that lie together for several sets", async () => {
    const { samples } = await load(
      {
        "epickitchens/generated_dialogs/val_filtered.json": dialogues(video("P01_11")),
        "wtag/generated_dialogs/val_filtered.json": dialogues(video("T48")),
        "frames/T48.arrow": frames(33),
        "frames/P01_11.arrow": frames(34),
      },
      "first",
    );
    expect(samples.map(({ frameCount }) => frameCount)).toEqual([34, 33]);
  });

  it("finds a table of steps that is named after a part of the video", async () => {
    const { samples } = await load({
      "generated_dialogs/val_filtered.json": dialogues(
        video("assembly_nusar-2021_both_9011-c03f_2021__HMC_1_mono10bit"),
      ),
      "dst/9011-c03.tsv": steps,
      "dst/9011-c03f.tsv": steps.replaceAll("Open", "Lift"),
    });
    expect(samples[0]!.substeps?.[0]?.name).toBe("Lift");
  });

  it("takes no video's frames for another's", async () => {
    const { samples, warnings } = await load({
      "generated_dialogs/val_filtered.json": dialogues(video("T4"), video("T5")),
      "frames/T48.arrow": frames(40),
      "frames/video_T5.arrow": frames(41),
    });
    expect(samples.map(({ group, frameCount }) => [group, frameCount])).toEqual([
      ["T5", 41],
      ["T5", 41],
    ]);
    expect(warnings).toEqual([expect.stringContaining("T4: lost: no file of frames")]);
  });

  it("is an error where nothing is left, or where there are no dialogues", async () => {
    const files = {
      "generated_dialogs/val_filtered.json": dialogues(video("T1")),
      "frames/T9.arrow": frames(3),
    };
    await expect(load(files)).rejects.toThrow(/everything had to be left out/);
    await expect(load({ "frames/T9.arrow": frames(3) })).rejects.toThrow(
      /no file such as val_filtered\.json/,
    );
  });
});
