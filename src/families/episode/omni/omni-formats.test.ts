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
});
