/** Lets at most `count` jobs run at once; others wait in line. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot at once where one is free; else resolves when it has one. */
  take(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free--;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }

  /** Runs a job in a slot. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    await this.take();
    try {
      return await job();
    } finally {
      this.release();
    }
  }
}
