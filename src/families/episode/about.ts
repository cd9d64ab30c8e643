/** What is known of the family before its code is loaded. */
export const episodeAbout = {
  id: "episode",
  version: 1,
  summary: "What can be predicted from synchronised windows of motion, cameras, depth and sound?",
} as const;
