/** What is known of the family before its code is loaded. */
export const retrievalAbout = {
  id: "retrieval",
  version: 2,
  summary: "Are the right moments of long videos found, and is the answer grounded in them?",
} as const;
