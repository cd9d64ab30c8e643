/**
 * A frame that was delivered before and is not in the cache any more, or not intact: it has to be
 * decoded again.
 */
export class LostFrame extends Error {
  override readonly name = "LostFrame";
  readonly digest: string;
  readonly reason: "missing" | "damaged";

  constructor(digest: string, reason: "missing" | "damaged", path: string) {
    super(
      reason === "missing"
        ? `frame ${digest} is not in the cache (${path})`
        : `frame ${digest} was damaged on disk and has been removed from the cache (${path})`,
    );
    this.digest = digest;
    this.reason = reason;
  }
}
