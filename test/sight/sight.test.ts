import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { Family } from "../../src/core/family.ts";
import { framesOf } from "../../src/core/run/looks.ts";
import type { MediaEvent } from "../../src/core/run/run-event.ts";
import { families as allFamilies } from "../../src/families/index.ts";
import type { FormatExample } from "../../src/families/shared/format-example.ts";
import { writeVideo } from "../../src/media/video/write-video.ts";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { type ProviderServer, providerServer } from "../providers/provider-server.ts";
import type { Question } from "../providers/wire.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const size = { width: 16, height: 16, framesPerSecond: 2 };
interface Fixture {
  readonly formatExamples: Readonly<Record<string, FormatExample>>;
  /** What a model says to the family's questions; `undefined` to those of others. */
  replyTo?(question: string): string | undefined;
  /** Whether the family asks this about what was described before, and shows nothing with it. */
  asksWithoutPictures?(question: string): boolean;
}
/** Those that models which look are asked. */
const families = allFamilies.filter(({ asking }: Family) => asking.protocols.chat !== undefined);
/** Each of them has one in its folder. */
const fixtures = await Promise.all(
  families.map(
    async ({ id }) => (await import(`../../src/families/${id}/format-examples.ts`)) as Fixture,
  ),
);
const all = families.flatMap(({ id: family, data, asking }: Family, at) =>
  data.formats.map(({ id: format }) => ({
    family,
    format,
    task: `${family}.${format}`,
    example: fixtures[at]!.formatExamples[format],
    hasOwnFrames: asking.usualFrames !== undefined,
  })),
);
const film = join(folder.path, "film.mp4");

beforeAll(() => {
  const pictures = Array.from({ length: 8 }, (_, at) =>
    new Uint8Array(3 * size.width * size.height).fill(30 * at),
  );
  writeVideo(film, { encoder: "libx264", container: "mp4", ...size }, pictures);
  for (const { task, example } of all)
    for (const [name, content] of Object.entries(example?.files ?? {}))
      folder.file(
        join(task, name),
        typeof content === "string" ? content : JSON.stringify(content),
      );
});

/** Puts the videos of an example where those who distribute it have them. */
function place(task: string, { videos }: FormatExample): void {
  for (const video of videos) {
    const target = join(folder.path, task, "media", video);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(film, target);
  }
}

/** Every format as a task of its own, asked of one model. */
function configure(
  server: Pick<ProviderServer, "url">,
  media: (example: FormatExample) => string,
  only = (_task: string) => true,
): void {
  const tasks = all
    .filter(({ task }) => only(task))
    .map(({ family, format, task, example, hasOwnFrames }) => {
      const data = {
        format,
        path: `${task}/${example!.path}`,
        media: media(example!).replace("@", `${task}/media`),
      };
      return {
        id: task,
        family,
        data,
        ...(hasOwnFrames ? {} : { frames: { strategy: "uniform", count: 2 } }),
      };
    });
  const systems = [
    {
      id: "model",
      kind: "chat",
      provider: "openai-compatible",
      baseUrl: `${server.url}/v1`,
      model: "watcher",
    },
  ];
  writeFileSync(
    join(folder.path, "vidimus.yaml"),
    JSON.stringify({ name: "sight", tasks, systems, cache: { replies: false } }),
  );
}

function answer({ text }: Question): { text: string } {
  for (const { replyTo } of fixtures) {
    const reply = replyTo?.(text);
    if (reply !== undefined) return { text: reply };
  }
  return { text: "A" };
}

const serve = () => providerServer({ wire: compatibleWire, answer });
const run = (...args: readonly string[]) => cli(["run", "--json", ...args], { cwd: folder.path });
const outcomes = (stdout: string) =>
  Object.fromEntries(
    (JSON.parse(stdout) as Summary).tasks.map(({ id, systems }) => [id, systems[0]!.outcomes]),
  );
const withMedia = ({ template }: FormatExample) => (template === undefined ? "@" : `@/${template}`);

describe("a chat model over every format of every family", () => {
  it("has an example of each, with videos called as those who distribute the set call them", () => {
    expect(all.filter(({ example }) => example === undefined).map(({ task }) => task)).toEqual([]);
  });

  it("is refused before the first request where there is no video, and check says the same", async () => {
    await using server = await serve();
    rmSync(join(folder.path, "runs"), { recursive: true, force: true });
    configure(server, () => "@");
    const checked = await cli(["check", "vidimus.yaml", "--json"], { cwd: folder.path });
    const found = (
      JSON.parse(checked.stdout) as {
        tasks: { task: string; findings: { check: string; level: string }[] }[];
      }
    ).tasks;
    const refused = found.filter(({ findings }) =>
      findings.some(({ check, level }) => check === "media" && level === "error"),
    );
    expect(refused.map(({ task }) => task)).toEqual(all.map(({ task }) => task));
    for (const args of [[], ["--dry-run"]]) {
      const { status, stderr } = await run("--new", ...args);
      expect(status).toBe(2);
      expect(stderr).toContain("data.media: none");
    }
    expect(server.questions).toEqual([]);
  });

  it("is shown pictures with every request where the videos are there", async () => {
    await using server = await serve();
    for (const { task, example } of all) place(task, example!);
    configure(server, withMedia);
    const { status, stdout, stderr } = await run("--new");
    expect(status, stderr).toBe(0);
    expect(server.refused).toEqual([]);
    expect(server.questions.length).toBeGreaterThan(all.length);
    const isShown = ({ pictures, text }: Question) =>
      pictures.length > 0 || fixtures.some((one) => one.asksWithoutPictures?.(text));
    expect(server.questions.filter((one) => !isShown(one)).map(({ text }) => text)).toEqual([]);
    const shown = outcomes(stdout);
    for (const { task, example } of all) {
      const counted = {
        task,
        "media-error": shown[task]?.["media-error"] ?? 0,
        failed: shown[task]?.failed ?? 0,
        samples: sum(shown[task]),
      };
      expect(counted).toEqual({ task, "media-error": 0, failed: 0, samples: example!.samples });
    }
    expect((await cli(["check", "vidimus.yaml"], { cwd: folder.path })).status).toBe(0);
  });

  it("meets a media error where one video of several is gone, and is asked about the others", async () => {
    await using server = await serve();
    const task = "event-detection.soccernet";
    place(task, all.find((one) => one.task === task)!.example!);
    rmSync(join(folder.path, task, "media/epl/2015/Chelsea 1 - 1 Burnley/2_224p.mkv"));
    configure(server, withMedia, (id) => id === task);
    const { stdout, stderr } = await run("--new");
    expect(outcomes(stdout)[task], stderr).toMatchObject({ answered: 1, "media-error": 1 });
    expect(server.questions).toHaveLength(1);
    expect(server.questions[0]!.pictures.length).toBeGreaterThan(0);
  });

  it("is asked without where the configuration says so, and every score says it", async () => {
    await using server = await serve();
    configure(server, () => "none");
    const { status, stdout, stderr } = await run("--new");
    expect(status, stderr).toBe(0);
    expect(server.questions.length).toBeGreaterThan(0);
    expect(server.questions.every(({ pictures }) => pictures.length === 0)).toBe(true);
    for (const { id, systems } of (JSON.parse(stdout) as Summary).tasks)
      expect(systems[0]!.remarks, id).toContain("asked without media, as data.media: none says");
    const { stdout: text } = await cli(["run"], { cwd: folder.path });
    expect(text).toContain("asked without media");
    expect((await cli(["check", "vidimus.yaml"], { cwd: folder.path })).status).toBe(0);
  });
});

function sum(counts: Readonly<Record<string, number>> = {}): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

describe("where videos lie", () => {
  const rows = [
    {
      question_id: "q1",
      video_id: "v1",
      question: "When is it red?",
      domain: "factory",
      evidence_clips: [{ start_sec: 1, end_sec: 2 }],
    },
    {
      question_id: "q2",
      video_id: "v2",
      question: "When is it blue?",
      domain: "sports",
      evidence_clips: [{ start_sec: 1, end_sec: 2 }],
    },
  ];

  async function asked(media: string, files: readonly string[]) {
    rmSync(join(folder.path, "places"), { recursive: true, force: true });
    folder.file("places/qa.json", JSON.stringify(rows));
    folder.file("places/map.json", JSON.stringify({ v1: "films/one.mp4", v2: "two" }));
    folder.file("places/map.csv", "video_id,path\nv1,films/one.mp4\nv2,films/two.mp4\n");
    for (const file of files) {
      mkdirSync(join(folder.path, "places", dirname(file)), { recursive: true });
      copyFileSync(film, join(folder.path, "places", file));
    }
    await using server = await serve();
    const task = {
      id: "qa",
      family: "retrieval",
      data: { format: "vigil-qa", path: "qa.json", media },
      frames: { strategy: "uniform", count: 1 },
    };
    const systems = [
      {
        id: "model",
        kind: "chat",
        provider: "openai-compatible",
        baseUrl: `${server.url}/v1`,
        model: "m",
      },
    ];
    writeFileSync(
      join(folder.path, "places/vidimus.yaml"),
      JSON.stringify({ name: "places", tasks: [task], systems }),
    );
    const { stdout, stderr, status } = await cli(["run", "--json", "--new"], {
      cwd: join(folder.path, "places"),
    });
    return {
      stdout,
      stderr,
      status,
      pictures: server.questions.map(({ pictures }) => pictures.length),
    };
  }

  it.each<[string, string, readonly string[]]>([
    [
      "a template of what samples say",
      "films/{domain}/{id}.mp4",
      ["films/factory/v1.mp4", "films/sports/v2.mp4"],
    ],
    [
      "a template without an ending",
      "films/{domain}-{id}",
      ["films/factory-v1.mkv", "films/sports-v2.mp4"],
    ],
    [
      "a JSON object from ids to paths, also without endings",
      "map.json",
      ["films/one.mp4", "deep/two.webm"],
    ],
    ["a table from ids to paths", "map.csv", ["films/one.mp4", "films/two.mp4"]],
    ["a folder, at any depth and with any ending", "films", ["films/a/b/v1.m4v", "films/c/v2.ts"]],
  ])("is said by %s", async (_, media, files) => {
    const { status, stderr, pictures } = await asked(media, files);
    expect(status, stderr).toBe(0);
    expect(pictures).toEqual([1, 1]);
  });

  it("is an error that names both where one name has two files, and what was looked for where none has any", async () => {
    const two = await asked("films", ["films/a/v1.mp4", "films/b/v1.mkv", "films/v2.mp4"]);
    expect(two.status).toBe(2);
    expect(two.stderr).toContain("a/v1.mp4 and b/v1.mkv");
    expect(two.pictures).toEqual([]);
    const none = await asked("films", ["films/other.mp4"]);
    expect(none.status).toBe(2);
    expect(none.stderr).toMatch(
      /looked for factory\/videos\/v1\.mp4, sports\/videos\/v2\.mp4 in .*films: it holds other\.mp4/,
    );
    const field = await asked("films/{place}/{id}.mp4", ["films/x/v1.mp4"]);
    expect(field.stderr).toContain(
      'data.media asks for {place}, which the sample "q1" does not say',
    );
    const map = await asked("map.csv", ["films/one.mp4"]);
    expect(map.pictures).toEqual([1]);
    expect(outcomes(map.stdout).qa).toMatchObject({ "media-error": 1 });
  });
});

describe("a ProAssist folder", () => {
  const uid = "grp-cec778f9-9b54-4b67-b013-116378fd7a85";

  it("shows the frames that it stores, at the times of the original, and nothing that is not part of the stream", async () => {
    const pictures = await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        greyJpeg(30 * at).then((bytes) => bytes.toString("base64")),
      ),
    );
    const arrow = tableToIPC(new Table({ frame: vectorFromArray(pictures, new Utf8()) }), "stream");
    const turns = [
      { role: "user", time: 1, content: "How do I start?", labels: "" },
      { role: "assistant", time: 2.5, content: "Take the cup.", labels: "" },
    ];
    const video = {
      video_uid: uid,
      conversations: [{ user_type: "no_talk", conversation: turns }],
      parsed_video_anns: { video_start_time: 1 },
    };
    folder.file(
      "proassist/data/ego4d/generated_dialogs/val_filtered.json",
      JSON.stringify([video]),
    );
    folder.file(`proassist/data/ego4d/frames/${uid.slice(4)}.arrow`, Buffer.from(arrow));
    folder.file(`proassist/data/ego4d/features/clip@-1/${uid.slice(4)}.arrow`, Buffer.from(arrow));
    await using server = await serve();
    const systems = [
      {
        id: "model",
        kind: "chat",
        provider: "openai-compatible",
        baseUrl: `${server.url}/v1`,
        model: "m",
      },
    ];
    const task = {
      id: "talk",
      family: "dialogue",
      data: { format: "proassist-folder", path: "data" },
      frames: { strategy: "fps", rate: 2, max: 99, format: "png" },
    };
    const cwd = join(folder.path, "proassist");
    writeFileSync(
      join(cwd, "vidimus.yaml"),
      JSON.stringify({ name: "talk", tasks: [task], systems }),
    );
    const { status, stdout, stderr } = await cli(["run", "--json", "--new"], { cwd });
    expect(status, stderr).toBe(0);
    const { directory } = JSON.parse(stdout) as { directory: string };
    await using store = await readLocalRun(directory);
    const shown: MediaEvent[] = [];
    for await (const event of store.events()) if (event.event === "media") shown.push(event);
    expect(framesOf([shown[0]!.media]).map(({ atSeconds }) => atSeconds)).toEqual([
      0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5,
    ]);
    // The stream begins at 1 s: six of the eight frames are part of it, two more with every second.
    expect(server.questions.map(({ pictures: seen }) => seen.length)).toEqual([2, 4, 6]);
    const probed = await cli(["probe", "vidimus.yaml", "--json"], { cwd });
    expect(probed.status, probed.stderr).toBe(0);
    expect(probed.stdout).toContain('"container":"arrow"');
  });
});

describe("doctor", () => {
  it("says before a run whether there is anything to see, and asks nothing", async () => {
    await using server = await serve();
    folder.file(
      "doctor/qa.json",
      JSON.stringify([{ question_id: "q1", video_id: "v1", question: "When?" }]),
    );
    const cwd = join(folder.path, "doctor");
    const look = async (media: string, systems: readonly object[]) => {
      const tasks = [
        { id: "qa", family: "retrieval", data: { format: "vigil-qa", path: "qa.json", media } },
      ];
      writeFileSync(join(cwd, "vidimus.yaml"), JSON.stringify({ name: "d", tasks, systems }));
      const { stdout } = await cli(["doctor", "--json"], { cwd });
      return (
        JSON.parse(stdout) as { findings: { what: string; state: string; detail: string }[] }
      ).findings.find(({ what }) => what === "media of qa");
    };
    const chat = [
      {
        id: "model",
        kind: "chat",
        provider: "openai-compatible",
        baseUrl: `${server.url}/v1`,
        model: "m",
      },
    ];
    expect(await look("films", chat)).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("looked for videos/v1.mp4"),
    });
    mkdirSync(join(cwd, "films"));
    copyFileSync(film, join(cwd, "films/v1.mkv"));
    expect(await look("films", chat)).toMatchObject({
      state: "fine",
      detail: "1 of 1 pictures and videos are there",
    });
    expect(await look("none", chat)).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("asked without media"),
    });
    expect(await look("gone", [{ kind: "oracle" }])).toBeUndefined();
    expect(server.questions).toEqual([]);
  });
});

const greyJpeg = (level: number) =>
  sharp({
    create: { width: 8, height: 6, channels: 3, background: { r: level, g: level, b: level } },
  })
    .jpeg()
    .toBuffer();
