/** The page of a sample. */
export function sampleAddress(run: string, task: string, sample: string): string {
  return `/runs/${[run, task, sample].map(encodeURIComponent).join("/")}`;
}
