import { shown } from "../../../core/asking/shown.ts";
import type { DocumentFormat } from "../../../core/data/format.ts";
import { failure, success } from "../../../core/result.ts";
import type { DialogueSample } from "../schema.ts";
import { framesUpTo, streamTurns, type TimedTurn } from "../stream-frames.ts";
import { readTurn } from "./proassist.ts";
import { asFields, asNumber, asText } from "./read-value.ts";
import { datasetOf, streamVideo } from "./video-id.ts";

/** One JSON file about one video: `conversation` as a list of `{from, timestamp, value}`. */
export const perVideoFormat: DocumentFormat<DialogueSample> = {
  id: "per-video",
  summary:
    "One JSON object about one video, with conversation: turns of from, timestamp, value and labels",
  media: "as `proassist`",
  reads: "document",
  read(document) {
    const fields = asFields(document);
    if (!fields || !Array.isArray(fields.conversation))
      return failure(`conversation is ${shown(fields?.conversation)}, but must be a list of turns`);
    const uid = asText(fields.video_uid ?? fields.video_id);
    if (!uid) return failure(`video_uid is ${shown(fields.video_uid)}, but must be a text`);
    const turns: TimedTurn[] = [];
    for (const [at, raw] of fields.conversation.entries()) {
      const turn = readTurn(raw, `conversation[${at}]`);
      if (!turn.ok) return turn;
      turns.push(turn.value);
    }
    const fps = asNumber(fields.fps) ?? 2;
    const dataset = asText(fields.dataset) ?? datasetOf(uid);
    const duration = asNumber(fields.duration);
    const needed = framesUpTo(turns, fps);
    const videoFrames =
      duration === undefined ? needed : Math.max(needed, Math.floor(duration * fps));
    const { inputs, references, frameCount } = streamTurns(turns, {
      fps,
      videoFrames,
      startFrame: 0,
    });
    return success([
      {
        ...(dataset ? { dataset } : {}),
        fps,
        frameCount,
        group: uid,
        id: uid,
        inputs,
        media: [streamVideo(uid, { framesPerSecond: fps })],
        metadata: {},
        references,
        startFrame: 0,
      },
    ]);
  },
};
