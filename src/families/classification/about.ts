/** What is known of the family before its code is loaded. */
export const classificationAbout = {
  id: "classification",
  version: 1,
  summary: "Which of a task's labels does a video show?",
} as const;
