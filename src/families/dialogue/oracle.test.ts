import { describe, expect, it } from "vitest";
import { dialogueScores } from "../../../test/dialogue/dialogue-scores.ts";
import {
  expectOracleAtCeiling,
  proassistSamples,
} from "../../../test/dialogue/proassist-oracle.ts";
import { dialogue } from "./index.ts";

const sayings = [
  "Fill the kettle with water, please.",
  "Now switch it on and wait until it boils.",
  "Great, you've opened the box; take the small filter next.",
  "Pour about 200 ml over the ground coffee.",
  "Wait thirty seconds, then pour the rest.",
  "Well done: your coffee is ready!",
];

/** Three conversations about a video, of users who talk more and more. */
function video(video_uid: string, start: number) {
  const conversations = ["no_talk", "talk_some", "talk_more"].map((user_type, talk) => ({
    user_type,
    conversation: sayings.flatMap((content, at) => {
      const time = start + 4 + 9.3 * at;
      const asks = { role: "user", time: time - 2.5, content: `And now (${at})?` };
      return [
        ...(at % 3 < talk ? [asks] : []),
        { role: "assistant", time, content, labels: "initiative|instruction" },
      ];
    }),
  }));
  const parsed_video_anns = { dataset: "assembly101", duration: 70, video_start_time: start };
  return {
    video_uid,
    inferred_goal: "Make coffee",
    inferred_knowledge: "Coffee",
    parsed_video_anns,
    conversations,
  };
}

describe("the oracle on dialogues in ProAssist's shape", () => {
  const rows = [video("one", 0), video("two", 12.4)];

  it.each([
    ["each", 6],
    ["first", 2],
    ["concatenate", 2],
  ] as const)(
    "reaches the ceiling of every score with conversations: %s",
    (conversations, count) => {
      const samples = proassistSamples(rows, conversations);
      expect(samples.length).toBe(count);
      expectOracleAtCeiling(samples);
    },
  );

  it("loses perfect pairs where zero costs are dropped, as the original does", () => {
    const samples = proassistSamples(rows, "each");
    expect(
      dialogueScores(samples, samples.map(dialogue.proof.baselines.oracle), { zeroEdge: "drop" })
        .F1!.score,
    ).toBeLessThan(1);
  });
});
