/** Time as the engine is handed it: it knows no concrete clock. */
export interface Timer {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Calls back after so many milliseconds, unless the function that it returns is called first. */
  after(ms: number, action: () => void): () => void;
  /**
   * Resolves once everything that has come in by now has been looked at and what it made room for
   * is on its way.
   */
  breath(): Promise<void>;
}
