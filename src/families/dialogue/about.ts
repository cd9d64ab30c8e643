/** What is known of the family before its code is loaded. */
export const dialogueAbout = {
  id: "dialogue",
  version: 1,
  summary:
    "Does a streaming assistant say the right thing at the right moment, and stay silent otherwise?",
} as const;
