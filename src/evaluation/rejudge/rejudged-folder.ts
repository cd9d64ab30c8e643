/** The folder in a run's where grades by other judges are kept. */
export const rejudgedFolder = "rejudged";
