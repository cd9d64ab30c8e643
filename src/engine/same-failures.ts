import type { FailureCause, NoAnswer } from "../core/run/outcome.ts";

/** What varies between messages that say the same: numbers and names of requests. */
const varying = /[0-9a-f]{8}[0-9a-f-]*|\d+/gi;

/** Causes of failures that concern the content of one request. */
const ofOneRequest = new Set<FailureCause | undefined>(["too-large", "media"]);

/**
 * Counts how often in a row a system failed with the same words, where trying again would not help.
 */
export class SameFailures {
  #words = "";
  #count = 0;
  #hasReplied = false;

  /**
   * Notes a failure; gives how many there were in a row. Requests that are too large or whose media
   * cannot be read count only until the first reply: later they are more likely about the many
   * questions of one video.
   */
  add({ reason, cause }: NoAnswer): number {
    if (this.#hasReplied && ofOneRequest.has(cause)) return 0;
    const words = reason.replace(varying, "#");
    this.#count = words === this.#words ? this.#count + 1 : 1;
    this.#words = words;
    return this.#count;
  }

  replied(): void {
    this.#hasReplied = true;
    this.#count = 0;
  }
}
