/** What is known of the family before its code is loaded. */
export const multipleChoiceAbout = {
  id: "multiple-choice",
  version: 1,
  summary: "Does a system pick the right choice about a picture or a video?",
} as const;
