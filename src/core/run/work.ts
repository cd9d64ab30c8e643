/**
 * What identifies one piece of work: `<cell>-<sample>`, 16 and 32 hexadecimal digits. The cell
 * digests everything that is the same for all samples (family and version, protocol and prompts,
 * system and its parameters, what was fitted, condition, repeat); the sample part digests
 * what the system is asked about, or the sample's whole content (see `engine/work-keys`).
 */
export type WorkKey = string;

export const cellDigits = 16;
export const sampleDigits = 32;

export function workKey(cell: string, sample: string): WorkKey {
  return `${cell}-${sample}`;
}
