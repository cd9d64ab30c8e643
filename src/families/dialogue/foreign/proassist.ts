import { shown } from "../../../core/asking/shown.ts";
import type { RowFormat } from "../../../core/data/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import type { DialogueSample } from "../schema.ts";
import { framesUpTo, streamTurns, type TimedTurn, turnsAfterEnd } from "../stream-frames.ts";
import { type Conversations, conversationsOf } from "./conversations.ts";
import { asFields, asNumber, asText, type Fields } from "./read-value.ts";
import { datasetOf, streamVideo, videoIdOf } from "./video-id.ts";

/** What other files say of a video. */
export interface VideoSurroundings {
  readonly split?: string | undefined;
  /** The set, by where the video's file lies. */
  readonly dataset?: string | undefined;
  readonly frameCount?: number | undefined;
  /** The file of its frames. */
  readonly framesPath?: string | undefined;
  readonly substeps?: DialogueSample["substeps"];
}

const framesPerSecond = 2;

/**
 * `generated_dialogs/<split>_filtered.json` of ProAssist: a list of videos with a conversation for
 * each type of user.
 */
export const proassistFormat: RowFormat<DialogueSample> = {
  id: "proassist",
  summary:
    "ProAssist dialogues (val_filtered.json): videos with a conversation for each type of user; the option conversations says which are streams",
  media:
    "`frames/<id>.arrow`, else `<id>` or `<video_uid>`; `<id>` is the uid without `grp-` (ego4d) or `(dis)assembly_` (assembly101)",
  reads: "rows",
  read: (row, options) => readVideo(row, conversationsOf(options)),
};

/** All samples of one video. */
export function readVideo(
  row: unknown,
  kind: Conversations,
  around: VideoSurroundings = {},
): Result<readonly DialogueSample[]> {
  const video = asFields(row);
  const uid = asText(video?.video_uid);
  if (!video || !uid) return failure(`video_uid is ${shown(video?.video_uid)}, but must be a text`);
  if (!Array.isArray(video.conversations))
    return failure(`conversations is ${shown(video.conversations)}, but must be a list`);
  const read: ReadConversation[] = [];
  for (const [at, item] of video.conversations.entries()) {
    const conversation = readConversation(item, `conversations[${at}]`);
    if (!conversation.ok) return conversation;
    read.push(conversation.value);
  }
  if (read.length === 0) return success([]);
  const sample = (conversation: ReadConversation, id: string) =>
    sampleOf(video, uid, { ...conversation, ...around, id });
  if (kind === "each") {
    const named = idsWithin(read.map(({ userType }, at) => userType ?? String(at)));
    return success(read.map((one, at) => sample(one, `${uid}/${named[at]}`)));
  }
  if (kind === "first") return success([sample(read[0]!, uid)]);
  const turns = read.flatMap((one) => one.turns.filter(({ role }) => role === "assistant"));
  return success([sample({ turns: turns.toSorted((a, b) => a.seconds - b.seconds) }, uid)]);
}

/**
 * Names of conversations by their types of users: where a video has several of one type, all but
 * the first are numbered.
 */
function idsWithin(types: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return types.map((type) => {
    const count = (seen.get(type) ?? 0) + 1;
    seen.set(type, count);
    return count === 1 ? type : `${type}-${count}`;
  });
}

interface ReadConversation {
  readonly userType?: string | undefined;
  readonly turns: readonly TimedTurn[];
  readonly score?: number | undefined;
}

function readConversation(item: unknown, where: string): Result<ReadConversation> {
  const fields = asFields(item);
  if (!fields || !Array.isArray(fields.conversation))
    return failure(
      `${where}.conversation is ${shown(fields?.conversation)}, but must be a list of turns`,
    );
  const turns: TimedTurn[] = [];
  for (const [at, raw] of fields.conversation.entries()) {
    const turn = readTurn(raw, `${where}.conversation[${at}]`);
    if (!turn.ok) return turn;
    turns.push(turn.value);
  }
  return success({
    userType: asText(fields.user_type),
    turns,
    score: asNumber(asFields(fields.auto_quality_eval)?.final_score),
  });
}

/**
 * A turn as `{role, time, content, labels}`, or in the names of per-video files, `{from, timestamp,
 * value, labels}`.
 */
export function readTurn(raw: unknown, where: string): Result<TimedTurn> {
  const turn = asFields(raw) ?? {};
  const called = (name: string, other: string) =>
    turn[name] === undefined && turn[other] !== undefined ? other : name;
  const wrong = (name: string, wanted: string) =>
    failure(`${where}.${name} is ${shown(turn[name])}, but must be ${wanted}`);
  const [speaker, when, words] = [
    called("role", "from"),
    called("time", "timestamp"),
    called("content", "value"),
  ];
  const role = turn[speaker];
  if (role !== "user" && role !== "assistant" && role !== "system")
    return wrong(speaker, "user, assistant or system");
  const seconds = asNumber(turn[when]);
  if (seconds === undefined || seconds < 0) return wrong(when, "seconds");
  const text = asText(turn[words]);
  if (text === undefined) return wrong(words, "a text");
  const label = asText(turn.labels);
  return success({ role, seconds, text, ...(label ? { label } : {}) });
}

function sampleOf(
  video: Fields,
  uid: string,
  {
    turns,
    id,
    userType,
    score,
    split,
    dataset: lying,
    frameCount: counted,
    framesPath,
    substeps,
  }: ReadConversation & VideoSurroundings & { readonly id: string },
): DialogueSample {
  const annotations = asFields(video.parsed_video_anns);
  const fps = framesPerSecond;
  const duration = asNumber(annotations?.duration);
  const startFrame =
    asNumber(video._video_start_frame) ??
    Math.floor((asNumber(annotations?.video_start_time) ?? 0) * fps);
  const needed = framesUpTo(turns, fps);
  const videoFrames =
    counted ?? (duration === undefined ? needed : Math.max(needed, Math.floor(duration * fps)));
  const stream = streamTurns(turns, {
    fps,
    videoFrames: Math.max(videoFrames, startFrame + 2),
    startFrame,
  });
  const { inputs, references, frameCount } = stream;
  const [goal, knowledge] = [asText(video.inferred_goal), asText(video.inferred_knowledge)];
  const dataset = asText(annotations?.dataset) ?? lying ?? datasetOf(uid);
  return {
    ...(dataset ? { dataset } : {}),
    fps,
    frameCount,
    ...(goal ? { goal } : {}),
    group: uid,
    id,
    inputs,
    ...(knowledge ? { knowledge } : {}),
    media: [streamVideo(uid, { framesPerSecond: fps, path: framesPath })],
    metadata: { frames: videoIdOf(uid), ...(score === undefined ? {} : { quality: score }) },
    references,
    ...(split ? { split } : {}),
    startFrame,
    ...(substeps ? { substeps } : {}),
    ...turnsAfterEnd(stream),
    ...(userType ? { userType } : {}),
  };
}
