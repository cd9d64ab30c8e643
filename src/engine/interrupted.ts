/** Thrown where the run is being left: the work stays open and is taken up again by the next start. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Thrown where a system is not asked any more, while others go on: its work stays open. */
export class SystemStopped extends Error {
  override readonly name = "SystemStopped";
}
