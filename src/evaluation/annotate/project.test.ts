import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Mark } from "../../core/family/annotating.ts";
import { UserError } from "../../core/user-error.ts";
import { AnnotationDesk } from "./annotation-desk.ts";
import { annotatorFile } from "./annotator-name.ts";
import { type Exchange, exportAnnotations, importAnnotations } from "./exchange-annotations.ts";
import { makeProject } from "./make-project.ts";
import { itemAgreement, projectCards, projectPage } from "./project-pages.ts";
import { parseProject, readProject } from "./read-project.ts";
import { parseSave } from "./save-schema.ts";

const folder = temporaryFolder();
const at = "2026-11-17T00:00:00.000Z";
let projects = 0;

/** A project of two videos that nobody has to open. */
function newProject(
  text = "annotate: events\ntypes: [spill, fall]",
  videos = ["a.mp4", "b/c.mkv"],
): string {
  const own = join(folder.path, `p${++projects}`);
  for (const video of videos) {
    mkdirSync(join(own, "videos", video, ".."), { recursive: true });
    writeFileSync(join(own, "videos", video), "");
  }
  writeFileSync(join(own, "annotate.yaml"), `name: Test\nmedia: videos\n${text}\n`);
  return own;
}

const lengths = () => Promise.resolve(10);
const times = Array.from({ length: 100 }, (_, frame) => frame / 10);
const mediaTimes = {
  times,
  seconds: 10,
  width: 1,
  height: 1,
  codec: "h264",
  isUsuallyPlayable: true,
};

let saves = 0;
function saving(annotator: string, base: number, marks: Readonly<Record<string, Mark | null>>) {
  const changes = Object.entries(marks).map(([id, mark]) => ({ id, mark }));
  const step = { id: `s${++saves}`, kind: "edit" as const, changes };
  return { ...{ item: "a", annotator, base, at }, step };
}

const interval = (start: number, end: number, type = "spill") =>
  ({ kind: "interval", type, start, end }) as const;

function snapshot(project: string, annotator: string): readonly unknown[] {
  const text = readFileSync(join(project, `annotations/${annotator}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

describe("annotate.yaml", () => {
  it.each([
    ["annotate: event\ntypes: [a]", /annotate\.yaml:2:11 {2}annotate: expected "events"/],
    ["annotate: events", /types: events need at least one type/],
    ["annotate: events\ntyps: [a]", /unknown key "typs"/],
    ["annotate: events\ntypes: [a, a]", /types\[1\]: "a" is also the id of types\[0\]/],
    [
      "annotate: events\ntypes: [{ id: a, colour: red }]",
      /colour: expected a colour such as #1d5c9e/,
    ],
    [
      "annotate: events\ntypes: [{ id: a, fields: [{ name: x, kind: choice }] }]",
      /fields\[0\]: a choice needs choices/,
    ],
    [
      'annotate: events\ntypes: [{ id: a, key: "1" }, { id: b, key: "1" }]',
      /is also the key of types\[0\]/,
    ],
  ])("says where %j is wrong", (text, message) => {
    const parse = () => parseProject(`name: Test\n${text}`, "annotate.yaml");
    expect(parse).toThrow(UserError);
    expect(parse).toThrow(message);
  });

  it("reads the example of its page", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/annotate.md"), "utf8");
    const [, example] = /```yaml\n([\s\S]*?)```/.exec(page)!;
    expect(parseProject(example!, "annotate.yaml").types.length).toBe(2);
  });

  it("names videos by their paths without endings, unless two would be called alike", async () => {
    const own = newProject(undefined, ["a.mp4", "a.mkv", "x/b10.mp4", "x/b9.mp4", "notes.txt"]);
    const { items, plan } = await readProject(own);
    expect(items.map(({ id }) => id)).toEqual(["a.mkv", "a.mp4", "x/b9", "x/b10"]);
    expect(plan.types.map(({ id, key }) => [id, key])).toEqual([
      ["spill", "1"],
      ["fall", "2"],
    ]);
  });

  it("may list its videos, and says which is not there", async () => {
    const own = newProject();
    const text = (list: string) => `name: T\nannotate: labels\ntypes: [x]\nmedia: [${list}]\n`;
    writeFileSync(join(own, "annotate.yaml"), text("videos/a.mp4"));
    expect((await readProject(own)).items.map(({ id }) => id)).toEqual(["videos/a"]);
    writeFileSync(join(own, "annotate.yaml"), text("videos/a.mp4, gone.mp4"));
    // One that is missing keeps nobody from the others.
    expect((await readProject(own)).items.map(({ id, problem }) => [id, problem])).toEqual([
      ["videos/a", undefined],
      ["gone", "no such video: gone.mp4"],
    ]);
  });

  it("is written for a folder of videos that has none", async () => {
    const own = newProject();
    expect(await makeProject(join(own, "videos"), "labels")).toBe(
      join(own, "videos/annotate.yaml"),
    );
    expect((await readProject(join(own, "videos"))).items.length).toBe(2);
    expect(await makeProject(join(own, "videos"), "labels")).toBeUndefined();
    await expect(makeProject(own, "questions")).rejects.toThrow("a project of events");
    await expect(makeProject(own, "clips")).rejects.toThrow('"clips" cannot be annotated');
  });
});

describe("saving", () => {
  it("writes data that follows the last save, and leaves out what is not begun", async () => {
    const own = newProject();
    await using desk = new AnnotationDesk(lengths);
    await desk.save(
      own,
      saving("Anna B", 0, { x: interval(1, 2), item: { kind: "facts", difficulty: "hard" } }),
    );
    await desk.settle();
    const row = { id: "a", video: "a.mp4", duration: 10, metadata: { difficulty: "hard" } };
    expect(snapshot(own, "anna-b")).toEqual([
      { ...row, events: [{ type: "spill", start: 1, end: 2 }] },
    ]);
    await desk.save(own, saving("ANNA B", 1, { x: null, item: { kind: "facts", isDone: true } }));
    await desk.settle();
    expect(snapshot(own, "anna-b")).toEqual([
      { id: "a", video: "a.mp4", duration: 10, events: [] },
    ]);
  });

  it("keeps a second server from writing the same project, until the first is gone", async () => {
    const own = newProject();
    await using second = new AnnotationDesk(lengths);
    {
      await using first = new AnnotationDesk(lengths);
      await Promise.all([
        first.save(own, saving("Anna", 0, { x: interval(1, 2) })),
        first.save(own, saving("Ben", 0, { x: interval(1, 2) })),
      ]);
      await expect(second.save(own, saving("Anna", 1, { y: interval(3, 4) }))).rejects.toThrow(
        "another process is writing this annotation project",
      );
      expect((await second.journals(own)).map(({ annotator }) => annotator)).toEqual([
        "Anna",
        "Ben",
      ]);
    }
    const answer = await second.save(own, saving("Anna", 1, { y: interval(3, 4) }));
    expect(answer).toEqual({ state: "saved", revision: 2 });
  });

  it("writes through no link", async () => {
    const own = newProject();
    const elsewhere = join(folder.path, "elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(elsewhere, join(own, "journal"));
    await using desk = new AnnotationDesk(lengths);
    await expect(desk.save(own, saving("Anna", 0, { x: interval(1, 2) }))).rejects.toThrow(
      "is a link",
    );
    expect(readdirSync(elsewhere)).toEqual([]);
    unlinkSync(join(own, "journal"));
    mkdirSync(join(own, "journal"));
    symlinkSync(join(elsewhere, "file"), join(own, "journal/anna.jsonl"));
    await expect(desk.save(own, saving("Anna", 0, { x: interval(1, 2) }))).rejects.toThrow();
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("refuses names that could leave the folder", () => {
    for (const name of ["", "../x", "a/b", ".hidden", "x".repeat(41)])
      expect(() => annotatorFile(name)).toThrow(UserError);
    expect(annotatorFile("Zoë K.")).toBe("zoë-k..jsonl");
  });

  it("refuses what no page sends", () => {
    const step = { id: "s", kind: "edit", changes: [{ id: "x", mark: interval(2, 1) }] };
    const request = (changed: object) => () =>
      parseSave({ annotator: "A", base: 0, step: { ...step, ...changed } });
    expect(request({})).toThrow("must not be before the start");
    expect(request({ changes: [{ id: "__proto__", mark: null }] })).toThrow(UserError);
    expect(request({ changes: [] })).toThrow(UserError);
    expect(request({ changes: [{ id: "x", mark: null }] })()).toMatchObject({ base: 0 });
  });
});

describe("agreement", () => {
  it("is computed for one video and for the project", async () => {
    const own = newProject();
    await using desk = new AnnotationDesk(lengths);
    await desk.save(own, saving("Anna", 0, { x: interval(1, 3), y: interval(5, 6, "fall") }));
    await desk.save(own, saving("Ben", 0, { z: interval(1, 4) }));
    const project = await readProject(own);
    const page = await projectPage("p", project, desk);
    // One match of two and one; both mark [1, 3] of [1, 4] of 10 s, and Anna alone [5, 6].
    const [f1, tiou] = [2 / 3, 2 / 3];
    const expected = { first: "Anna", second: "Ben", samples: 1, f1, meanTiou: tiou };
    expect(page.agreement).toEqual([{ ...expected, kappa: expect.closeTo(0.608, 3) }]);
    expect(page.family).toBe("event-detection");
    const item = await itemAgreement(desk, project, { item: "a", annotator: "ben" });
    expect(item.agreement).toMatchObject([{ first: "Ben", second: "Anna", f1 }]);
    expect(item.others.map(({ annotator }) => annotator)).toEqual(["Anna"]);
    const cards = await projectCards(own, desk);
    expect(cards).toMatchObject([
      { items: 2, annotators: [{ name: "Anna", begun: 1, done: 0 }, {}] },
    ]);
  });
});

describe("import and export", () => {
  const exchange = async (
    own: string,
    desk: AnnotationDesk,
    format: string,
  ): Promise<Exchange> => ({
    ...{ desk, format, annotator: "Anna", times: () => Promise.resolve(mediaTimes) },
    project: await readProject(own),
  });

  const labelStudio = JSON.stringify([
    {
      id: 1,
      data: { video: "/data/upload/1/1f3c9a7e-a.mp4", fps: 10 },
      annotations: [
        { was_cancelled: true, result: [] },
        {
          result: [
            {
              ...{ id: "r1", from_name: "tl", to_name: "video", type: "timelinelabels" },
              value: { ranges: [{ start: 11, end: 20 }], timelinelabels: ["fall"] },
            },
          ],
        },
      ],
    },
  ]);
  const cvat = `<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version>
  <meta><task><id>7</id><name>shift</name><mode>interpolation</mode></task><source>a.mp4</source></meta>
  <track id="0" label="fall" source="manual">
    <box frame="10" outside="0" occluded="0" keyframe="1" xtl="1.0" ytl="2.0" xbr="3.0" ybr="4.0" z_order="0"></box>
    <box frame="15" outside="0" occluded="0" keyframe="0" xtl="1.0" ytl="2.0" xbr="3.0" ybr="4.0" z_order="0"></box>
    <box frame="20" outside="1" occluded="0" keyframe="1" xtl="1.0" ytl="2.0" xbr="3.0" ybr="4.0" z_order="0"></box>
  </track>
</annotations>`;
  const via = JSON.stringify({
    ...{ project: {}, config: {}, view: { 1: { fid_list: ["1"] } } },
    attribute: {
      1: { aname: "TEMPORAL-SEGMENTS", anchor_id: "FILE1_Z2_XY0", type: 4, options: { f: "fall" } },
    },
    file: { 1: { fid: "1", fname: "a.mp4", type: 4, loc: 2, src: "https://example.org/x/a.mp4" } },
    metadata: {
      "1_x": { vid: "1", flg: 0, z: [1, 2], xy: [], av: { 1: "f" } },
      "1_box": { vid: "1", flg: 0, z: [1.5], xy: [2, 10, 10, 5, 5], av: {} },
    },
  });
  const vigil = JSON.stringify({
    video_id: "a",
    events: [{ event_id: 1, event_type: "fall", start_sec: 1, end_sec: 2, confidence: 1 }],
  });

  it.each([
    ["label-studio", labelStudio],
    ["cvat", cvat],
    ["via3", via],
    ["vigil", vigil],
    [
      "activitynet",
      JSON.stringify({ database: { v_a: { annotations: [{ label: "fall", segment: [1, 2] }] } } }),
    ],
  ])("reads a file as %s writes it, and a second time changes nothing", async (format, text) => {
    const own = newProject();
    await using desk = new AnnotationDesk(lengths);
    const request = await exchange(own, desk, format);
    const answer = { items: 1, changed: 0, problems: [], unknown: [] };
    const rates = format === "label-studio" ? [{ ticksPerSecond: 10, isGiven: false }] : [];
    for (const [added, same] of [
      [1, 0],
      [0, 1],
    ])
      expect(await importAnnotations(request, text, at)).toEqual({ ...answer, rates, added, same });
    expect((await desk.journal(own, "Anna")).items.get("a")).toHaveLength(1);
    await desk.settle();
    expect(snapshot(own, "anna")).toMatchObject([
      { id: "a", events: [{ type: "fall", start: 1, end: 2 }] },
    ]);
    const { text: written } = await exportAnnotations(request);
    expect(await importAnnotations(request, written, at)).toMatchObject({
      ...{ items: 1, unknown: [], added: 0, changed: 0, same: 1 },
    });
  });

  it("overwrites nothing where two files give other marks the same ids, and moves what was moved", async () => {
    const own = newProject();
    await using desk = new AnnotationDesk(lengths);
    const request = await exchange(own, desk, "vigil");
    const file = (start: number, end: number) =>
      JSON.stringify({
        video_id: "a",
        events: [{ event_id: 1, event_type: "fall", start_sec: start, end_sec: end }],
      });
    expect(await importAnnotations(request, file(1, 2), at)).toMatchObject({ added: 1 });
    expect(await importAnnotations(request, file(5, 6), at)).toMatchObject({ added: 1 });
    expect(await importAnnotations(request, file(1.5, 2.5), at)).toMatchObject({
      ...{ added: 0, changed: 1 },
    });
    await desk.settle();
    expect(snapshot(own, "anna")).toMatchObject([
      {
        events: [
          { start: 1.5, end: 2.5 },
          { start: 5, end: 6 },
        ],
      },
    ]);
  });

  it("keeps what a video is said to be, and one label where only one may be true", async () => {
    const own = newProject("annotate: labels\ntypes: [spill, fall]\ndomains: [yard]");
    await using desk = new AnnotationDesk(lengths);
    const done = { kind: "facts", isDone: true } as const;
    await desk.save(own, saving("Anna", 0, { x: { kind: "label", type: "spill" }, item: done }));
    const request = await exchange(own, desk, "cvat");
    const image = (label: string) =>
      `<image id="0" name="a.mp4"><tag label="${label}"></tag></image>`;
    const file = (label: string) => `<annotations>${image(label)}</annotations>`;
    expect(await importAnnotations(request, file("spill"), at)).toMatchObject({ same: 1 });
    expect(await importAnnotations(request, file("fall"), at)).toMatchObject({
      added: 0,
      problems: [{ video: "a", text: "the label fall: the clip has the label spill" }],
    });
  });

  it("takes questions of the same words as one, with their evidence", async () => {
    const own = newProject("annotate: questions");
    await using desk = new AnnotationDesk(lengths);
    await desk.save(
      own,
      saving("Anna", 0, { mine: { kind: "question", text: "Who  falls?", answer: "Ben" } }),
    );
    const request = await exchange(own, desk, "vigil");
    const file = JSON.stringify([
      {
        ...{ question_id: "q1", video_id: "a", question: "who falls?", ground_truth_answer: "Ben" },
        evidence_clips: [{ start_sec: 1, end_sec: 2, relevance: "primary" }],
      },
    ]);
    expect(await importAnnotations(request, file, at)).toMatchObject({ added: 1, same: 1 });
    expect(await importAnnotations(request, file, at)).toMatchObject({ added: 0, same: 2 });
    await desk.settle();
    expect(snapshot(own, "anna")).toMatchObject([
      { question: "Who  falls?", evidence: [{ start: 1, end: 2 }] },
    ]);
  });

  it("converts Label Studio's frames by the rate that it counted at, and asks for it", async () => {
    const own = newProject();
    await using desk = new AnnotationDesk(lengths);
    const request = await exchange(own, desk, "label-studio");
    const silent = labelStudio.replace(',"fps":10', "");
    await expect(importAnnotations(request, silent, at)).rejects.toThrow(
      "the file does not say how many frames a second Label Studio counted",
    );
    // Its frames 11 to 20 at 20 a second are half a second from 0.5 on: our frames 5 to 9.
    const given = await importAnnotations({ ...request, ticksPerSecond: 20 }, silent, at);
    expect(given.rates).toEqual([{ ticksPerSecond: 20, isGiven: true }]);
    await desk.settle();
    expect(snapshot(own, "anna")).toMatchObject([{ events: [{ start: 0.5, end: 1 }] }]);
  });

  it.each([
    [
      "label-studio",
      labelStudio.replace('"start":11', '"start":91').replace('"end":20', '"end":120'),
      "fall, 9.000 to 12.000 s: the video ends at 10.000 s; cut there",
      labelStudio.replace('"start":11', '"start":111').replace('"end":20', '"end":120'),
      "fall, 11.000 to 12.000 s: the video ends at 10.000 s; left out",
    ],
    [
      "cvat",
      cvat.replace('frame="10"', 'frame="90"').replace('frame="20"', 'frame="120"'),
      "fall, frames 15 to 119: the last frame is 99; cut there",
      cvat.replaceAll(/frame="(\d)/g, 'frame="2$1'),
      "fall, frames 210 to 219: the last frame is 99; left out",
    ],
    [
      "via3",
      via.replace("[1,2]", "[9,10.2]"),
      "fall, 9.000 to 10.200 s: the video ends at 10.000 s; cut there",
      via.replace("[1,2]", "[10,11]"),
      "fall, 10.000 to 11.000 s: the video ends at 10.000 s; left out",
    ],
  ])("reports what %s has beyond the video", async (format, cut, cutWords, out, outWords) => {
    const own = newProject();
    await using desk = new AnnotationDesk(lengths);
    const request = await exchange(own, desk, format);
    expect(await importAnnotations(request, cut, at)).toMatchObject({
      ...{ added: 1, problems: [{ video: "a", text: cutWords }] },
    });
    expect(await importAnnotations(request, out, at)).toMatchObject({
      ...{ added: 0, problems: [{ video: "a", text: outWords }] },
    });
    await desk.settle();
    expect(snapshot(own, "anna")).toMatchObject([{ events: [{ end: 10 }] }]);
  });

  it("leaves out of a format that counts frames what cannot be decoded, and names what is gone", async () => {
    const own = newProject();
    const broken = (path: string) => path.endsWith("a.mp4");
    await using desk = new AnnotationDesk(
      (path) => Promise.resolve(broken(path) ? null : 10),
      (path) => (broken(path) ? "a.mp4: no video" : undefined),
    );
    await desk.save(own, saving("Anna", 0, { x: interval(1, 2) }));
    await desk.save(own, { ...saving("Anna", 0, { y: interval(3, 4) }), item: "b/c" });
    const times = (path: string) =>
      broken(path) ? Promise.reject(new UserError("no video")) : Promise.resolve(mediaTimes);
    const written = async (format: string) =>
      (await exportAnnotations({ ...(await exchange(own, desk, format)), times })).text;
    expect(await written("cvat")).not.toContain("a.mp4");
    expect(await written("cvat")).toContain("b/c.mkv");
    expect(await written("activitynet")).toContain('"a"');
    const before = await projectPage("p", await readProject(own), desk);
    expect(before.items.map(({ problem }) => problem)).toEqual(["a.mp4: no video", undefined]);
    unlinkSync(join(own, "videos/a.mp4"));
    expect((await projectPage("p", await readProject(own), desk)).gone).toEqual(["a"]);
    // Seconds are of use without the video.
    const database = { "b/c": { annotations: [{ label: "fall", segment: [5, 6] }] } };
    const silent = { ...(await exchange(own, desk, "activitynet")), times: () => times("a.mp4") };
    expect(await importAnnotations(silent, JSON.stringify({ database }), at)).toMatchObject({
      ...{ added: 1, problems: [] },
    });
    const track = await importAnnotations(
      { ...(await exchange(own, desk, "cvat")), times: () => times("a.mp4") },
      cvat.replace("a.mp4", "b/c.mkv"),
      at,
    );
    expect(track).toMatchObject({
      added: 0,
      problems: [{ video: "b/c", text: "no times of its frames: no video; left out" }],
    });
  });

  it("says which videos it does not have, and refuses types that the project lacks", async () => {
    const own = newProject();
    await using desk = new AnnotationDesk(lengths);
    const request = await exchange(own, desk, "vigil");
    const file = (video: string, type: string) =>
      JSON.stringify([
        { video_id: video, events: [{ event_type: type, start_sec: 0, end_sec: 1 }] },
      ]);
    expect(await importAnnotations(request, file("z", "fall"), at)).toMatchObject({
      ...{ items: 0, added: 0, unknown: ["z"] },
    });
    await expect(importAnnotations(request, file("a", "fire"), at)).rejects.toThrow(
      'the file has the type "fire"',
    );
    await expect(importAnnotations(request, "[", at)).rejects.toThrow("cannot be read as VIGIL");
    await expect(importAnnotations({ ...request, format: "elan" }, "", at)).rejects.toThrow(
      'no format "elan"',
    );
    expect(existsSync(join(own, "journal"))).toBe(false);
  });
});
