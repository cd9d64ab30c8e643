/** What is known of the family before its code is loaded. */
export const eventDetectionAbout = {
  id: "event-detection",
  version: 2,
  summary: "Which events happen when in a video, at how many false alarms per hour?",
} as const;
