/** Time as the engine is handed it: it knows no concrete clock. */
export interface Timer {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Calls back after so many milliseconds, unless the function that it returns is called first. */
  after(ms: number, action: () => void): () => void;
}
