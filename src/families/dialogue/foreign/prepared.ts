import { shown } from "../../../core/asking/shown.ts";
import type { RowFormat } from "../../../core/data/format.ts";
import { failure, type Result, success } from "../../../core/result.ts";
import type { DialogueInput, DialogueReference, DialogueSample } from "../schema.ts";
import { asFields, asNumber, asText } from "./read-value.ts";
import { streamVideo } from "./video-id.ts";

/**
 * `prepared/<name>.jsonl` of ProAssist: conversations whose turns stand between ranges of frames.
 */
export const preparedFormat: RowFormat<DialogueSample> = {
  id: "proassist-prepared",
  summary: "ProAssist's prepared streams (JSONL): turns between half-open ranges of frames",
  media: "`frames_file` by its last two names; else as `proassist`",
  reads: "rows",
  read: readPrepared,
};

interface Walk {
  readonly inputs: DialogueInput[];
  readonly references: DialogueReference[];
  frames: number;
}

function readPrepared(row: unknown): Result<readonly DialogueSample[]> {
  const fields = asFields(row);
  const uid = asText(fields?.video_uid);
  if (!fields || !uid)
    return failure(`video_uid is ${shown(fields?.video_uid)}, but must be a text`);
  const fps = asNumber(fields.fps);
  if (fps === undefined || fps <= 0)
    return failure(`fps is ${shown(fields.fps)}, but must be a rate above 0`);
  if (!Array.isArray(fields.conversation))
    return failure(`conversation is ${shown(fields.conversation)}, but must be a list of turns`);
  const walked = walk(fields.conversation, asText(fields.dataset) ?? "");
  if (!walked.ok) return walked;
  const { inputs, references, frames } = walked.value;
  if (frames === 0)
    return failure("conversation has no frames, but needs at least one turn of role frames");
  const metadata = asFields(fields.metadata) ?? {};
  const [dataset, userType, goal, knowledge] = [
    fields.dataset,
    metadata.user_type,
    metadata.task_goal,
    metadata.knowledge,
  ].map(asText);
  const startFrame = asNumber(fields.start_frame_idx);
  const clip = asNumber(fields.clip_idx);
  // A path on the machine that prepared it: only its end means anything here.
  const framesFile = asText(fields.frames_file);
  return success([
    {
      ...(dataset ? { dataset } : {}),
      fps,
      frameCount: frames,
      ...(goal ? { goal } : {}),
      group: uid,
      id: [uid, userType, clip === undefined || clip === 0 ? undefined : clip]
        .filter((part) => part !== undefined)
        .join("/"),
      inputs,
      ...(knowledge ? { knowledge } : {}),
      media: [
        streamVideo(uid, {
          framesPerSecond: fps,
          path: framesFile?.split("/").slice(-2).join("/"),
        }),
      ],
      metadata: { frames: framesFile ?? null },
      references,
      ...(startFrame === undefined ? {} : { startFrame }),
      ...(userType ? { userType } : {}),
    },
  ]);
}

/**
 * One stream frame for each frame of each range. What users and the system said before a range is
 * heard on its first frame; what the assistant says after one is due on its last. Sets that are not
 * about summaries end where a summary is asked for.
 */
function walk(turns: readonly unknown[], dataset: string): Result<Walk> {
  const walked: Walk = { inputs: [], references: [], frames: 0 };
  let pending: Omit<DialogueInput, "frame">[] = [];
  for (const [at, raw] of turns.entries()) {
    const turn = asFields(raw);
    const role = turn?.role;
    if (role === "frames") {
      const [start, end] = [asNumber(turn?.start), asNumber(turn?.end)];
      if (start === undefined || end === undefined || end < start)
        return failure(
          `conversation[${at}] has the frames ${shown(turn?.start)} to ${shown(turn?.end)}, which are no range`,
        );
      if (end === start) continue;
      walked.inputs.push(...pending.map((input) => ({ frame: walked.frames, ...input })));
      pending = [];
      walked.frames += end - start;
      continue;
    }
    const text = asText(turn?.content);
    if (text === undefined)
      return failure(`conversation[${at}].content is ${shown(turn?.content)}, but must be a text`);
    if (role === "system" && text.startsWith("Please summarize") && !dataset.includes("summary"))
      break;
    if (role === "system" || role === "user") pending.push({ role, text });
    else if (role !== "assistant")
      return failure(
        `conversation[${at}].role is ${shown(role)}, but must be system, user, assistant or frames`,
      );
    else if (walked.frames > 0 && text !== "" && asFields(turns[at - 1])?.role === "frames") {
      const label = asText(turn?.labels);
      walked.references.push({ frame: walked.frames - 1, text, ...(label ? { label } : {}) });
    }
  }
  return success(walked);
}
