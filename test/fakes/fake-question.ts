import type { ChatReply } from "../../src/core/asking/chat.ts";
import { answered, type Outcome } from "../../src/core/run/outcome.ts";
import type { RetrievalSample } from "../../src/families/retrieval/schema.ts";

/**
 * A question about a hundred seconds of video whose answer is shown, and spoken of, from second 40
 * on.
 */
export const fakeQuestion: RetrievalSample = {
  answer: "a helmet",
  clips: [],
  durationSeconds: 100,
  evidence: [{ startSeconds: 40, endSeconds: 50, relevance: "primary" }],
  group: "v",
  id: "q",
  media: [],
  metadata: {},
  question: "What is put on?",
  transcript: { cues: [{ startSeconds: 41, endSeconds: 42, text: "safety first" }] },
};

export function says(text: string): Outcome<ChatReply> {
  return answered({ text, finish: "stop" });
}
