import { describe, expect, it } from "vitest";
import type { EpisodeSample } from "../schema.ts";
import { omniFormat, omniPredictions } from "./omni-formats.ts";
import { matchLabel, readAnswer } from "./window-answer.ts";

const fields = {
  action: "Pour coffee",
  subtask: "make coffee",
  objects: ["kettle"],
  contact: "yes",
  transition: "no",
  next_action: "wait",
  evidence_window: { start_frame: 0, end_frame: 19 },
};

describe("answers of omni models", () => {
  it.each([
    ["as it is", JSON.stringify(fields), true],
    ["in a fence", `\`\`\`json\n${JSON.stringify(fields)}\n\`\`\``, true],
    ["between words", `Sure: ${JSON.stringify(fields)} Done.`, true],
    ["without a key", JSON.stringify({ ...fields, evidence_window: undefined }), false],
  ])("are read %s", (_, reply, isComplete) => {
    expect(readAnswer(reply)).toMatchObject({ isComplete, answer: { action: "Pour coffee" } });
  });

  it.each(["", "no idea", "[1, 2]", '{"action": "pour'])("are none in %j", (reply) => {
    expect(readAnswer(reply)).toBeUndefined();
  });

  it("have at most eight objects", () => {
    const objects = Array.from({ length: 12 }, (_, at) => `thing ${at}`);
    expect(readAnswer({ ...fields, objects })!.answer.objects).toHaveLength(8);
  });

  it.each([
    ["Pour coffee", "Pour coffee"],
    ["pour COFFEE", "Pour coffee"],
    ["the person will pour coffee now", "Pour coffee"],
    ["sing", "sing"],
  ])("%j means %j", (text, label) => {
    expect(matchLabel(text, ["Wait", "Pour coffee"])).toBe(label);
  });

  it("are rows of samples and of replies", () => {
    const read = omniFormat.read({
      id: "w1",
      episode: "e",
      target: fields,
      label_options: { action: ["Pour coffee", "Wait"] },
    });
    const [sample] = (read.ok ? read.value : []) as readonly EpisodeSample[];
    expect(sample).toMatchObject({ id: "w1", group: "e", classes: ["Pour coffee", "Wait"] });
    const row = { id: "w1", reply: JSON.stringify({ ...fields, action: "wait" }) };
    expect(omniPredictions.recognises(row)).toBe(true);
    expect(omniPredictions.interpret(row, sample!)).toMatchObject({
      kind: "answered",
      value: { answer: { action: "Wait" }, isComplete: true },
    });
    expect(omniPredictions.interpret({ id: "w1", reply: "?" }, sample!).kind).toBe("unparsed");
  });

  it.each<[string, unknown]>([
    ["text", JSON.stringify(fields)],
    ["text in a fence", `\`\`\`json\n${JSON.stringify(fields)}\n\`\`\``],
    ["reply", { reply: JSON.stringify(fields) }],
    ["reply that was parsed", { prediction: fields }],
    ["seven fields", fields],
    ["seven fields beside an id", { id: "w1", ...fields }],
  ])("may be a %s of a program", (_, raw) => {
    const sample: EpisodeSample = {
      classes: ["Pour coffee"],
      episode: "e",
      group: "e",
      id: "w1",
      task: "structured_answer",
      truth: null,
      windows: [{ centerFrame: 9, endFrame: 19, index: 0, startFrame: 0 }],
    };
    expect(omniPredictions.accepts!(raw)).toBe(true);
    expect(omniPredictions.interpret(raw, sample)).toMatchObject({
      kind: "answered",
      value: { answer: { action: "Pour coffee", objects: ["kettle"] }, isComplete: true },
    });
    expect(omniPredictions.interpret(raw, { ...sample, task: "timeline_action" })).toMatchObject({
      kind: "unparsed",
      reason: "timeline_action asks for a label",
    });
  });

  it("leaves answers of other tasks to others", () => {
    for (const raw of [{ label: "wait" }, { values: [1] }, 3, null])
      expect(omniPredictions.accepts!(raw)).toBe(false);
    expect(omniPredictions.accepts!("no idea")).toBe(true);
  });
});
