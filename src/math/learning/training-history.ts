/** How far training was after an epoch, counted from 1. */
export interface Epoch {
  readonly epoch: number;
  readonly loss: number;
  /** Of samples that were kept out of training, where there are any. */
  readonly validationLoss?: number | undefined;
}

/** Whether an epoch is kept in the history: the first, every fifth part of all, and the last. */
export function recordsEpoch(epoch: number, epochs: number): boolean {
  return epoch === 1 || epoch === epochs || epoch % Math.max(1, Math.floor(epochs / 5)) === 0;
}

/** What the history keeps of an epoch that has just ended. */
export function recordedAt(history: readonly Epoch[], epoch: number): Epoch | undefined {
  const last = history.at(-1);
  return last?.epoch === epoch ? last : undefined;
}
