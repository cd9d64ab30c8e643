import type { DataFolder } from "../../../core/data/data-file.ts";
import type {
  DocumentPredictionFormat,
  FolderFormat,
  FolderPiece,
  RawPrediction,
} from "../../../core/data/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import { answered, noAnswer } from "../../../core/run/outcome.ts";
import { impliedVideo } from "../../shared/implied-video.ts";
import { lineRecords } from "../../shared/line-records.ts";
import type { EventPrediction, EventSample, TruthEvent } from "../schema.ts";

/** Names of classes by the numbers that result files give them. */
type ClassNames = Readonly<Record<string, string>>;

/** The twenty classes of THUMOS-14, for ground truth without its own `detclasslist.txt`. */
const classes: ClassNames = {
  7: "BaseballPitch",
  9: "BasketballDunk",
  12: "Billiards",
  21: "CleanAndJerk",
  22: "CliffDiving",
  23: "CricketBowling",
  24: "CricketShot",
  26: "Diving",
  31: "FrisbeeCatch",
  33: "GolfSwing",
  36: "HammerThrow",
  40: "HighJump",
  45: "JavelinThrow",
  51: "LongJump",
  68: "PoleVault",
  79: "Shotput",
  85: "SoccerPenalty",
  92: "TennisSwing",
  93: "ThrowDiscus",
  97: "VolleyballSpiking",
};

/**
 * THUMOS-14: a text file for each class, `<Class>_<split>.txt`, with lines of video, start and end;
 * `Ambiguous_<split>.txt` for what may be one. Where there is a `detclasslist.txt` with lines of
 * number and class, it says which classes count and how result files number them.
 */
export const thumosFormat: FolderFormat<EventSample> = {
  id: "thumos",
  summary:
    "THUMOS-14: a folder of <Class>_<split>.txt with lines: video start end; Ambiguous_<split>.txt and detclasslist.txt (number class) are known",
  media: "`<video>`",
  reads: "folder",
  async *read(folder) {
    const list = (await folder.list("**/*.txt")).find((path) =>
      /(?:^|\/)detclasslist\.txt$/.test(path),
    );
    const names = list === undefined ? undefined : readClassList(await folder.text(list));
    if (names && !names.ok)
      yield {
        where: `${list}${names.reason}`,
        read: failure("must have lines of a class's number and name, such as: 7 BaseballPitch"),
      };
    yield* byClass(
      folder,
      /^(.+)_(val|test|validation)\.txt$/,
      names?.ok ? names.value : undefined,
    );
  },
};

/**
 * MultiTHUMOS: a text file for each of its 65 classes, `<Class>.txt`, with lines of video, start
 * and end.
 */
export const multithumosFormat: FolderFormat<EventSample> = {
  id: "multithumos",
  summary: "MultiTHUMOS: a folder of <Class>.txt with lines: video start end",
  media: "`<video>`",
  reads: "folder",
  suits: { frames: "types" },
  read: (folder) => byClass(folder, /^([A-Z].*)\.txt$/),
};

/** The reason for failure is the line, as in `:3`. */
function readClassList(text: string): Result<ClassNames> {
  const names: Record<string, string> = {};
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [, number, name] = /^\s*(\d+)\s+(\S+)\s*$/.exec(line) ?? [];
    if (number === undefined || name === undefined) return failure(`:${at + 1}`);
    names[number] = name;
  }
  return success(names);
}

/** Videos are spread over all files, so samples come when the last one is read. */
async function* byClass(
  folder: DataFolder,
  naming: RegExp,
  names?: ClassNames,
): AsyncIterable<FolderPiece<EventSample>> {
  const listed = names && new Set([...Object.values(names), "Ambiguous"]);
  const videos = new Map<string, TruthEvent[]>();
  const paths = (await folder.list("**/*.txt")).filter((path) =>
    naming.test(path.split("/").at(-1)!),
  );
  if (paths.length === 0)
    yield { where: folder.path, read: failure(`no file is named as ${naming.source} says`) };
  for (const path of paths) {
    const type = naming.exec(path.split("/").at(-1)!)![1]!;
    if (listed && !listed.has(type)) {
      yield { where: path, read: success([]), leftOut: `${type} is not in detclasslist.txt` };
      continue;
    }
    for (const [at, line] of (await folder.text(path)).split(/\r?\n/).entries()) {
      if (line.trim() === "") continue;
      const read = readLine(line, type);
      if (!read.ok) yield { where: `${path}:${at + 1}`, read };
      else
        videos.set(read.value.video, [...(videos.get(read.value.video) ?? []), read.value.event]);
    }
  }
  for (const [video, events] of [...videos].sort(([a], [b]) => (a < b ? -1 : 1)))
    yield { where: folder.path, read: success([sampleOf(video, events, names)]) };
}

function readLine(
  line: string,
  type: string,
): Result<{ readonly video: string; readonly event: TruthEvent }> {
  const [video, start, end, ...rest] = line.trim().split(/\s+/);
  const [startSeconds, endSeconds] = [Number(start), Number(end)];
  if (!video || rest.length > 0 || !(startSeconds >= 0) || !(endSeconds >= startSeconds))
    return failure(`"${line.trim()}" must read: video start end, in seconds`);
  const isAmbiguous = type === "Ambiguous";
  return success({
    video,
    event: {
      ...(isAmbiguous ? { ambiguous: true } : {}),
      endSeconds,
      startSeconds,
      type: isAmbiguous ? "" : type,
    },
  });
}

function sampleOf(
  id: string,
  events: readonly TruthEvent[],
  names: ClassNames | undefined,
): EventSample {
  const split = /_(validation|test)_/.exec(id)?.[1];
  const metadata = names ? { [classList]: JSON.stringify(names) } : {};
  return {
    durationSeconds: null,
    events,
    group: id,
    id,
    media: [impliedVideo([id])],
    metadata,
    ...(split ? { split } : {}),
  };
}

/**
 * Where a sample keeps the names of `detclasslist.txt`, for results that name classes by their
 * numbers.
 */
const classList = "detclasslist";

function namesFor({ metadata }: EventSample): ClassNames {
  const own = metadata[classList];
  return typeof own === "string" ? (JSON.parse(own) as ClassNames) : classes;
}

/**
 * Result files of THUMOS-14: lines of video, start, end, class (its number or name) and confidence.
 */
export const thumosPredictions: DocumentPredictionFormat<EventSample, EventPrediction> = {
  id: "thumos",
  summary:
    "THUMOS-14 results: lines of video, start, end, class number (as detclasslist.txt has it) or name, confidence",
  reads: "document",
  foundOnly: { nothing: [] },
  recognises: (head) =>
    typeof head === "string" &&
    /^\s*\S+\s+[\d.]+\s+[\d.]+\s+\w+\s+[-+.\deE]+\s*$/.test(head.split("\n")[0]!),
  read(document): Result<readonly RawPrediction[]> {
    const lines = lineRecords(document, {
      layout: "video start end class confidence",
      read: readDetection,
    });
    if (!lines.ok) return lines;
    const videos = new Map<string, Detection[]>();
    for (const { video, detection } of lines.value) {
      const found = videos.get(video);
      if (found) found.push(detection);
      else videos.set(video, [detection]);
    }
    return success([...videos].map(([id, raw]) => ({ id, raw })));
  },
  interpret(raw, sample) {
    if (!Array.isArray(raw)) return noAnswer("unparsed", "no list of detections");
    const names = namesFor(sample);
    const events = (raw as EventPrediction["events"]).map((event) => ({
      ...event,
      type: /^\d+$/.test(event.type) ? (names[event.type] ?? "") : event.type,
    }));
    const unknown = events.findIndex(({ type }) => type === "");
    if (unknown < 0) return answered({ events });
    const where = names === classes ? "of THUMOS-14" : "in detclasslist.txt of the ground truth";
    return noAnswer(
      "unparsed",
      `"${(raw as EventPrediction["events"])[unknown]!.type}" is no class ${where}`,
    );
  },
};

type Detection = EventPrediction["events"][number];

function readDetection(
  line: string,
): Result<{ readonly video: string; readonly detection: Detection }> {
  const [video, start, end, name, score] = line.trim().split(/\s+/);
  const [startSeconds, endSeconds, confidence] = [start, end, score].map(Number) as [
    number,
    number,
    number,
  ];
  if (
    !video ||
    !name ||
    !Number.isFinite(startSeconds) ||
    !(endSeconds >= startSeconds) ||
    !Number.isFinite(confidence)
  )
    return failure(`"${line.trim()}" must read: video start end class confidence`);
  return success({
    video: video.replace(/\.mp4$/, ""),
    detection: { confidence, endSeconds, startSeconds, type: name },
  });
}
